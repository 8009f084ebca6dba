package org.isolde.oracle;

import java.util.Arrays;
import java.util.List;
import org.isolde.oracle.Facts.Read;

/** Holds an order of transactions that a checker gives as the reason why a level is satisfied to the level's definition. */
public final class TinyWitness {
    private final Facts f;

    public TinyWitness(TinyHistory h, Oracle.Flags flags) {
        f = Oracle.facts(h, flags);
    }

    /**
     * Whether the order of all counted transactions, by their ids, explains the history at a level that is defined by a
     * dependency graph (the versions of every key being in the order of their writers), or at {@code lin}.
     */
    public boolean explains(String level, List<String> order) {
        int[] place = new int[f.n];
        for (int t = 0; t < f.n; t++) {
            place[t] = order.indexOf(f.txns.get(t).id());
        }
        if (order.size() != f.n || Arrays.stream(place).anyMatch(p -> p < 0)) {
            return false;
        }
        if (level.equals("lin")) {
            return linearizedBy(f, place);
        }
        Oracle.Graph g = new Oracle.Graph(f);
        for (int x = 0; x < f.keys; x++) {
            for (int t = 0; t < f.n; t++) {
                for (int later = 0; later < f.n; later++) {
                    if ((f.writers[x] >> t & f.writers[x] >> later & 1) != 0 && place[t] < place[later]) {
                        g.ww[x].add(t, later);
                    }
                }
            }
            for (Read r : f.reads) {
                for (int t = 0; t < f.n; t++) {
                    boolean overwrites =
                            r.writer() == Facts.INIT ? (f.writers[x] >> t & 1) != 0 : g.ww[x].has(r.writer(), t);
                    if (r.key() == x && r.reader() != t && overwrites) {
                        g.rw[x].add(r.reader(), t);
                    }
                }
            }
            for (int t = 0; t < f.n; t++) {
                if ((f.evidence[x].after(t) & ~g.ww[x].after(t)) != 0) {
                    return false;
                }
            }
        }
        return !f.contradictory
                && (f.readConsistent || level.equals("ru"))
                && Oracle.condition(f, level).test(g)
                && (!(level.equals("ser") || level.equals("sser")) || failedRightly(f, place));
    }

    private static boolean failedRightly(Facts f, int[] place) {
        for (int reader = 0; reader < f.n; reader++) {
            int t = reader;
            boolean right = f.failedRightly(t, key -> {
                int last = Facts.INIT;
                for (int w = 0; w < f.n; w++) {
                    boolean before = (f.writers[key] >> w & 1) != 0 && place[w] < place[t];
                    last = before && (last == Facts.INIT || place[last] < place[w]) ? w : last;
                }
                return last;
            });
            if (!right) {
                return false;
            }
        }
        return true;
    }

    /** Whether the places of the transactions of each key contain rt and explain every read. */
    private static boolean linearizedBy(Facts f, int[] place) {
        int[] current = new int[f.keys];
        Arrays.fill(current, Facts.INIT);
        int done = 0;
        for (int p = 0; p < f.n; p++) {
            int t = 0;
            while (place[t] != p) {
                t++;
            }
            int x = f.txns.get(t).ops().get(0).key();
            for (int later = 0; later < f.n; later++) {
                boolean sameKey = f.txns.get(later).ops().get(0).key() == x;
                if (sameKey
                        && (done >> later & 1) != 0
                        && f.rt.or(f.evidence[x]).has(t, later)) {
                    return false;
                }
            }
            if (!Oracle.explained(f, t, current[x])) {
                return false;
            }
            current[x] = (f.writers[x] >> t & 1) != 0 ? t : current[x];
            done |= 1 << t;
        }
        return f.readConsistent;
    }
}
