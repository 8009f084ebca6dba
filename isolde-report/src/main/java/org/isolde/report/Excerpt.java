package org.isolde.report;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.HistoryBuilder;
import org.isolde.history.OpKind;
import org.isolde.history.Rows;
import org.isolde.history.Scalars;
import org.isolde.history.Segment;

/**
 * A part of a history as a history of its own: some of its transactions, with some of their operations.
 *
 * <p>Everything keeps its name: a transaction without an id gets the name that reports call it by. Lists and given version
 * orders lose the elements whose writes are left out, and nothing else. Rows keep their columns; what becomes of predicate reads
 * {@link KeptPredicates} says. The evidence and the header stay. Transactions that are
 * left out here are not missing: a gap in the numbers of a session is one only where the whole has it too.
 */
final class Excerpt {
    private final History history;
    private final int[] original;

    private Excerpt(History history, int[] original) {
        this.history = history;
        this.original = original;
    }

    /**
     * Takes these transactions out of a history.
     *
     * @param transactions their numbers, in any order
     * @param keeps which of their operations stay
     */
    static Excerpt of(History source, int[] transactions, IntPredicate keeps) {
        return of(source, transactions, keeps, KeptPredicates.ofItems(source, keeps));
    }

    /**
     * The same, with a choice of predicate reads.
     *
     * @param predicates null if the history has no rows
     */
    static Excerpt of(History source, int[] transactions, IntPredicate keeps, KeptPredicates predicates) {
        BitSet chosen = new BitSet();
        for (int t : transactions) {
            chosen.set(t);
        }
        Set<Integer> written = new HashSet<>();
        chosen.stream().forEach(t -> {
            for (int op = source.firstOp(t); op < source.firstOp(t + 1); op++) {
                if (source.isWrite(op) && keeps.test(op)) {
                    written.add(source.value(op));
                }
            }
        });
        IntPredicate hasValue = value -> source.writer(value) == History.NOBODY || written.contains(value);
        HistoryBuilder builder = new HistoryBuilder();
        builder.initialValue(source.initialCode(), source.scalars());
        if (!source.hasInitialVersions()) {
            builder.withoutInitialVersions();
        }
        source.header().forEach(builder::header);
        Segment segment = builder.segment();
        if (predicates != null) {
            segment.hasRows();
        }
        int[] arrived = arrivals(source, chosen);
        Map<Integer, Integer> numbers = numbersInSessions(source, chosen);
        for (int t : arrived) {
            copyTransaction(source, t, numbers.get(t), segment, keeps, hasValue, predicates);
        }
        copyVersions(source, segment, hasValue, predicates);
        try {
            return new Excerpt(builder.build(), numbering(source, arrived));
        } catch (BadHistoryException e) {
            throw new IllegalStateException("a part of a good history is bad: " + e.getMessage(), e);
        }
    }

    History history() {
        return history;
    }

    /** The number that a transaction of the excerpt has in the history it comes from. */
    int original(int transaction) {
        return original[transaction];
    }

    /** The chosen transactions in the order of the input. */
    private static int[] arrivals(History source, BitSet chosen) {
        int[] arrived = new int[chosen.cardinality()];
        int count = 0;
        for (int place = 0; place < source.transactions() && count < arrived.length; place++) {
            int t = source.arrival(place);
            if (chosen.get(t)) {
                arrived[count++] = t;
            }
        }
        return arrived;
    }

    /** For each chosen transaction its number in its session: one after the other, and one left out where the source has a gap. */
    private static Map<Integer, Integer> numbersInSessions(History source, BitSet chosen) {
        Map<Integer, Integer> numbers = new HashMap<>();
        int session = -1;
        int next = 0;
        for (int t = chosen.nextSetBit(0); t >= 0; t = chosen.nextSetBit(t + 1)) {
            if (source.session(t) != session) {
                session = source.session(t);
                next = 0;
            }
            next += source.isAfterGap(t) ? 1 : 0;
            numbers.put(t, next++);
        }
        return numbers;
    }

