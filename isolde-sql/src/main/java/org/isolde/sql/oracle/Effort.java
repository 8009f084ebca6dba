package org.isolde.sql.oracle;

/**
 * What it took to judge cases.
 *
 * @param executions how often something was executed, with its transactions or without
 * @param waits how often a statement was seen to wait for another transaction
 * @param resettingNanos making the tables what they were
 * @param comparingNanos executing statements in other orders, apart from that
 */
public record Effort(long executions, long waits, long resettingNanos, long comparingNanos) {
    public static final Effort NONE = new Effort(0, 0, 0, 0);

    public Effort plus(Effort more) {
        return new Effort(
                executions + more.executions,
                waits + more.waits,
                resettingNanos + more.resettingNanos,
                comparingNanos + more.comparingNanos);
    }
}
