package org.isolde.check.timestamps;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.OpKind;
import org.isolde.history.Scalars;
import org.isolde.history.Status;

/**
 * What a check by timestamps has to find, by brute force: each axiom as its definition says it, with quantifiers as loops
 * over all transactions. It is for tiny histories and shares nothing with the checker.
 */
public final class TimestampOracle {
    /** A transaction and a key of its. */
    public record OfKey(int transaction, int key) implements Comparable<OfKey> {
        @Override
        public int compareTo(OfKey other) {
            return Comparator.comparingInt(OfKey::transaction)
                    .thenComparingInt(OfKey::key)
                    .compare(this, other);
        }
    }

    /** Two transactions, the one with the smaller number first, and a key that both write. */
    public record OfPair(int first, int second, int key) implements Comparable<OfPair> {
        @Override
        public int compareTo(OfPair other) {
            return Comparator.comparingInt(OfPair::first)
                    .thenComparingInt(OfPair::second)
                    .thenComparingInt(OfPair::key)
                    .compare(this, other);
        }
    }

    private record Time(long physical, long logical) implements Comparable<Time> {
        @Override
        public int compareTo(Time other) {
            return Comparator.comparingLong(Time::physical)
                    .thenComparingLong(Time::logical)
                    .compare(this, other);
        }
    }

    /** Where an event stands among all events. */
    private record Position(Time time, int order, int session, int place) {
        boolean isBefore(Position other) {
            return Comparator.comparing(Position::time)
                            .thenComparingInt(Position::order)
                            .thenComparingInt(Position::session)
                            .thenComparingInt(Position::place)
                            .compare(this, other)
                    < 0;
        }
    }

    private final History history;
    private final Level level;
    private final boolean sessionOrder;
    private final int[] sessionRank;
    private final List<Integer> transactions = new ArrayList<>();

    public final Set<Integer> startAfterCommit = new TreeSet<>();
    public final Set<Integer> session = new TreeSet<>();
    /** Operations. */
    public final Set<Integer> internal = new TreeSet<>();

    public final Set<OfKey> external = new TreeSet<>();
    /** Operations that don't see their snapshot, and that a transaction of unknown status may explain. */
    public final Set<Integer> open = new TreeSet<>();

    public final Set<OfPair> conflicts = new TreeSet<>();
    public final Set<OfPair> sameCommit = new TreeSet<>();
    public final Set<Integer> realTime = new TreeSet<>();

    public TimestampOracle(History history, Level level, boolean sessionOrder) {
        this.history = history;
        this.level = level;
        this.sessionOrder = sessionOrder;
        this.sessionRank = sessionRanks(history);
        for (int t = 1; t <= history.transactions(); t++) {
            if (history.isCommitted(t)) {
                if (start(t).compareTo(commit(t)) > 0) {
                    startAfterCommit.add(t);
                } else {
                    transactions.add(t);
                }
            }
        }
        for (int t : transactions) {
            session(t);
            reads(t);
            realTime(t);
            for (int other : transactions) {
                if (other < t) {
                    writers(other, t);
                }
            }
        }
    }

    /** {@code satisfied}, {@code violated} or {@code undecided}. */
    public String verdict() {
        return !findings().isEmpty() ? "violated" : open.isEmpty() ? "satisfied" : "undecided";
    }

    /** Every finding: its axiom and the numbers of what it is counted by. */
    public Set<String> findings() {
        Set<String> findings = new TreeSet<>();
        startAfterCommit.forEach(t -> findings.add("START_AFTER_COMMIT " + t));
        session.forEach(t -> findings.add("SESSION " + t));
        internal.forEach(op -> findings.add("INT " + op));
        external.forEach(of -> findings.add("EXT " + of.transaction + " " + of.key));
        conflicts.forEach(of -> findings.add("NOCONFLICT " + of.first + " " + of.second + " " + of.key));
        sameCommit.forEach(of -> findings.add("SAME_COMMIT " + of.first + " " + of.second + " " + of.key));
        realTime.forEach(t -> findings.add("REAL_TIME " + t));
        return findings;
    }

