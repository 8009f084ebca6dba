package org.isolde.oracle;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
 * <p>Text: sessions are separated by {@code |}, transactions by blanks or {@code ;}, for example
 * {@code T1{w(x,1)} T2!{w(x,2)} | T3?@4-9{r(x,1) a(l,1) l(l,[1,2])} # x[1,2]}: {@code !} is aborted, {@code ?}
 * unknown, {@code @begin-end} optional, {@code r w a l f} are READ, WRITE, APPEND, LIST_READ, CAS_FAILED, and what follows
 * {@code #} is the version order of some keys, before which the initial version is implied. Keys are letters: x y z a b c ... are 0 1 2 3 4 5 ...
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
                s.append('@').append(begin).append('-').append(end);
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

    private static final Pattern TXN =
            Pattern.compile("\\s*;?\\s*(\\w+)([!?]?)(?:@(\\d+)-(\\d+))?\\{([^}]*)}\\s*;?\\s*");
    private static final Pattern OP =
            Pattern.compile("\\s*([rwalf])\\(([a-z]),\\s*(?:(-?\\d+)|\\[([-\\d,\\s]*)])\\)\\s*,?\\s*");
    private static final Pattern VERSIONS = Pattern.compile("\\s*([a-z])\\[([-\\d,\\s]*)]\\s*");

    /** The inverse of {@link #toString()}; throws IllegalArgumentException for anything else. */
    public static TinyHistory parse(String text) {
        int hash = text.indexOf('#');
        String body = hash < 0 ? text : text.substring(0, hash);
        List<List<Txn>> sessions = new ArrayList<>();
        for (String part : body.isBlank() ? new String[0] : body.split("\\|")) {
            List<Txn> session = new ArrayList<>();
            for (Matcher m : matches(TXN, part)) {
                Status status = "!".equals(m.group(2))
                        ? Status.ABORTED
                        : "?".equals(m.group(2)) ? Status.UNKNOWN : Status.COMMITTED;
                long begin = m.group(3) == null ? -1 : Long.parseLong(m.group(3));
                long end = m.group(4) == null ? -1 : Long.parseLong(m.group(4));
                session.add(new Txn(m.group(1), status, parseOps(m.group(5)), begin, end));
            }
            sessions.add(session);
        }
        Map<Integer, List<Integer>> versions = new LinkedHashMap<>();
        for (Matcher m : hash < 0 ? List.<Matcher>of() : matches(VERSIONS, text.substring(hash + 1))) {
            versions.put(KEYS.indexOf(m.group(1)), parseInts(m.group(2)));
        }
        return new TinyHistory(sessions, versions);
    }

    private static List<Op> parseOps(String text) {
        List<Op> ops = new ArrayList<>();
        for (Matcher m : matches(OP, text)) {
            int key = KEYS.indexOf(m.group(2));
            boolean list = "l".equals(m.group(1));
            if (list != (m.group(4) != null)) {
                throw new IllegalArgumentException(m.group());
            }
            ops.add(
                    switch (m.group(1)) {
                        case "r" -> Op.read(key, Integer.parseInt(m.group(3)));
                        case "w" -> Op.write(key, Integer.parseInt(m.group(3)));
                        case "a" -> Op.append(key, Integer.parseInt(m.group(3)));
                        case "f" -> Op.casFailed(key, Integer.parseInt(m.group(3)));
                        default -> Op.listRead(key, parseInts(m.group(4)));
                    });
        }
        return ops;
    }

    private static List<Integer> parseInts(String text) {
        List<Integer> ints = new ArrayList<>();
        for (String s : text.isBlank() ? new String[0] : text.split(",")) {
            ints.add(Integer.valueOf(s.trim()));
        }
        return ints;
    }

    /** The consecutive matches that cover the whole text. */
    private static List<Matcher> matches(Pattern pattern, String text) {
        List<Matcher> found = new ArrayList<>();
        int at = 0;
        while (at < text.length() && !text.substring(at).isBlank()) {
            Matcher m = pattern.matcher(text).region(at, text.length());
            if (!m.lookingAt()) {
                throw new IllegalArgumentException("can't parse: " + text.substring(at));
            }
            found.add(m);
            at = m.end();
        }
        return found;
    }
}
