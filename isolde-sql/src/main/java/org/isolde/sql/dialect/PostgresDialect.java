package org.isolde.sql.dialect;

import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** PostgreSQL and those that speak like it. */
final class PostgresDialect extends StronglyTypedDialect {
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
