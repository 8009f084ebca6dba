package org.isolde.sql.testcase;

import java.util.ArrayList;
import java.util.List;
import org.isolde.sql.ast.Statement;

/** What a transaction does, and how it is meant to end. */
public record PlannedTransaction(List<Statement> statements, boolean commits) {
    public PlannedTransaction {
        statements = List.copyOf(statements);
    }

    /** Without a statement. */
    PlannedTransaction without(int statement) {
        List<Statement> rest = new ArrayList<>(statements);
        rest.remove(statement);
        return new PlannedTransaction(rest, commits);
    }

    PlannedTransaction with(int statement, Statement other) {
        List<Statement> changed = new ArrayList<>(statements);
        changed.set(statement, other);
        return new PlannedTransaction(changed, commits);
    }
}
