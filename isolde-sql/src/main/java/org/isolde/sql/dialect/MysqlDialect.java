package org.isolde.sql.dialect;

import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.isolde.sql.ast.Function;
import org.isolde.sql.ast.Statement.Lock;
import org.isolde.sql.ast.Table;
import org.isolde.sql.ast.Type;

/**
 * MariaDB, MySQL, and those that speak like them. A statement may not look at the table that it writes. Texts are compared
 * byte by byte: else those that differ in case are equal, and which of them stands for a group is anybody's guess.
 */
final class MysqlDialect extends Dialect {
    private final String name;
    private final Set<Feature> features;

    MysqlDialect(String name, Feature... without) {
        this.name = name;
        features = EnumSet.complementOf(EnumSet.of(Feature.READING_WHAT_IS_WRITTEN, without));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Set<Feature> features() {
        return features;
    }

    @Override
    protected String tableSuffix() {
        return " engine = InnoDB default character set utf8mb4 collate utf8mb4_bin";
    }

    @Override
    public List<String> sessionSettings() {
        return List.of("set names utf8mb4 collate utf8mb4_bin", "set innodb_lock_wait_timeout = 2");
    }

    @Override
    protected String typeName(Type type) {
        return type == Type.REAL ? "double" : super.typeName(type);
    }

    @Override
    protected String call(Function function, List<String> arguments) {
        return function == Function.CONCAT
                ? "concat(" + String.join(", ", arguments) + ")"
                : super.call(function, arguments);
    }

    @Override
    protected String distinct(String left, String right, boolean negated) {
        String same = left + " <=> " + right;
        return negated ? same : "not (" + same + ")";
    }

    @Override
    protected String lock(Lock lock) {
        return lock == Lock.SHARE ? " lock in share mode" : super.lock(lock);
    }

    @Override
    protected String upsert(Table table, List<String> rows, List<String> assignments) {
        return insertInto(table) + " values " + String.join(", ", rows) + " on duplicate key update "
                + String.join(", ", assignments);
    }

    @Override
    public ErrorKind classify(SQLException problem) {
        return switch (problem.getErrorCode()) {
            // a deadlock, a commit that was refused, and what a group or cluster rolls back
            case 1213, 1180, 3101 -> ErrorKind.ROLLED_BACK;
            // a lock timeout, a row that has changed since the snapshot, interrupted
            case 1205, 1020, 1317 -> ErrorKind.REFUSED;
            // a key that is there, and checks, of MySQL and of MariaDB
            case 1062, 3819, 4025 -> ErrorKind.CONSTRAINT;
            // can't find a record, a table or an index that is corrupt, and what the driver says when the server is
            // gone
            case 1032, 1034, 1712, 1927, 2006, 2013, 2055 -> ErrorKind.CRASH;
            default -> super.classify(problem);
        };
    }
}
