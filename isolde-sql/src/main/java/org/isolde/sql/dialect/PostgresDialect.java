package org.isolde.sql.dialect;

import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.isolde.sql.ast.Expression.AggregateFunction;
import org.isolde.sql.ast.Function;
import org.isolde.sql.ast.Type;

/** PostgreSQL and those that speak like it. */
final class PostgresDialect extends Dialect {
    private static final String LOCK_NOT_AVAILABLE = "55P03";
    private static final String CANCELED = "57014";

    private final String name;

    PostgresDialect(String name) {
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Set<Feature> features() {
        return EnumSet.allOf(Feature.class);
    }

    @Override
    protected String nullOf(Type type) {
        return cast("null", type);
    }

    @Override
    protected String call(Function function, List<String> arguments) {
        String all = super.call(function, arguments);
        // a double, for an integer too
        return function == Function.SIGN ? cast(all, Type.INTEGER) : all;
    }

    @Override
    protected String aggregate(AggregateFunction function, Type type, String argument) {
        return narrowed(function, type, argument);
    }

    /** A deadlock is looked for sooner than after the usual second. */
    @Override
    public List<String> sessionSettings() {
        return List.of("set deadlock_timeout = '20ms'");
    }

    @Override
    public ErrorKind classify(SQLException problem) {
        String state = problem.getSQLState() == null ? "" : problem.getSQLState();
        return state.equals(LOCK_NOT_AVAILABLE) || state.equals(CANCELED) ? ErrorKind.REFUSED : super.classify(problem);
    }
}
