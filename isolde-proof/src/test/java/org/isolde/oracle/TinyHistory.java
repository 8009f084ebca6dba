package org.isolde.oracle;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.isolde.history.HistoryText;

/**
 * A history small enough to be decided by brute force, and to be pasted in a test as one line of text.
 *
 * <p>Invariant: immutable; ids are unique; the value 0 is the initial value of every key and never written; no
 * value is written twice to a key by committed transactions, nor twice by one transaction (an unknown one may write
 * what another one writes, and then {@link Oracle#isRefused} says whether anybody can know what was read); a key is
 * either a register (READ, WRITE) or a list (APPEND, LIST_READ); all transactions have begin and end or none has,
 * begin is not after end, and a transaction begins no earlier than the end of those before it in its session
 * (unknown ones excepted, which have no certain end). {@code parse(h.toString())} equals {@code h}.
 *
 * <p>Its text is that of {@link HistoryText}; keys are letters: x y z a b c ... are 0 1 2 3 4 5 ...
 */
public record TinyHistory(List<List<TinyHistory.Txn>> sessions, Map<Integer, List<Integer>> versions) {

    /** The letters of the keys 0, 1, 2, ... */
    private static final String KEYS = "xyzabcdefghijklmnopqrstuvw";

    /** The initial value of every key. */
    public static final int INITIAL = 0;

    /** How a transaction ended. */
    public enum Status {
        COMMITTED(""),
        ABORTED("!"),
        UNKNOWN("?");

        final String mark;

        Status(String mark) {
            this.mark = mark;
        }
    }

    /** What an operation does. */
    public enum Kind {
        READ("r"),
        WRITE("w"),
        APPEND("a"),
        LIST_READ("l"),
        /** A compare-and-set that failed: the value was another one than this. */
        CAS_FAILED("f");

        final String letter;

        Kind(String letter) {
            this.letter = letter;
        }

        /** Whether the operation installs a version: a write or an append. */
        public boolean writes() {
            return this == WRITE || this == APPEND;
        }
    }

    /** One operation. Invariant: {@code list} is null but for a LIST_READ, whose {@code value} is its last element. */
    public record Op(Kind kind, int key, int value, List<Integer> list) {

        public Op {
            if ((kind == Kind.LIST_READ) != (list != null)) {
                throw new IllegalArgumentException("only a list read has a list");
            }
            if (kind.writes() && value == INITIAL) {
                throw new IllegalArgumentException("the initial value can't be written");
            }
            list = list == null ? null : List.copyOf(list);
        }

        public static Op read(int key, int value) {
            return new Op(Kind.READ, key, value, null);
        }

        public static Op write(int key, int value) {
            return new Op(Kind.WRITE, key, value, null);
        }

        public static Op append(int key, int value) {
            return new Op(Kind.APPEND, key, value, null);
        }

        public static Op listRead(int key, List<Integer> list) {
            return new Op(Kind.LIST_READ, key, list.isEmpty() ? INITIAL : list.get(list.size() - 1), list);
        }

        public static Op casFailed(int key, int expected) {
            return new Op(Kind.CAS_FAILED, key, expected, null);
        }

        public boolean writes() {
            return kind.writes();
        }

        @Override
        public String toString() {
            String shown =
                    list == null ? String.valueOf(value) : list.toString().replace(" ", "");
            return kind.letter + "(" + keyName(key) + "," + shown + ")";
        }
    }

    /** One transaction. Invariant: begin and end are both -1 (absent) or both not negative, begin not after end. */
    public record Txn(String id, Status status, List<Op> ops, long begin, long end) {

        public Txn {
            ops = List.copyOf(ops);
            if (!(begin == -1 && end == -1) && (begin < 0 || end < begin)) {
                throw new IllegalArgumentException(id + ": begin " + begin + ", end " + end);
            }
        }

        public boolean timed() {
            return begin >= 0;
        }

        /** The values that it writes to the key, in program order. */
        public List<Integer> written(int key) {
            List<Integer> values = new ArrayList<>();
            for (Op o : ops) {
                if (o.writes() && o.key() == key) {
                    values.add(o.value());
                }
            }
            return values;
        }