    /** The transactions that take part, by the position of their commit. */
    public List<Integer> commitOrder() {
        List<Integer> order = new ArrayList<>(transactions);
        order.sort((a, b) -> a.equals(b) ? 0 : commitPosition(a).isBefore(commitPosition(b)) ? -1 : 1);
        return order;
    }

    /** For each place of the commit order how many commits are before the start of the transaction there. */
    public List<Integer> snapshots() {
        List<Integer> snapshots = new ArrayList<>();
        for (int t : commitOrder()) {
            int commits = 0;
            for (int w : transactions) {
                commits += w != t && commitPosition(w).isBefore(startPosition(t)) ? 1 : 0;
            }
            snapshots.add(commits);
        }
        return snapshots;
    }

    // ---- order

    /** For each session how many sessions have a smaller name. */
    private static int[] sessionRanks(History history) {
        int[] ranks = new int[history.sessions()];
        for (int a = 0; a < ranks.length; a++) {
            for (int b = 0; b < ranks.length; b++) {
                ranks[a] += compareNames(history, b, a) < 0 ? 1 : 0;
            }
        }
        return ranks;
    }

    private static int compareNames(History history, int a, int b) {
        boolean numberA = history.scalars().kind(history.sessionCode(a)) == Scalars.Kind.NUMBER;
        boolean numberB = history.scalars().kind(history.sessionCode(b)) == Scalars.Kind.NUMBER;
        if (numberA != numberB) {
            return numberA ? -1 : 1;
        }
        String nameA = history.sessionName(a);
        String nameB = history.sessionName(b);
        return numberA
                ? new BigInteger(nameA).compareTo(new BigInteger(nameB))
                : Arrays.compare(
                        nameA.codePoints().toArray(), nameB.codePoints().toArray());
    }

    private Time start(int t) {
        return new Time(history.startPhysical(t), history.startLogical(t));
    }

    private Time commit(int t) {
        return new Time(history.commitPhysical(t), history.commitLogical(t));
    }

    private boolean isPoint(int t) {
        return start(t).equals(commit(t));
    }

