package org.isolde.oracle;

import static org.isolde.oracle.Draws.range;
import static org.isolde.oracle.Draws.shuffled;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.isolde.oracle.TinyHistory.Op;
import org.isolde.oracle.TinyHistory.Status;
import org.isolde.oracle.TinyHistory.Txn;

/**
 * A history in the making.
 *
 * <p>Invariant: {@code txns} are in the order they were made up; the values written to a key are 1, 2, ... in the order
 * they were made up.
 */
final class Draft {
    static final int MAX_TXNS = 6;
    static final int MAX_SESSIONS = 4;
    static final int MAX_KEYS = 3;
    static final int MAX_OPS = 4;

    private final SplittableRandom r;
    final List<List<Op>> txns = new ArrayList<>();
    final List<Integer> sessionOf = new ArrayList<>();
    final int[] lastValue;

    Draft(SplittableRandom r) {
        this(r, MAX_KEYS);
    }

    Draft(SplittableRandom r, int keys) {
        this.r = r;
        this.lastValue = new int[keys];
    }

    /** A transaction in the session with these operations; its number. */
    int txn(int session, Op... ops) {
        txns.add(new ArrayList<>(List.of(ops)));
        sessionOf.add(session);
        return txns.size() - 1;
    }

    int newSession() {
        return sessionOf.stream().mapToInt(s -> s + 1).max().orElse(0);
    }

    Op write(int key) {
        return Op.write(key, ++lastValue[key]);
    }

    /** One or two more transactions of their own, that can be put first or last and so break nothing. */
    Draft noise() {
        for (int i = r.nextInt(3); i > 0 && txns.size() < MAX_TXNS && newSession() < MAX_SESSIONS; i--) {
            int key = r.nextInt(MAX_KEYS);
            if (r.nextBoolean()) {
                txn(newSession(), write(key));
            } else {
                txn(newSession(), Op.read(key, 0));
            }
        }
        return this;
    }

    /** The history, keys renamed and sessions shuffled. */
    TinyHistory done() {
        List<Integer> names = shuffled(r, range(lastValue.length));
        List<Integer> used = new ArrayList<>();
        txns.forEach(ops -> ops.forEach(o -> {
            if (!used.contains(o.key())) {
                used.add(o.key());
            }
        }));
        used.sort(Comparator.comparing(names::get));
        List<List<Txn>> sessions = new ArrayList<>();
        for (int s = 0; s < newSession(); s++) {
            sessions.add(new ArrayList<>());
        }
        for (int t = 0; t < txns.size(); t++) {
            List<Op> ops = txns.get(t).stream()
                    .map(o -> new Op(o.kind(), used.indexOf(o.key()), o.value(), o.list()))
                    .toList();
            sessions.get(sessionOf.get(t)).add(new Txn("T" + (t + 1), Status.COMMITTED, ops, -1, -1));
        }
        sessions.removeIf(List::isEmpty);
        return new TinyHistory(shuffled(r, sessions));
    }
}
