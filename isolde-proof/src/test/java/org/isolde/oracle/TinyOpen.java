package org.isolde.oracle;

import static org.isolde.oracle.Draws.pick;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.isolde.oracle.TinyHistory.Op;
import org.isolde.oracle.TinyStores.Policy;
import org.isolde.oracle.TinyStores.Size;

/** Histories whose version orders are open: keys have several blind writers, and what is read fixes only some of it. */
final class TinyOpen {
    private static final List<Policy> POLICIES = List.of(
            Policy.SERIAL,
            Policy.SNAPSHOT,
            Policy.PARALLEL_SNAPSHOT,
            Policy.PREFIX,
            Policy.CAUSAL,
            Policy.STALE_PREFIX,
            Policy.STALE_CAUSAL,
            Policy.ATOMIC);

    private TinyOpen() {}

    /** A store's history of 5 to 7 transactions that write blindly, one or two of its reads perhaps changed. */
    static TinyHistory blind(SplittableRandom r) {
        Size size =
                new Size(5 + r.nextInt(3), 2 + r.nextInt(5), 2 + r.nextInt(2), 3, 2 + r.nextInt(2), r.nextInt(4) > 0);
        TinyHistory h = TinyStores.simulate(r, pick(r, POLICIES), size);
        return TinyChanges.decorate(r.nextInt(3) == 0 ? TinyChanges.mutate(h, r) : h, r);
    }

    /** The same on one key, with and without reads before writes. */
    static TinyHistory singleKey(SplittableRandom r) {
        Size size = new Size(3 + r.nextInt(5), 1 + r.nextInt(5), 1, 2, 1 + r.nextInt(3), false);
        TinyHistory h = TinyStores.simulate(r, pick(r, Policy.values()), size);
        return TinyChanges.decorate(r.nextInt(3) == 0 ? TinyChanges.mutate(h, r) : h, r);
    }

    /**
     * Keys with two or three blind writers each, and transactions that read some of the keys as they were at some
     * earlier moment: each unread order of two writers is a choice, and the choices depend on each other.
     */
    static TinyHistory choices(SplittableRandom r) {
        int txns = 7 + r.nextInt(5);
        int keys = 3 + r.nextInt(4);
        Draft d = new Draft(r, keys);
        int sessions = txns / 2 + r.nextInt(txns);
        for (int t = 0; t < txns; t++) {
            d.txn(r.nextInt(sessions));
        }
        List<List<Integer>> writers = new ArrayList<>();
        for (int key = 0; key < keys; key++) {
            List<Integer> chosen = new ArrayList<>();
            for (int i = 2 + r.nextInt(5) / 4; i > 0; i--) {
                int t = r.nextInt(txns - 1);
                if (!chosen.contains(t)) {
                    chosen.add(t);
                }
            }
            chosen.sort(null);
            for (int t : chosen) {
                d.txns.get(t).add(d.write(key));
            }
            writers.add(chosen);
        }
        for (int t = 0; t < txns; t++) {
            List<Op> ops = d.txns.get(t);
            for (int i = ops.isEmpty() ? 2 : r.nextInt(3); i > 0; i--) {
                int key = r.nextInt(keys);
                int reader = t;
                int before =
                        (int) writers.get(key).stream().filter(w -> w < reader).count();
                if (ops.stream().noneMatch(o -> o.key() == key) && before > 0) {
                    // value v is that of the v-th writer
                    ops.add(Op.read(key, 1 + r.nextInt(before)));
                }
            }
            if (ops.isEmpty()) {
                ops.add(Op.read(0, 0));
            }
        }
        return d.done();
    }

    /**
     * Two to five keys with two blind writers each, and reads that lead from writers to readers and, rarely, to other
     * writers. Which of its two writers comes first is a truth value of a key, and cycles are clauses: they forbid some
     * values together. Often no order of a key is forced by itself, and yet there are none for all keys, so that a checker
     * has to search.
     */
    static TinyHistory formula(SplittableRandom r) {
        int variables = 2 + Math.min(r.nextInt(4), r.nextInt(4));
        double dense = List.of(0.94, 0.75, 0.6, 0.5).get(variables - 2);
        double merged = pick(r, List.of(0.0, 0.1, 0.3, 0.6));
        double inSessions = pick(r, List.of(0.0, 0.0, 0.2));
        int writers = 2 * variables;
        Draft d = new Draft(r, 3 * variables);
        List<Integer> places = Draws.shuffled(r, Draws.range(writers));
        // writer w is of variable w / 2, writes that key, and a key of its own for others to read
        for (int w = 0; w < writers; w++) {
            d.txn(w, d.write(w / 2), d.write(variables + w));
        }
        for (int w = 0; w < writers; w++) {
            int other = r.nextInt(writers);
            if (r.nextDouble() < merged && other / 2 != w / 2 && places.get(w) < places.get(other)) {
                readFirst(d, other, Op.read(w / 2, 1 + w % 2));
                continue;
            }
            int reader = d.txn(r.nextDouble() < inSessions ? other : d.newSession(), Op.read(w / 2, 1 + w % 2));
            for (int before = 0; before < writers; before++) {
                if (before / 2 != w / 2 && r.nextDouble() < dense) {
                    readFirst(d, reader, Op.read(variables + before, 1));
                }
            }
        }
        TinyHistory h = d.done();
        return r.nextInt(6) == 0 ? TinyChanges.decorate(h, r) : h;
    }

    private static void readFirst(Draft d, int reader, Op read) {
        if (d.txns.get(reader).stream().noneMatch(o -> o.key() == read.key())) {
            d.txns.get(reader).add(0, read);
        }
    }
}
