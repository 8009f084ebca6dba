package org.isolde.report;

import org.isolde.check.AnomalyKind;

/** What each anomaly does to an application, in a sentence for somebody who writes one. */
final class Consequences {
    private Consequences() {}

    static String of(AnomalyKind kind) {
        return switch (kind) {
            case THIN_AIR_READ ->
                "An application works with data that no part of it has ever produced: it is corrupted, or was left behind"
                        + " by somebody outside the test.";
            case ABORTED_READ ->
                "An application acts on something that was taken back: it ships an order whose payment was rolled back.";
            case FUTURE_READ ->
                "Code can't rely on the order of its own statements: a check before an update already sees the update.";
            case NOT_MY_LAST_WRITE, NOT_MY_OWN_WRITE ->
                "Code can't rely on what it has just written: setting a value and reading it back within a transaction gives"
                        + " another one.";
            case INTERMEDIATE_READ ->
                "An application acts on half-finished work: a value that was only a step on the way, and that was never"
                        + " meant to be seen.";
            case INTERNAL ->
                "Code can't rely on what it has just added: a list that it extends and reads back within a transaction is"
                        + " another one.";
            case INCOMPATIBLE_ORDER ->
                "Two readers will never agree on what happened first: logs, queues and message threads differ for good.";
            case DUPLICATE_ELEMENTS ->
                "Something that was done once counts twice: a payment booked two times, a message delivered two times.";
            case DIRTY_UPDATE ->
                "An update is built on a change that was taken back, and so brings back a part of it: a rollback did not"
                        + " undo everything.";
            case DIRTY_WRITE ->
                "Rows that belong together end up with parts of two different updates: the buyer of one and the invoice of"
                        + " the other.";
            case CONTRADICTORY_VERSIONS ->
                "There is no telling which value came last: what was read and recorded of one key can't all be true.";
            case UNKNOWN_VERSION ->
                "The database's own record of versions has something that no client has committed: data of unknown origin.";
            case CIRCULAR_INFORMATION_FLOW, CIRCULAR_SESSION_FLOW ->
                "Each acts on what the other has done, so neither can have come first: no order of events explains the"
                        + " data, and no audit can.";
            case NON_REPEATABLE_READS ->
                "A value changes while a transaction works with it: what it checks is not what it then uses.";
            case NON_MONOTONIC_READ ->
                "Within one transaction the world goes back in time: a total that was read last is older than its parts.";
            case SESSION_GUARANTEE_VIOLATION ->
                "Users lose sight of their own work: what they have just saved, or seen, is gone when the page reloads.";
            case FRACTURED_READ ->
                "Half of an update is seen: the transfer has left one account and not reached the other.";
            case CAUSALITY_VIOLATION -> "An answer is seen without its question: the reply to a post that isn't there.";
            case LOST_UPDATE ->
                "An acknowledged change is gone without a trace: of two deposits into an account, only one counts.";
            case LONG_FORK ->
                "Two observers disagree on what happened first, so decisions that depend on the order, such as who was"
                        + " earlier, contradict each other.";
            case READ_SKEW ->
                "Values that belong together are seen from different moments: a report whose sums don't add up.";
            case WRITE_SKEW ->
                "A rule over several rows breaks although every transaction checked it: both doctors go off duty, since"
                        + " each saw the other on duty.";
            case PHANTOM ->
                "Asking the same twice gives two answers: a report counts the orders of the day, lists them, and the list has"
                        + " one more.";
            case PREDICATE_WRITE_SKEW ->
                "A rule over all rows of a kind breaks although every transaction checked it: a room is booked twice, since"
                        + " each looked for bookings and found none.";
            case RESULT_SET_MISMATCH ->
                "A query leaves out rows that are there, or gives rows that are not: whatever is built on its answer is wrong.";
            case IMPOSSIBLE_VERSION_SET ->
                "A query works on rows that it must not see: unfinished work, or what was taken back.";
            case OUTSIDE_SNAPSHOT ->
                "A transaction sees more than the moment that it was promised: what it checks is not what it then changes.";
            case NO_VERSION_ORDER ->
                "Whatever order the updates are put into, some transaction saw what it can't have seen: the results can't"
                        + " be relied on.";
            case REAL_TIME_VIOLATION ->
                "A change that was acknowledged is not there for whoever comes next: you are told that it is done, call a"
                        + " colleague, and they don't see it.";
            case STALE_READ ->
                "Old data after new: a lock, a flag or a counter that was seen as changed turns back to what it was.";
            case EARLY_READ ->
                "A value is seen before anybody has asked for it to be written: clocks or answers of the system are wrong.";
            case FALSE_FAILURE ->
                "A compare-and-set is refused for no reason: a lock that is free can't be taken, or its taker believes that"
                        + " somebody else has it.";
            case NOT_LINEARIZABLE ->
                "The register does not behave like one variable: locks, leader elections and counters built on it break.";
            case SESSION_NOT_SEEN ->
                "A client that has just been told of its commit may not find its own change in its next transaction.";
            case UNSTEADY_READ ->
                "What a transaction has read or written can change under it: a check at its beginning says nothing about its"
                        + " end.";
            case NOT_FROM_SNAPSHOT ->
                "A decision was made on data that was not there any more, or not there yet: sums don't add up, and limits are"
                        + " overrun.";
            case OVERLAPPING_WRITERS ->
                "Both changed the same thing without seeing each other, so the earlier change may be lost without a trace:"
                        + " a deposit, a reservation, a like.";
            case START_AFTER_COMMIT, SAME_COMMIT_TIMESTAMP ->
                "The database's own clock contradicts itself, so backups, replicas and readers that go by it can disagree on"
                        + " what happened.";
            case COMMIT_AGAINST_TIME ->
                "Somebody who was told of a finished change can look afterwards and not find it.";
            case ORDER_AGAINST_SESSION ->
                "Whoever follows the database's own order (a replica, a log of changes) sees what a client did first come"
                        + " second.";
            case ORDER_AGAINST_TIME ->
                "Whoever follows the database's own order sees a change that was finished come behind one that began later.";
            case UNEXPECTED_READ ->
                "A decision was made on data that was not there any more, or not there yet: whoever does the same work again"
                        + " in the database's own order comes to another result.";
            case UNEXPECTED_RESULT ->
                "A search missed a row, or found one too many: a limit is overrun, a name is given twice, a total is wrong.";
            case WRITE_AFTER_DELETE ->
                "Something that was deleted comes back: a closed account is booked on, and its deletion is lost.";
        };
    }
}
