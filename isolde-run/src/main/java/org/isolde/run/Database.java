package org.isolde.run;

import java.util.List;
import java.util.Set;

/**
 * A kind of database: what Isolde has to know to run transactions on it.
 *
 * <p>Kinds are found by {@link java.util.ServiceLoader}, in Isolde and in {@link Plugins}: a package below {@code db} with
 * one class that implements this, and a line in {@code META-INF/services/org.isolde.run.Database}. Nothing else knows
 * of it.
 */
public interface Database {
    /** The name on the command line, as in {@code --db postgres:18.6}. */
    String name();

    /** Other names that people have for it, in lower case: {@code postgresql}. */
    default List<String> aliases() {
        return List.of();
    }

    /** One line for the list of databases: what it is, and how it is started. */
    String summary();

    /** The isolation levels that it can be asked for, weakest first. */
    List<Isolation> isolations(Target target);

    /** What it is asked for unless the user says: the strongest, or the only one. */
    default Isolation defaultIsolation(Target target) {
        List<Isolation> all = isolations(target);
        return all.get(all.size() - 1);
    }

    /** What its sessions can do. */
    Set<Ability> abilities();

    /** Whether transactions of this isolation level tell their {@link Session#timestamps}. */
    default boolean hasTimestamps(Target target, Isolation isolation) {
        return false;
    }

    /** The options of {@code --db-option} that it understands, each with a line of help: "journal=wal|delete  ...". */
    default List<String> options() {
        return List.of();
    }

    /** What of it may be chosen by somebody who is trusted with tests alone. */
    default Harmless harmless() {
        return Harmless.NOTHING;
    }

    /** The versions that {@code name:version} may name, in words; null if there is nothing to choose. */
    default String versions() {
        return null;
    }

    /** What an application has to know of its isolation: how rows are locked, how transactions are refused. */
    default Handling handling() {
        return Handling.UNKNOWN;
    }

    /** Whether a JDBC URL is one of this kind. */
    default boolean acceptsUrl(String url) {
        return false;
    }

    /** Whether this kind has been run on a live server by the project's own tests or by hand. */
    default boolean verified() {
        return true;
    }

    /**
     * Connects to it, or starts it first if that is its way.
     *
     * @throws DatabaseException with the cure, if that can't be done
     */
    RunningDatabase open(Target target, Access access) throws DatabaseException;
}