    /** The builder numbers sessions by first appearance, and within a session by sequence, which goes with the old number. */
    private static int[] numbering(History source, int[] arrived) {
        int[] place = new int[source.sessions()];
        int sessions = 0;
        Integer[] byNumber = new Integer[arrived.length];
        for (int i = 0; i < arrived.length; i++) {
            byNumber[i] = arrived[i];
            int session = source.session(arrived[i]);
            if (place[session] == 0) {
                place[session] = ++sessions;
            }
        }
        Arrays.sort(byNumber, (a, b) -> {
            int order = Integer.compare(place[source.session(a)], place[source.session(b)]);
            return order != 0 ? order : Integer.compare(a, b);
        });
        int[] original = new int[arrived.length + 1];
        for (int i = 0; i < byNumber.length; i++) {
            original[i + 1] = byNumber[i];
        }
        return original;
    }

    private static void copyTransaction(
            History source,
            int t,
            int number,
            Segment segment,
            IntPredicate keeps,
            IntPredicate hasValue,
            KeptPredicates predicates) {
        Scalars from = source.scalars();
        Scalars to = segment.scalars();
        long id = source.idCode(t);
        segment.begin(
                to.adopt(source.sessionCode(source.session(t)), from),
                id == Segment.NO_ID ? to.text(source.transactionName(t)) : to.adopt(id, from),
                0);
        segment.seq(number);
        segment.status(source.status(t));
        if (source.hasRealTime()) {
            segment.realTime(source.begin(t), source.end(t));
        }
        if (source.hasDisplayTime()) {
            segment.displayTime(source.displayBegin(t), source.displayEnd(t));
        }
        if (source.hasTimestamps()) {
            segment.start(source.startPhysical(t), source.startLogical(t));
            segment.commit(source.commitPhysical(t), source.commitLogical(t));
        }
        if (source.hasOrder() && !Double.isNaN(source.order(t))) {
            segment.order(source.order(t));
        }
        if (predicates != null) {
            predicates.copyNumbers(t, segment);
        }
        for (Statement statement : Statement.of(source, t)) {
            if (statement.predicate() >= 0) {
                predicates.copy(statement, keeps, segment);
            }
            for (int op = statement.first(); op < statement.end(); op++) {
                if (keeps.test(op)) {
                    copyColumns(source, op, segment);
                    copyOperation(source, op, segment, hasValue);
                }
            }
        }
    }

    private static void copyColumns(History source, int op, Segment segment) {
        Rows rows = source.rows();
        int image = rows == null ? -1 : rows.image(op);
        if (image < 0) {
            return;
        }
        Scalars to = segment.scalars();
        int count = rows.imageEnd(image) - rows.imageFirst(image);
        long[] names = new long[count];
        long[] values = new long[count];
        for (int i = 0; i < count; i++) {
            int entry = rows.imageFirst(image) + i;
            names[i] = to.adopt(rows.columnCode(rows.imageColumn(entry)), source.scalars());
            values[i] = to.adopt(rows.imageValue(entry), source.scalars());
        }
        segment.image(segment.operationsOfCurrent(), names, values, count);
    }

    private static void copyOperation(History source, int op, Segment segment, IntPredicate hasValue) {
        Scalars from = source.scalars();
        Scalars to = segment.scalars();
        long key = to.adopt(source.keyCode(source.key(op)), from);
        if (source.kind(op) != OpKind.LIST_READ) {
            segment.op(source.kind(op), key, to.adopt(source.valueCode(source.value(op)), from));
            return;
        }
        int list = source.listOf(op);
        long[] elements = new long[source.listFirst(list + 1) - source.listFirst(list)];
        int count = 0;
        for (int i = source.listFirst(list); i < source.listFirst(list + 1); i++) {
            if (hasValue.test(source.listElement(i))) {
                elements[count++] = to.adopt(source.valueCode(source.listElement(i)), from);
            }
        }
        segment.listRead(key, elements, count);
    }

    private static void copyVersions(
            History source, Segment segment, IntPredicate hasValue, KeptPredicates predicates) {
        if (predicates != null && predicates.copyOrders(segment, hasValue)) {
            return;
        }
        Scalars to = segment.scalars();
        for (int chain = 0; chain < source.versionChains(); chain++) {
            long[] values = Arrays.stream(source.versionChain(chain))
                    .filter(hasValue)
                    .mapToLong(value -> to.adopt(source.valueCode(value), source.scalars()))
                    .toArray();
            if (values.length > 0) {
                segment.versions(to.adopt(source.keyCode(source.versionChainKey(chain)), source.scalars()), values);
            }
        }
    }
}
