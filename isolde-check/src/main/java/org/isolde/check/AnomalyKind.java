package org.isolde.check;

import org.isolde.history.Level;

/**
 * The one taxonomy of anomalies: the fourteen names of MTC's table I, and those that only list-append histories or
 * version orders can show, each with its name in the vocabulary of Adya and Elle.
 */
public enum AnomalyKind {
    THIN_AIR_READ("ThinAirRead", "garbage read", Level.G1, "A transaction read a value that nobody wrote."),
    ABORTED_READ("AbortedRead", "G1a", Level.G1, "A transaction read a value of a transaction that was rolled back."),
    FUTURE_READ("FutureRead", "internal", Level.G1, "A transaction read a value that it only wrote later itself."),
    NOT_MY_LAST_WRITE(
            "NotMyLastWrite", "internal", Level.G1, "A transaction read an older one of its own writes, not its last."),
    NOT_MY_OWN_WRITE(
            "NotMyOwnWrite",
            "internal",
            Level.G1,
            "A transaction wrote a key and then read another transaction's value of it."),
    INTERMEDIATE_READ(
            "IntermediateRead",
            "G1b",
            Level.G1,
            "A transaction read a value that its writer had already replaced within the same transaction."),
    INTERNAL(
            "InternalInconsistency",
            "internal",
            Level.G1,
            "A transaction read a list that does not fit what it had itself appended."),
    INCOMPATIBLE_ORDER(
            "IncompatibleOrder",
            "incompatible-order",
            Level.G1,
            "Two reads of a list disagree on the order of its elements: neither is a beginning of the other."),
    DUPLICATE_ELEMENTS(
            "DuplicateElements", "duplicate-elements", Level.G1, "A list was read in which an element stands twice."),
    DIRTY_UPDATE(
            "DirtyUpdate", "dirty-update", Level.G1, "A committed write stands on top of one that was rolled back."),
    DIRTY_WRITE(
            "DirtyWrite",
            "G0",
            Level.RU,
            "Transactions overwrote each other in turns: no order of the transactions explains the versions."),
    CONTRADICTORY_VERSIONS(
            "ContradictoryVersions",
            "cyclic-versions",
            Level.RU,
            "What the history says of the order of a key's versions contradicts itself: no order has it all."),
    UNKNOWN_VERSION(
            "UnknownVersion",
            "garbage version",
            Level.G1,
            "The given version order names a value that no committed transaction wrote."),
    CIRCULAR_INFORMATION_FLOW(
            "CircularInformationFlow",
            "G1c",
            Level.G1,
            "Transactions saw effects of each other in a circle, so none of them can have been first."),
    CIRCULAR_SESSION_FLOW(
            "CircularInformationFlow",
            "G1c-session",
            Level.RC,
            "Transactions saw effects of each other in a circle that is closed by the order within a session."),
    NON_REPEATABLE_READS(
            "NonRepeatableReads",
            "G-single",
            Level.RA,
            "A transaction read a key twice and saw two different versions."),
    NON_MONOTONIC_READ(
            "NonMonotonicRead",
            "G-single",
            Level.RC,
            "A transaction saw a newer state and afterwards, within the same transaction, an older one."),
    SESSION_GUARANTEE_VIOLATION(
            "SessionGuaranteeViolation",
            "G-single-session",
            Level.RYW,
            "A session missed what it, or one that it had seen, had done or seen before."),
    FRACTURED_READ(
            "FracturedRead", "G-single", Level.RA, "A transaction saw some of another one's writes and missed others."),
    CAUSALITY_VIOLATION(
            "CausalityViolation", "G-single-session", Level.CC, "A transaction saw an effect and missed its cause."),
    LOST_UPDATE(
            "LostUpdate",
            "G-single",
            Level.CS,
            "Two transactions read the same version of a key and both overwrote it, so one of the updates was lost."),
    LONG_FORK("LongFork", "G-nonadjacent", Level.SI, "Two transactions saw two independent writes in opposite orders."),
    READ_SKEW(
            "ReadSkew",
            "G-single",
            Level.CV,
            "A transaction saw one key before and another key after somebody else's change."),
    WRITE_SKEW(
            "WriteSkew",
            "G2-item",
            Level.RR,
            "Transactions each read what another one then overwrote: in no serial order could all of them have read"
                    + " that."),
    PHANTOM(
            "Phantom",
            "G-single",
            Level.CV,
            "A transaction asked for rows by a condition and missed a change to what matches, though it saw the state after"
                    + " that change elsewhere."),
    PREDICATE_WRITE_SKEW(
            "PredicateWriteSkew",
            "G2",
            Level.SER,
            "Transactions each asked for rows by a condition, or read a row, and another one then changed what they had been"
                    + " given: in no serial order could all of them have seen that."),
    RESULT_SET_MISMATCH(
            "ResultSetMismatch",
            "result-set-mismatch",
            Level.G1,
            "What came back for a condition is not what the condition gives on the rows that it was put to."),
    IMPOSSIBLE_VERSION_SET(
            "ImpossibleVersionSet",
            "G1",
            Level.G1,
            "A condition was put to a version of a row that could not be seen: one that nobody wrote, that did not take effect,"
                    + " that was not finished, or not the transaction's own."),
    OUTSIDE_SNAPSHOT(
            "OutsideSnapshot",
            "G-SIa",
            Level.SI,
            "A transaction read from another one, or overwrote what it wrote, that is not in its snapshot."),
    NO_VERSION_ORDER(
            "NoVersionOrder",
            "cyclic-versions",
            Level.CS,
            "However the versions are put in order, some transactions would each have to come before the other."),
    REAL_TIME_VIOLATION(
            "RealTimeViolation",
            "realtime",
            Level.SSER,
            "A transaction missed what had been committed before it began."),
    STALE_READ(
            "StaleRead",
            "realtime",
            Level.LIN,
            "An operation saw a value that had been replaced before it began: the register went back in time."),
    EARLY_READ(
            "EarlyRead",
            "realtime",
            Level.LIN,
            "An operation saw a value, or what came of it, and had ended before the write of that value began."),
    FALSE_FAILURE(
            "FalseFailure",
            "realtime",
            Level.LIN,
            "A compare-and-set failed although the value was the expected one from before its begin until after its"
                    + " end."),
    NOT_LINEARIZABLE(
            "NotLinearizable",
            "realtime",
            Level.LIN,
            "No order of the operations on a register that respects real time explains what they saw; all were"
                    + " tried."),
    SESSION_NOT_SEEN(
            "SessionNotSeen",
            "SESSION",
            Level.SI,
            "By the timestamps a transaction started before the one before it in its own session had committed, or that one"
                    + " is missing."),
    UNSTEADY_READ(
            "UnsteadyRead",
            "INT",
            Level.SI,
            "A transaction read a key again and did not see what it had itself read or written there just before."),
    NOT_FROM_SNAPSHOT(
            "NotFromSnapshot",
            "EXT",
            Level.SI,
            "A transaction read another value than the one that was last committed, by the timestamps, when it started."),
    OVERLAPPING_WRITERS(
            "OverlappingWriters",
            "NOCONFLICT",
            Level.SI,
            "Two transactions that wrote the same key ran at the same time, by the timestamps, and both committed."),
    START_AFTER_COMMIT(
            "StartAfterCommit", "timestamps", Level.SI, "A transaction's start timestamp is later than its commit."),
    SAME_COMMIT_TIMESTAMP(
            "SameCommitTimestamp",
            "timestamps",
            Level.SI,
            "Two transactions wrote the same key at the same commit timestamp, so nothing says which of them was last."),
    COMMIT_AGAINST_TIME(
            "CommitAgainstTime",
            "realtime",
            Level.SSER,
            "A transaction had ended before another began, on the clients' clock, and has the later commit timestamp."),
    ORDER_AGAINST_SESSION(
            "OrderAgainstSession",
            "expected order",
            Level.SER,
            "The database's own serial order has two transactions of a session the wrong way round."),
    ORDER_AGAINST_TIME(
            "OrderAgainstTime",
            "expected order",
            Level.SSER,
            "A transaction had ended before another began, and comes behind it in the database's own serial order."),
    UNEXPECTED_READ(
            "UnexpectedRead",
            "expected order",
            Level.SER,
            "A transaction did not see what was there at its place in the database's own serial order."),
    UNEXPECTED_RESULT(
            "UnexpectedResult",
            "phantom",
            Level.SER,
            "A transaction asked for the rows that fulfil a condition, and what came back is not what there was at its"
                    + " place in the database's own serial order."),
    WRITE_AFTER_DELETE(
            "WriteAfterDelete",
            "expected order",
            Level.SER,
            "A transaction wrote a row that, in the database's own serial order, had been deleted before.");

