package org.isolde.oracle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.isolde.oracle.TinyHistory.Kind;
import org.isolde.oracle.TinyHistory.Op;
import org.isolde.oracle.TinyHistory.Status;
import org.isolde.oracle.TinyHistory.Txn;

/**
 * What {@link Oracle} knows of a history before any order is guessed: T, so, rt, wr, who writes which key, whether
 * reads are consistent, and what the version order must contain. Word by word what docs/levels.md says of all levels.
 *
 * <p>Invariant: transactions are the indices of {@code txns}, the counted ones (T) only; the initial transaction is
 * not among them and shows as {@link #INIT} where somebody reads from it; {@code reads} holds the external reads
 * only (never from itself); {@code so}, {@code rt}, {@code wr} and {@code evidence} have no pair (a, a).
 */
public final class Facts {
    /** The initial transaction, as the writer in a read. */
    public static final int INIT = -1;

    /** Transaction {@code reader} reads {@code key} from {@code writer} in its operation number {@code op}. */
    public record Read(int reader, int op, int key, int writer) {}

    /**
     * Transaction {@code t} found another value of the key than the one expected.
     *
     * @param own what it had written to the key itself before, or null
     */
    record Failed(int t, int key, int expected, Integer own) {}

    public final boolean timed;
    final int keys;
    public final List<Txn> txns = new ArrayList<>();
    public final int n;
    public final Relation so;
    public final Relation rt;
    public final Relation wr;
    /** Whether a value was written twice by those in T, so that nobody can know what a read of it saw. */
    final boolean repeated;
    /** The failed compare-and-sets. */
    final List<Failed> failed = new ArrayList<>();
    /** All external reads. */
    public final List<Read> reads = new ArrayList<>();
    /** Per key its writers, as bits. */
    public final int[] writers;
    /** Per key the pairs that its version order must contain. */
    public final Relation[] evidence;
    /** No thin-air, aborted, intermediate or future read; own writes are seen; version orders name versions. */
    public final boolean readConsistent;
    /** Of some key no order of its versions has all that version orders, lists and own writes say. */
    public final boolean contradictory;

    private final TinyHistory history;
    private final boolean versionOrder;
    private final List<Txn> all;
    /** By key and value the places in {@code all} of those who wrote it. */
    private final Map<List<Integer>, List<Integer>> writersOf = new HashMap<>();
    /** By place in {@code all} the place in {@code txns}; -1 for those that don't count. */
    private final int[] counted;

    private boolean consistent = true;

    Facts(TinyHistory history, boolean sessionOrder, boolean versionOrder) {
        this(history, sessionOrder, versionOrder, Set.of());
    }

    /** @param tookEffect unknown transactions, by their places in the history, that count whether they were read from or not */
    public Facts(TinyHistory history, boolean sessionOrder, boolean versionOrder, Set<Integer> tookEffect) {
        this.history = history;
        this.versionOrder = versionOrder;
        all = history.txns();
        timed = history.timed() || all.isEmpty();
        keys = history.keys();
        for (int t = 0; t < all.size(); t++) {
            for (Op o : all.get(t).ops()) {
                if (o.writes()) {
                    writersOf
                            .computeIfAbsent(List.of(o.key(), o.value()), version -> new ArrayList<>())
                            .add(t);
                }
            }
        }
        counted = new int[all.size()];
        count(tookEffect);
        n = txns.size();
        repeated = writersOf.values().stream()
                .anyMatch(
                        writers -> writers.stream().filter(t -> counted[t] >= 0).count() > 1);
        so = new Relation(n);
        rt = new Relation(n);
        wr = new Relation(n);
        writers = new int[keys];
        evidence = new Relation[keys];
        orders(sessionOrder);
        for (int t = 0; t < n; t++) {
            List<Op> ops = txns.get(t).ops();
            for (int i = 0; i < ops.size(); i++) {
                switch (ops.get(i).kind()) {
                    case READ -> register(t, i);
                    case LIST_READ -> list(t, i);
                    case CAS_FAILED -> failed(t, i);
                    default -> writers[ops.get(i).key()] |= 1 << t;
                }
            }
        }
        for (Read r : reads) {
            if (r.writer() != INIT) {
                wr.add(r.writer(), r.reader());
            }
        }
        for (int x = 0; x < keys; x++) {
            evidence[x] = new Relation(n);
            evidenceOfVersionOrder(x);
            evidenceOfLists(x);
        }
        boolean contradiction = false;
        for (int x = 0; x < keys; x++) {
            contradiction |= isContradictory(x);
        }
        contradictory = contradiction;
        readConsistent = consistent && !contradictory;
    }

    /** The union of what the version orders of all keys must contain. */
    Relation allEvidence() {
        return new Relation(n).or(evidence);
    }

