package org.isolde.oracle.rows;

import java.util.ArrayList;
import java.util.List;
import org.isolde.oracle.Dependencies;
import org.isolde.oracle.Facts;
import org.isolde.oracle.Relation;
import org.isolde.oracle.rows.RowFacts.Asked;
import org.isolde.oracle.rows.RowHistory.Op;
import org.isolde.oracle.rows.RowHistory.Txn;
import org.isolde.oracle.rows.RowHistory.Write;

/**
 * The dependencies of a history under a version order of each row, word by word.
 *
 * <p>Invariant: {@code orders.get(x)} has the writers of row x that count, each once; only the last version of each takes
 * part.
 */
final class RowGraph {
    /** Which of the versions that change the matches of a predicate read make dependencies. */
    enum Changers {
        ALL,
        /** The last one up to the version seen and the first one behind it, which are said to be enough. */
        NEAREST
    }

    private final RowFacts f;
    private final List<List<Integer>> orders;
    private final Changers changers;
    final Relation wr;
    final Relation predicateRw;
    private final Relation[] ww;
    private final Relation[] rw;
    private boolean seesFuture;

    RowGraph(RowFacts f, List<List<Integer>> orders, Changers changers) {
        this(f, orders, changers, f.asked);
    }

    /** The graph of the items of the first rows, with an order for each of these. */
    static RowGraph ofItems(RowFacts f, List<List<Integer>> orders) {
        return new RowGraph(f, orders, Changers.ALL, List.of());
    }

    private RowGraph(RowFacts f, List<List<Integer>> orders, Changers changers, List<Asked> asked) {
        this.f = f;
        this.orders = orders;
        this.changers = changers;
        int n = f.items.n;
        wr = f.items.wr.or();
        predicateRw = new Relation(n);
        ww = new Relation[orders.size()];
        rw = new Relation[orders.size()];
        for (int x = 0; x < orders.size(); x++) {
            ww[x] = new Relation(n);
            rw[x] = new Relation(n);
            items(x);
        }
        for (Asked a : asked) {
            if (a.read().sees() != null) {
                for (String row : f.rowsOf(a.read().table())) {
                    predicate(a, f.rows.indexOf(row));
                }
            }
        }
    }

    Dependencies dependencies() {
        return new Dependencies(f.items.so, f.items.rt, wr, ww, rw, predicateRw);
    }

    /** Whether a predicate read saw a version behind one that its transaction wrote later. */
    boolean seesFuture() {
        return seesFuture;
    }

    /** Whether some version of {@code late} follows one of {@code early}, with none in between. */
    boolean overwrites(int late, int early) {
        return orders.stream().anyMatch(o -> o.contains(early) && o.indexOf(late) == o.indexOf(early) + 1);
    }

    private void items(int x) {
        List<Integer> order = orders.get(x);
        for (int i = 0; i < order.size(); i++) {
            for (int j = i + 1; j < order.size(); j++) {
                ww[x].add(order.get(i), order.get(j));
            }
        }
        for (Facts.Read r : f.items.reads) {
            if (r.key() == x) {
                int read = r.writer() == Facts.INIT ? -1 : order.indexOf(r.writer());
                for (int later : order.subList(read + 1, order.size())) {
                    if (later != r.reader()) {
                        rw[x].add(r.reader(), later);
                    }
                }
            }
        }
    }

    private void predicate(Asked a, int x) {
        String row = f.rows.get(x);
        Integer version = a.read().sees().get(row);
        // place of what was seen in the version order, 0 being the unborn version
        int seen = 0;
        if (version != null) {
            Txn writer = f.writer(row, version);
            int number = writer == null ? -1 : f.number(writer);
            if (number < 0 || number == a.t()) {
                return; // no such version, or its own
            }
            seen = 1 + orders.get(x).indexOf(number);
        }
        List<Write> chain = new ArrayList<>();
        chain.add(null);
        orders.get(x).forEach(t -> chain.add(f.txn(t).lastWritten(row)));
        List<Integer> before = new ArrayList<>();
        List<Integer> after = new ArrayList<>();
        for (int i = 1; i < chain.size(); i++) {
            String condition = a.read().condition();
            if (Answers.matches(condition, chain.get(i)) != Answers.matches(condition, chain.get(i - 1))) {
                (i <= seen ? before : after).add(orders.get(x).get(i - 1));
            }
        }
        if (changers == Changers.NEAREST) {
            before = before.subList(Math.max(0, before.size() - 1), before.size());
            after = after.subList(0, Math.min(1, after.size()));
        }
        for (int writer : before) {
            if (writer != a.t()) {
                wr.add(writer, a.t());
            }
        }
        for (int writer : after) {
            if (writer != a.t()) {
                predicateRw.add(a.t(), writer);
            }
        }
        List<Op> later =
                f.txn(a.t()).ops().subList(a.op() + 1, f.txn(a.t()).ops().size());
        boolean writesLater =
                later.stream().anyMatch(op -> op instanceof Write w && w.row().equals(row));
        seesFuture |= writesLater && seen > 1 + orders.get(x).indexOf(a.t());
    }
}
