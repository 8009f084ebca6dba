package org.isolde.run;

import java.sql.Connection;
import java.util.List;

/** A database that can be used: sessions, what it says of itself, and its nodes if Isolde started them. */
public interface RunningDatabase extends AutoCloseable {
    /** What it is, as it says itself: "PostgreSQL 18.6". */
    String version();

    /**
     * Makes the empty tables of a run; those that it had made for an earlier one go. In a database that Isolde has not
     * started nothing else is dropped, and they go when it is closed.
     */
    void createTables(Tables tables) throws Exception;

    /**
     * What names of tables have to end in, so that they are nobody else's; empty where Isolde started the database.
     */
    default String tableSuffix() {
        return "";
    }

    /** A table was made beside those of {@link #createTables}, and is to go at the end if it is still there then. */
    default void made(String table) {}

    /** That table was dropped by whoever made it. */
    default void dropped(String table) {}

    /** A session of its own, with a connection of its own; used by one thread. */
    Session session(SessionOptions options) throws Exception;

    /**
     * A plain connection with autocommit off at this isolation level, for databases with {@link Ability#SQL}.
     *
     * @throws DatabaseException if there is no SQL
     */
    default Connection connect(Isolation isolation) throws Exception {
        throw new DatabaseException("this database has no SQL");
    }

    /** The nodes that Isolde started, and may kill or pause; empty if it started none. */
    default List<Node> nodes() {
        return List.of();
    }

    /** Ends it: closes, or stops and removes what was started. */
    @Override
    void close();

    /**
     * The tables of a run.
     *
     * @param count how many; a key is in table {@code key mod count}
     * @param lists whether their values are lists
     * @param secondaryIndex whether rows are also found by a second, indexed column
     * @param rows whether there is the one table of {@link org.isolde.run.rows rows} instead of those
     */
    record Tables(int count, boolean lists, boolean secondaryIndex, boolean rows) {
        public Tables(int count, boolean lists, boolean secondaryIndex) {
            this(count, lists, secondaryIndex, false);
        }

        public int of(long key) {
            return (int) Math.floorMod(key, count);
        }
    }

    /** One node that Isolde started. */
    interface Node {
        String name();

        /** Ends its processes at once, as {@code kill -9} does. */
        void kill() throws Exception;

        /** Starts it again on its data, and returns when it answers. */
        void restart() throws Exception;

        /** Stops its processes without ending them. */
        void pause() throws Exception;

        /** Lets them go on. */
        void resume() throws Exception;
    }
}