    /**
     * T: the committed, and the least set of unknown ones that were read from; if several wrote the value that was read,
     * all unknown ones of these, for each may be the one.
     */
    private void count(Set<Integer> tookEffect) {
        Set<Integer> members = new HashSet<>(tookEffect);
        for (int t = 0; t < all.size(); t++) {
            if (all.get(t).status() == Status.COMMITTED) {
                members.add(t);
            }
        }
        if (versionOrder) {
            history.versions().forEach((key, order) -> order.forEach(v -> countUnknown(members, key, v)));
        }
        int before;
        do {
            before = members.size();
            for (int t : List.copyOf(members)) {
                for (Op o : all.get(t).ops()) {
                    if (o.kind() == Kind.READ) {
                        countUnknown(members, o.key(), o.value());
                    } else if (o.kind() == Kind.LIST_READ) {
                        o.list().forEach(v -> countUnknown(members, o.key(), v));
                    }
                }
            }
        } while (members.size() > before);
        for (int t = 0; t < all.size(); t++) {
            counted[t] = members.contains(t) ? txns.size() : -1;
            if (members.contains(t)) {
                txns.add(all.get(t));
            }
        }
    }

    private void countUnknown(Set<Integer> members, int key, int value) {
        for (int writer : writersOf.getOrDefault(List.of(key, value), List.of())) {
            if (all.get(writer).status() == Status.UNKNOWN) {
                members.add(writer);
            }
        }
    }

    /** The place in {@code all} of who wrote the value: of one that counts if there is one; -1 if nobody did. */
    private int writerOf(int key, int value) {
        int found = -1;
        for (int writer : writersOf.getOrDefault(List.of(key, value), List.of())) {
            found = found < 0 || counted[writer] >= 0 ? writer : found;
        }
        return found;
    }

    /** The number in T of who wrote the value; -1 if nobody that counts did. */
    private int countedWriterOf(int key, int value) {
        int writer = writerOf(key, value);
        return writer < 0 ? -1 : counted[writer];
    }

    private void orders(boolean sessionOrder) {
        int first = 0;
        for (List<Txn> session : history.sessions()) {
            for (int i = 0; i < session.size(); i++) {
                for (int j = i + 1; j < session.size(); j++) {
                    int a = counted[first + i];
                    int b = counted[first + j];
                    if (sessionOrder && a >= 0 && b >= 0 && session.get(i).status() != Status.UNKNOWN) {
                        so.add(a, b);
                    }
                }
            }
            first += session.size();
        }
        for (int a = 0; a < n; a++) {
            for (int b = 0; b < n; b++) {
                if (timed
                        && txns.get(a).status() != Status.UNKNOWN
                        && txns.get(a).end() < txns.get(b).begin()) {
                    rt.add(a, b);
                }
            }
        }
    }

    /** The values that t wrote to the key before its operation i. */
    private List<Integer> ownBefore(int t, int i, int key) {
        List<Integer> own = new ArrayList<>();
        for (Op o : txns.get(t).ops().subList(0, i)) {
            if (o.writes() && o.key() == key) {
                own.add(o.value());
            }
        }
        return own;
    }

    /** Operation i of t is a register read. */
    private void register(int t, int i) {
        Op o = txns.get(t).ops().get(i);
        List<Integer> own = ownBefore(t, i, o.key());
        if (!own.isEmpty()) {
            demand(o.value() == last(own)); // own writes are seen, the latest of them
        } else {
            external(t, i, o.key(), o.value());
        }
    }

    private void failed(int t, int i) {
        Op o = txns.get(t).ops().get(i);
        List<Integer> own = ownBefore(t, i, o.key());
        failed.add(new Failed(t, o.key(), o.value(), own.isEmpty() ? null : last(own)));
    }

