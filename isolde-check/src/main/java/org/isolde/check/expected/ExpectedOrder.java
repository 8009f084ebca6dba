package org.isolde.check.expected;

import java.util.ArrayList;
import java.util.List;
import org.isolde.check.ViolationLimit;
import org.isolde.check.facts.Counted;
import org.isolde.check.facts.TransactionOrder;
import org.isolde.check.refute.Contradiction;
import org.isolde.check.refute.Outcome;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.Level;

/**
 * Decides ser and sser by the expected serial order of a history (Enne). It must contain session order and, for sser, real time,
 * and explain whatever was done when it is replayed.
 *
 * <p>Those of unknown outcome are tried as far as that costs nothing: left out where nobody saw them; then at their places, if
 * they have some. What only another choice could explain is open.
 */
public final class ExpectedOrder {
    /** How many contradictions of a kind are listed when all are asked for. */
    private static final int MOST_LISTED = 10_000;

    private final Counted counted;
    private final History history;
    private final boolean sessionOrder;
    private final int mostOfAKind;
    private final boolean stopsAtFirst;
    private final SerialOrder serial;
    private Attempt withoutLoose;
    private Attempt withLoose;
    private Open open;

    /** An order that was replayed. */
    private record Attempt(int[] order, Findings findings) {}

    /**
     * Why a level is open.
     *
     * @param finding what is not explained
     * @param unknown a transaction of unknown outcome that may be the reason; 0 if it is not that
     * @param one else two transactions at the same place
     * @param other the second of them
     */
    public record Open(Contradiction finding, int unknown, int one, int other) {}

    private ExpectedOrder(Counted counted, boolean sessionOrder, ViolationLimit limit) {
        this.counted = counted;
        this.history = counted.history();
        this.sessionOrder = sessionOrder;
        this.mostOfAKind = limit == ViolationLimit.ALL ? MOST_LISTED : 1;
        this.stopsAtFirst = limit == ViolationLimit.FIRST;
        this.serial = new SerialOrder(counted);
    }

    /**
     * Replays the expected order of a history that has one.
     *
     * @throws BadHistoryException if a condition fails on a row
     */
    public static ExpectedOrder replay(Counted counted, boolean sessionOrder, ViolationLimit limit)
            throws BadHistoryException {
        ExpectedOrder expected = new ExpectedOrder(counted, sessionOrder, limit);
        if (expected.homeless() == 0) {
            expected.run();
        }
        return expected;
    }

    /** A committed transaction that has no place, so that the order decides nothing; 0 if all have one. */
    public int homeless() {
        return serial.homeless();
    }

    private void run() throws BadHistoryException {
        withoutLoose = attempt(false);
        if (withoutLoose.findings.certain().isEmpty() && !withoutLoose.findings.isEmpty() && serial.placesLoose()) {
            withLoose = attempt(true);
        }
    }

    private Attempt attempt(boolean loose) throws BadHistoryException {
        int[] order = serial.order(loose);
        int firstTie = serial.firstTie(order);
        Findings findings = new Findings(history, serial, mostOfAKind);
        if (sessionOrder) {
            new OrderBreaks(history, order).ofSessions(each -> findings.add(each, isCertain(each)));
        }
        Replay replay = new Replay(history, findings);
        for (int i = 0;
                i < order.length && !(stopsAtFirst && !findings.certain().isEmpty());
                i++) {
            replay.run(order[i], i < firstTie && !serial.isMoved(order[i]));
        }
        return new Attempt(order, findings);
    }

    /** Whether two that are the wrong way round both have a place of their own. */
    private boolean isCertain(Contradiction.OutOfOrder each) {
        return history.order(each.first()) > history.order(each.second())
                && counted.counts(each.first())
                && counted.counts(each.second());
    }

    /** What it says of ser or sser; null if that is open. */
    public Outcome outcome(Level level) {
        Contradiction first = null;
        for (Attempt attempt : new Attempt[] {withoutLoose, withLoose}) {
            if (attempt == null) {
                continue;
            }
            Findings late = new Findings(history, serial, mostOfAKind);
            if (level == Level.SSER) {
                new OrderBreaks(history, attempt.order).ofTime(each -> late.add(each, isCertain(each)));
            }
            if (attempt.findings.isEmpty() && late.isEmpty()) {
                return Outcome.of(TransactionOrder.of(history, attempt.order));
            }
            List<Contradiction> certain = new ArrayList<>(attempt.findings.certain());
            certain.addAll(late.certain());
            if (attempt == withoutLoose && !certain.isEmpty()) {
                return Outcome.of(certain);
            }
            Contradiction open = attempt.findings.isEmpty() ? late.open() : attempt.findings.open();
            first = first == null ? open : first;
        }
        open = whyOpen(first);
        return null;
    }

    private Open whyOpen(Contradiction finding) {
        if (serial.loose().size() + serial.moved().size() > 0) {
            return new Open(
                    finding,
                    serial.moved().size() > 0
                            ? serial.moved().get(0)
                            : serial.loose().get(0),
                    0,
                    0);
        }
        int[] order = withoutLoose.order;
        int tie = serial.firstTie(order);
        return new Open(finding, 0, order[tie], order[tie + 1]);
    }

    /** Why {@link #outcome} was null. */
    public Open open() {
        return open;
    }

    /** Whether the order that explains the history has the versions of each key in the order that the history gives. */
    public boolean hasGivenVersions(Outcome.Explained explained) {
        int[] place = new int[history.transactions() + 1];
        for (int i = 0; i < explained.order().size(); i++) {
            place[explained.order().transaction(i)] = i + 1;
        }
        for (int chain = 0; chain < history.versionChains(); chain++) {
            int before = -1;
            for (int value : history.versionChain(chain)) {
                int write = history.writeOp(value);
                if (write < 0 || place[history.writer(value)] == 0) {
                    return false;
                }
                if (before >= 0 && !isBefore(before, write, place)) {
                    return false;
                }
                before = write;
            }
        }
        return true;
    }

    private boolean isBefore(int write, int other, int[] place) {
        int one = history.writer(history.value(write));
        int two = history.writer(history.value(other));
        return one == two ? write < other : place[one] < place[two];
    }
}