    private final String text;
    private final String alias;
    private final Level breaks;
    private final String meaning;

    AnomalyKind(String text, String alias, Level breaks, String meaning) {
        this.text = text;
        this.alias = alias;
        this.breaks = breaks;
        this.meaning = meaning;
    }

    /** The name, as in MTC's table I. */
    public String text() {
        return text;
    }

    /** The name in the vocabulary of Adya and Elle, for a cycle without its variant ({@link Anomaly#alias} has it). */
    public String alias() {
        return alias;
    }

    /** The weakest level that forbids it. */
    public Level breaks() {
        return breaks;
    }

    /** One sentence of what went wrong; {@link Anomaly#meaning} has it for a level. */
    public String meaning() {
        return meaning;
    }

    /** Whether it is found by the expected serial order, and is none without it. */
    public boolean isByExpectedOrder() {
        return switch (this) {
            case ORDER_AGAINST_SESSION, ORDER_AGAINST_TIME, UNEXPECTED_READ, UNEXPECTED_RESULT, WRITE_AFTER_DELETE ->
                true;
            default -> false;
        };
    }

    /** Whether it is found by the database's start and commit timestamps, and is none without them. */
    public boolean isByTimestamps() {
        return switch (this) {
            case SESSION_NOT_SEEN,
                    UNSTEADY_READ,
                    NOT_FROM_SNAPSHOT,
                    OVERLAPPING_WRITERS,
                    START_AFTER_COMMIT,
                    SAME_COMMIT_TIMESTAMP,
                    COMMIT_AGAINST_TIME -> true;
            default -> false;
        };
    }
}