        @Override
        public String toString() {
            StringBuilder s = new StringBuilder(id).append(status.mark);
            if (timed()) {
                s.append('@').append(begin).append('-').append(end == Long.MAX_VALUE ? "" : end);
            }
            return s.append('{')
                    .append(String.join(" ", ops.stream().map(Op::toString).toList()))
                    .append('}')
                    .toString();
        }
    }

    public TinyHistory {
        sessions = sessions.stream().map(List::copyOf).toList();
        Map<Integer, List<Integer>> copy = new TreeMap<>();
        versions.forEach((k, v) -> copy.put(k, List.copyOf(v)));
        versions = Collections.unmodifiableMap(copy);
        check(sessions);
    }

    public TinyHistory(List<List<Txn>> sessions) {
        this(sessions, Map.of());
    }

    /** All transactions, session by session. */
    public List<Txn> txns() {
        return sessions.stream().flatMap(List::stream).toList();
    }

    /** Whether its transactions have begin and end. */
    public boolean timed() {
        List<Txn> all = txns();
        return !all.isEmpty() && all.get(0).timed();
    }

    /** One more than the largest key. */
    public int keys() {
        int keys = versions.keySet().stream().mapToInt(k -> k + 1).max().orElse(0);
        for (Txn t : txns()) {
            keys = Math.max(
                    keys, t.ops().stream().mapToInt(o -> o.key() + 1).max().orElse(0));
        }
        return keys;
    }

    /** The same history with another version order. */
    public TinyHistory withVersions(Map<Integer, List<Integer>> order) {
        return new TinyHistory(sessions, order);
    }

    static int key(String name) {
        int key = KEYS.indexOf(name);
        if (key < 0 || name.length() != 1) {
            throw new IllegalArgumentException("no key of a tiny history: " + name);
        }
        return key;
    }

    public static String keyName(int key) {
        return KEYS.substring(key, key + 1);
    }

    private static void check(List<List<Txn>> sessions) {
        List<Txn> all = sessions.stream().flatMap(List::stream).toList();
        Set<String> ids = new HashSet<>();
        Set<List<Integer>> written = new HashSet<>();
        Map<Integer, Boolean> isList = new TreeMap<>();
        for (Txn t : all) {
            if (!ids.add(t.id())) {
                throw new IllegalArgumentException("two transactions " + t.id());
            }
            if (t.timed() != all.get(0).timed()) {
                throw new IllegalArgumentException("begin and end: of all transactions or of none");
            }
            Set<List<Integer>> own = new HashSet<>();
            for (Op o : t.ops()) {
                boolean list = o.kind() == Kind.APPEND || o.kind() == Kind.LIST_READ;
                if (Boolean.valueOf(!list).equals(isList.putIfAbsent(o.key(), list))) {
                    throw new IllegalArgumentException("both register and list: " + keyName(o.key()));
                }
                List<Integer> version = List.of(o.key(), o.value());
                if (o.writes() && (!own.add(version) || t.status() == Status.COMMITTED && !written.add(version))) {
                    throw new IllegalArgumentException("written twice: " + o);
                }
            }
        }
        for (List<Txn> session : sessions) {
            long free = -1;
            for (Txn t : session) {
                if (t.timed() && t.begin() < free) {
                    throw new IllegalArgumentException(t.id() + " overlaps another of its session");
                }
                free = t.status() == Status.UNKNOWN ? free : t.end();
            }
        }
    }

    @Override
    public String toString() {
        StringBuilder s = new StringBuilder();
        for (List<Txn> session : sessions) {
            s.append(s.length() == 0 ? "" : " | ");
            s.append(String.join(" ", session.stream().map(Txn::toString).toList()));
        }
        if (!versions.isEmpty()) {
            s.append(" #");
            versions.forEach((k, v) ->
                    s.append(' ').append(keyName(k)).append(v.toString().replace(" ", "")));
        }
        return s.toString();
    }

    /** The inverse of {@link #toString()}; throws IllegalArgumentException for what is no tiny history. */
    public static TinyHistory parse(String text) {
        return TinyHistories.of(HistoryText.parse(text));
    }
}
