package org.isolde.report;

import java.util.List;

/**
 * A step of a finding as the client of a database with SQL took it.
 *
 * @param session who took it
 * @param transaction the transaction's name
 * @param statements what was sent, without semicolons; the first step of a transaction begins it, the last ends it
 * @param answer what came back, in words
 */
public record SqlStep(String session, String transaction, List<String> statements, String answer) {
    public SqlStep {
        statements = List.copyOf(statements);
    }
}
