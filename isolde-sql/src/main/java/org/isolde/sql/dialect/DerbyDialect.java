package org.isolde.sql.dialect;

import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.isolde.sql.ast.Function;
import org.isolde.sql.ast.Type;

/** Derby: neither common tables nor windows, few functions, and a null has a type. */
final class DerbyDialect extends Dialect {
    @Override
    public String name() {
        return "derby";
    }

    @Override
    public Set<Feature> features() {
        return EnumSet.of(Feature.QUANTIFIED_COMPARISONS, Feature.READING_WHAT_IS_WRITTEN, Feature.SAVEPOINTS);
    }

    @Override
    public Set<Function> functions() {
        return EnumSet.complementOf(EnumSet.of(Function.REPLACE, Function.GREATEST, Function.LEAST));
    }

    @Override
    protected String call(Function function, List<String> arguments) {
        // from the first character: one that begins behind the end of the text is refused; and of a text of varying
        // length,
        // since of a constant, which has a fixed one, it must not end behind the end either
        return function == Function.SUBSTRING
                ? "substr(cast(" + arguments.get(0) + " as varchar(1000)), 1, " + arguments.get(2) + ")"
                : super.call(function, arguments);
    }

    /** There is no "if exists" before 10.17. */
    @Override
    protected String drop(String table) {
        return "drop table " + table;
    }

    @Override
    public boolean isMissingTable(SQLException problem) {
        return "42Y55".equals(problem.getSQLState());
    }

    @Override
    protected String nullOf(Type type) {
        return cast("null", type);
    }

    @Override
    protected String distinct(String left, String right, boolean negated) {
        return "case when " + left + " = " + right + " or " + left + " is null and " + right
                + " is null then 0 else 1 end = " + (negated ? 0 : 1);
    }

    @Override
    protected String savepoint(String name) {
        return super.savepoint(name) + " on rollback retain cursors";
    }

    @Override
    public ErrorKind classify(SQLException problem) {
        String state = problem.getSQLState() == null ? "" : problem.getSQLState();
        // XJ001: a Java exception that got out; XS: its store
        return state.equals("XJ001") || state.startsWith("XS") ? ErrorKind.CRASH : super.classify(problem);
    }
}