    /** Whether the failed compare-and-sets of t found other values, if {@code writer} was the last to write the key. */
    boolean failedRightly(int t, IntUnaryOperator writer) {
        for (Failed f : failed) {
            if (f.t() == t) {
                int from = writer.applyAsInt(f.key());
                int before =
                        from == INIT ? TinyHistory.INITIAL : last(txns.get(from).written(f.key()));
                if (f.expected() == (f.own() == null ? before : f.own())) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Operation i of t reads the value from outside of t. */
    private void external(int t, int i, int key, int value) {
        if (value == TinyHistory.INITIAL) {
            reads.add(new Read(t, i, key, INIT));
            return;
        }
        int writer = writerOf(key, value);
        boolean fine = writer >= 0 // thin air
                && counted[writer] >= 0 // aborted
                && counted[writer] != t // future
                && last(all.get(writer).written(key)) == value; // intermediate
        demand(fine);
        if (fine) {
            reads.add(new Read(t, i, key, counted[writer]));
        }
    }

    /**
     * Operation i of t is a list read: an external list and then its own appends so far. In an external list each
     * element was appended by a transaction that did not abort and is not t; the appends of one transaction stand
     * together, in program order and from its first one on; the last element is read like a register, by this operation.
     */
    private void list(int t, int i) {
        Op o = txns.get(t).ops().get(i);
        List<Integer> own = ownBefore(t, i, o.key());
        int split = o.list().size() - own.size();
        if (split < 0 || !o.list().subList(split, o.list().size()).equals(own)) {
            demand(false);
            return;
        }
        List<Integer> outside = o.list().subList(0, split);
        for (int p = 0; p < outside.size(); p++) {
            int writer = writerOf(o.key(), outside.get(p));
            demand(writer >= 0 && counted[writer] >= 0 && counted[writer] != t);
            if (writer >= 0) {
                List<Integer> appended = all.get(writer).written(o.key());
                int from = p - appended.indexOf(outside.get(p));
                demand(from >= 0
                        && from + appended.size() <= outside.size()
                        && outside.subList(from, from + appended.size()).equals(appended));
            }
        }
        external(t, i, o.key(), outside.isEmpty() ? TinyHistory.INITIAL : last(outside));
    }

    /** A version-order line: those named follow each other; a value that no counted transaction wrote is a finding. */
    private void evidenceOfVersionOrder(int x) {
        if (versionOrder) {
            List<Integer> order = givenOrder(x);
            order.forEach(v -> demand(v == TinyHistory.INITIAL || countedWriterOf(x, v) >= 0));
            follow(x, order);
        }
    }

    /** The version-order line of x, without initial versions at its beginning, where one is implied. */
    private List<Integer> givenOrder(int x) {
        List<Integer> order = history.versions().getOrDefault(x, List.of());
        int first = 0;
        while (first < order.size() && order.get(first) == TinyHistory.INITIAL) {
            first++;
        }
        return order.subList(first, order.size());
    }

    /**
     * An external list is the beginning of the version order: its elements follow each other, and what was appended and is
     * not in it comes after it. What follows the external list are the reader's own appends, which say nothing of where
     * they stand among the others'.
     */
    private void evidenceOfLists(int x) {
        for (List<Integer> list : externalLists(x)) {
            follow(x, list);
            for (Txn t : txns) {
                for (int value : t.written(x)) {
                    if (!list.contains(value)) {
                        list.forEach(seen -> follow(x, List.of(seen, value)));
                    }
                }
            }
        }
    }

    private List<List<Integer>> externalLists(int x) {
        List<List<Integer>> lists = new ArrayList<>();
        for (int t = 0; t < txns.size(); t++) {
            for (int i = 0; i < txns.get(t).ops().size(); i++) {
                Op o = txns.get(t).ops().get(i);
                if (o.kind() == Kind.LIST_READ && o.key() == x) {
                    lists.add(externalList(t, i));
                }
            }
        }
        return lists;
    }

    /**
     * Whether no total order of the versions of x that T wrote, the initial one first, has all evidence: version-order
     * lines, lists (what is not in one comes after it), and the order in which a transaction wrote.
     */
    private boolean isContradictory(int x) {
        List<Integer> versions = new ArrayList<>(List.of(TinyHistory.INITIAL));
        txns.forEach(t -> versions.addAll(t.written(x)));
        Relation before = new Relation(versions.size());
        for (int v = 1; v < versions.size(); v++) {
            before.add(0, v);
        }
        txns.forEach(t -> inTurn(before, versions, t.written(x)));
        if (versionOrder) {
            inTurn(before, versions, givenOrder(x));
        }
        for (List<Integer> list : externalLists(x)) {
            inTurn(before, versions, list);
            for (int behind : versions.subList(1, versions.size())) {
                if (!list.contains(behind)) {
                    list.forEach(seen -> inTurn(before, versions, List.of(seen, behind)));
                }
            }
        }
        return !before.acyclic();
    }

    private static void inTurn(Relation before, List<Integer> versions, List<Integer> values) {
        for (int i = 0; i < values.size(); i++) {
            for (int j = i + 1; j < values.size(); j++) {
                int a = versions.indexOf(values.get(i));
                int b = versions.indexOf(values.get(j));
                if (a >= 0 && b >= 0) {
                    before.add(a, b);
                }
            }
        }
    }

    /** The list without the reader's own appends at its end; if they aren't there, what stands before any own one. */
    private List<Integer> externalList(int t, int i) {
        Op o = txns.get(t).ops().get(i);
        List<Integer> own = ownBefore(t, i, o.key());
        int split = o.list().size() - own.size();
        if (split >= 0 && o.list().subList(split, o.list().size()).equals(own)) {
            return o.list().subList(0, split);
        }
        int end = 0;
        while (end < o.list().size() && countedWriterOf(o.key(), o.list().get(end)) != t) {
            end++;
        }
        return o.list().subList(0, end);
    }

    /** Of the versions named, each writer in T comes before the writers of the later ones (itself excepted). */
    private void follow(int x, List<Integer> order) {
        for (int i = 0; i < order.size(); i++) {
            for (int j = i + 1; j < order.size(); j++) {
                int a = countedWriterOf(x, order.get(i));
                int b = countedWriterOf(x, order.get(j));
                if (a >= 0 && b >= 0 && a != b) {
                    evidence[x].add(a, b);
                }
            }
        }
    }

    private void demand(boolean condition) {
        consistent &= condition;
    }

    private static int last(List<Integer> list) {
        return list.get(list.size() - 1);
    }
}