    private boolean isWriter(int t) {
        for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
            if (isWrite(op)) {
                return true;
            }
        }
        return false;
    }

    private boolean isWrite(int op) {
        byte kind = history.kind(op);
        return kind == OpKind.WRITE || kind == OpKind.APPEND || kind == OpKind.CAS_WRITE;
    }

    private Position position(int t, Time time, int order) {
        return new Position(time, order, sessionRank[history.session(t)], t);
    }

    private Position startPosition(int t) {
        if (level != Level.SI) {
            return commitPosition(t);
        }
        return isPoint(t) ? commitPosition(t) : position(t, start(t), 3);
    }

    private Position commitPosition(int t) {
        int order;
        if (level == Level.SI) {
            order = !isPoint(t) ? 0 : isWriter(t) ? 1 : 2;
        } else {
            order = !isWriter(t) ? 2 : isPoint(t) ? 1 : 0;
        }
        return position(t, commit(t), order);
    }

    // ---- axioms

    private void session(int t) {
        if (!sessionOrder) {
            return;
        }
        int before = 0;
        for (int p : transactions) {
            if (p < t && history.session(p) == history.session(t)) {
                before = Math.max(before, p);
            }
        }
        if ((before != 0 && !commitPosition(before).isBefore(startPosition(t))) || history.isAfterGap(t)) {
            session.add(t);
        }
    }

    private void writers(int first, int second) {
        for (int key = 0; key < history.keys(); key++) {
            if (valuesWritten(first, key).isEmpty()
                    || valuesWritten(second, key).isEmpty()) {
                continue;
            }
            if (commit(first).equals(commit(second))) {
                sameCommit.add(new OfPair(first, second, key));
            }
            if (level == Level.SI
                    && !commitPosition(first).isBefore(startPosition(second))
                    && !commitPosition(second).isBefore(startPosition(first))) {
                conflicts.add(new OfPair(first, second, key));
            }
        }
    }

    private void realTime(int second) {
        if (level != Level.SSER) {
            return;
        }
        for (int first : transactions) {
            int order = commit(first).compareTo(commit(second));
            if (history.end(first) < history.begin(second) && (order > 0 || (order == 0 && isWriter(second)))) {
                realTime.add(second);
            }
        }
    }

    private List<Integer> valuesWritten(int t, int key) {
        List<Integer> values = new ArrayList<>();
        for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
            if (isWrite(op) && history.key(op) == key) {
                values.add(history.value(op));
            }
        }
        return values;
    }

    private List<Integer> snapshotList(int t, int key) {
        List<Integer> values = new ArrayList<>();
        for (int w : commitOrder()) {
            if (w != t && commitPosition(w).isBefore(startPosition(t))) {
                values.addAll(valuesWritten(w, key));
            }
        }
        return values;
    }

    private static int last(List<Integer> list) {
        return list.isEmpty() ? 0 : list.get(list.size() - 1);
    }

    private void reads(int t) {
        Map<Integer, Integer> current = new HashMap<>();
        Map<Integer, List<Integer>> lastList = new HashMap<>();
        Map<Integer, List<Integer>> own = new HashMap<>();
        for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
            int key = history.key(op);
            int value = history.value(op);
            switch (history.kind(op)) {
                case OpKind.READ, OpKind.CAS_READ -> {
                    if (!current.containsKey(key)) {
                        if (last(snapshotList(t, key)) != value) {
                            mismatch(t, op, isWrittenByUnknown(key, List.of(value)));
                        }
                    } else if (current.get(key) != value) {
                        internal.add(op);
                    }
                    current.put(key, value);
                }
                case OpKind.WRITE, OpKind.APPEND, OpKind.CAS_WRITE -> {
                    current.put(key, value);
                    own.computeIfAbsent(key, k -> new ArrayList<>()).add(value);
                }
                case OpKind.LIST_READ -> {
                    List<Integer> seen = elements(op);
                    List<Integer> added = own.getOrDefault(key, List.of());
                    int rest = seen.size() - added.size();
                    if (lastList.containsKey(key)) {
                        List<Integer> expected = new ArrayList<>(lastList.get(key));
                        expected.addAll(added);
                        if (!expected.equals(seen)) {
                            internal.add(op);
                        }
                    } else if (rest < 0 || !seen.subList(rest, seen.size()).equals(added)) {
                        internal.add(op);
                    } else if (!seen.subList(0, rest).equals(snapshotList(t, key))) {
                        mismatch(t, op, isWrittenByUnknown(key, seen));
                    }
                    lastList.put(key, seen);
                    own.remove(key);
                    current.put(key, last(seen));
                }
                case OpKind.CAS_FAILED -> {
                    if (!current.containsKey(key)) {
                        if (last(snapshotList(t, key)) == value) {
                            mismatch(t, op, isWrittenByUnknown(key, null));
                        }
                    } else if (current.get(key) == value) {
                        internal.add(op);
                    }
                }
                default -> throw new AssertionError(history.kind(op));
            }
        }
    }

    private void mismatch(int t, int op, boolean isOpen) {
        if (isOpen) {
            open.add(op);
        } else {
            external.add(new OfKey(t, history.key(op)));
        }
    }

    /** Whether a transaction of unknown status wrote one of the values to the key, or (null) any value at all. */
    private boolean isWrittenByUnknown(int key, List<Integer> values) {
        for (int t = 1; t <= history.transactions(); t++) {
            if (history.status(t) == Status.UNKNOWN) {
                for (int written : valuesWritten(t, key)) {
                    if (values == null || values.contains(written)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private List<Integer> elements(int op) {
        int list = history.listOf(op);
        List<Integer> elements = new ArrayList<>();
        for (int i = history.listFirst(list); i < history.listFirst(list + 1); i++) {
            int element = history.listElement(i);
            // the initial value, appended, is a value like any other: the same one as where it is written
            elements.add(
                    history.hasInitialVersions() && history.valueCode(element) == history.initialCode() ? 0 : element);
        }
        return elements;
    }

    @Override
    public String toString() {
        return level.text() + (sessionOrder ? "" : " without session order") + " " + verdict() + ": " + findings()
                + ", open " + open;
    }
}
