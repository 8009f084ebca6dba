package org.isolde.app.replay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.IntSupplier;
import org.isolde.app.replay.Excerpt.Transaction;
import org.isolde.app.replay.Relations.Overwrite;
import org.isolde.generate.RandomSource;

/**
 * An order of the steps of an excerpt that may have led to what was seen. A history says when a transaction began and
 * ended, and not when its operations took place; so the order is derived.
 *
 * <p>Always: the order within a transaction and within a session, and a transaction that had ended before another began is
 * before it. Then, each as far as it contradicts nothing before it:
 *
 * <ul>
 *   <li>a write is committed before the read that saw it, or at least done; of a transaction that was rolled back, the
 *       read comes before that end; a value that its writer replaced was read before that;
 *   <li>a read comes before the write that replaced what it saw; or at least before that write's commit; or at least its
 *       transaction's first operation does, as in a snapshot.
 * </ul>
 *
 * <p>An anomaly is a contradiction, so not all of this can hold. What is left open goes by time: the operations of a
 * transaction are taken to lie evenly between its begin and its end.
 */
public final class Interleaving {
    /** Not the read, but its transaction's first operation, comes before the commit of what replaced what it saw. */
    private static final int LOOSEST = 2;

    private final Excerpt excerpt;
    private final List<Transaction> transactions;
    /** Where the steps of a transaction begin among all. */
    private final int[] first;

    private final Precedence precedence;
    private final double[] time;

    /** @param looseness how loosely the next read is put before what replaced it: from 0 to {@link #LOOSEST} */
    private Interleaving(Excerpt excerpt, IntSupplier looseness) {
        this.excerpt = excerpt;
        this.transactions = excerpt.transactions();
        this.first = new int[transactions.size() + 1];
        for (int t = 0; t < transactions.size(); t++) {
            first[t + 1] = first[t] + transactions.get(t).operations().size() + 1;
        }
        this.precedence = new Precedence(first[transactions.size()]);
        this.time = new double[precedence.size()];
        times();
        certain();
        Relations relations = Relations.of(excerpt);
        relations.sources().forEach(this::readsFrom);
        overwrites(new ArrayList<>(relations.overwrites(step -> time[node(step)])), looseness);
    }

    /** The order that fits the recording best: reads stand before what replaced what they saw. */
    public static Schedule of(Excerpt excerpt) {
        Interleaving interleaving = new Interleaving(excerpt, () -> 0);
        return interleaving.schedule(interleaving.time);
    }

    /** The order by the recorded times if every transaction reads from a snapshot that its first operation takes. */
    static Schedule bySnapshots(Excerpt excerpt) {
        Interleaving interleaving = new Interleaving(excerpt, () -> LOOSEST);
        return interleaving.schedule(interleaving.time);
    }

    /** Another order that is as possible, by chance; the larger the spread, the less the recorded times count. */
    static Schedule variant(Excerpt excerpt, RandomSource random, double spread) {
        Interleaving interleaving = new Interleaving(excerpt, () -> random.below(LOOSEST + 1));
        double[] moved = interleaving.time.clone();
        double low = Double.MAX_VALUE;
        double high = -Double.MAX_VALUE;
        for (double each : moved) {
            low = Math.min(low, each);
            high = Math.max(high, each);
        }
        for (int i = 0; i < moved.length; i++) {
            moved[i] += (random.below(2001) - 1000) / 1000.0 * spread * Math.max(1, high - low);
        }
        return interleaving.schedule(moved);
    }

    private int node(Step step) {
        return first[step.transaction()] + step.operation();
    }

    private Step end(int transaction) {
        return new Step(transaction, transactions.get(transaction).endStep());
    }

    private void times() {
        long latest = 0;
        for (Transaction each : transactions) {
            latest = Math.max(latest, each.end() == Long.MAX_VALUE ? each.begin() : each.end());
        }
        for (int t = 0; t < transactions.size(); t++) {
            Transaction each = transactions.get(t);
            // of one that never got an answer nobody knows when it took effect
            double length = (each.end() == Long.MAX_VALUE ? latest : each.end()) - (double) each.begin();
            for (int i = 0; i <= each.endStep(); i++) {
                time[first[t] + i] =
                        each.begin() + length * (i + 1) / (each.operations().size() + 2);
            }
        }
    }

    private void certain() {
        for (int t = 0; t < transactions.size(); t++) {
            for (int node = first[t]; node + 1 < first[t + 1]; node++) {
                precedence.add(node, node + 1);
            }
            if (t + 1 < transactions.size()
                    && transactions.get(t).client() == transactions.get(t + 1).client()) {
                precedence.add(node(end(t)), first[t + 1]);
            }
        }
        for (int t = 0; excerpt.timed() && t < transactions.size(); t++) {
            for (int u = 0; u < transactions.size(); u++) {
                if (transactions.get(t).end() < transactions.get(u).begin()) {
                    precedence.addIfPossible(node(end(t)), first[u]);
                }
            }
        }
    }

    private void readsFrom(Relations.Source source) {
        int read = node(source.read());
        int write = node(source.write());
        int end = node(end(source.write().transaction()));
        Step replaced = source.replaced();
        if (transactions.get(source.write().transaction()).commits()
                && replaced == null
                && precedence.addIfPossible(end, read)) {
            return;
        }
        precedence.addIfPossible(write, read);
        if (replaced != null) {
            precedence.addIfPossible(read, node(replaced));
        }
        precedence.addIfPossible(read, end);
    }

    private void overwrites(List<Overwrite> found, IntSupplier looseness) {
        found.sort(Comparator.comparing((Overwrite each) -> !each.sure())
                .thenComparing(each -> time[node(each.read())])
                .thenComparing(each -> node(each.write())));
        for (Overwrite each : found) {
            int end = node(end(each.write().transaction()));
            int from = looseness.getAsInt();
            if (from == 0 && precedence.addIfPossible(node(each.read()), node(each.write()))
                    || from <= 1 && precedence.addIfPossible(node(each.read()), end)) {
                continue;
            }
            precedence.addIfPossible(first[each.read().transaction()], end);
        }
    }

    private Schedule schedule(double[] priority) {
        int[] open = precedence.predecessors();
        PriorityQueue<Integer> ready = new PriorityQueue<>(
                Comparator.comparingDouble((Integer node) -> priority[node]).thenComparing(node -> node));
        for (int node = 0; node < open.length; node++) {
            if (open[node] == 0) {
                ready.add(node);
            }
        }
        List<Step> order = new ArrayList<>();
        while (!ready.isEmpty()) {
            int node = ready.remove();
            order.add(step(node));
            for (int next : precedence.after(node)) {
                if (--open[next] == 0) {
                    ready.add(next);
                }
            }
        }
        return new Schedule(excerpt, order);
    }

    private Step step(int node) {
        int t = 0;
        while (first[t + 1] <= node) {
            t++;
        }
        return new Step(t, node - first[t]);
    }
}
