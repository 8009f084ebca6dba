package org.isolde.oracle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.isolde.oracle.TinyHistory.Kind;
import org.isolde.oracle.TinyHistory.Op;
import org.isolde.oracle.TinyHistory.Status;
import org.isolde.oracle.TinyHistory.Txn;

/**
 * Seeded generators of tiny histories, in named flavours made so that neighbouring levels come apart.
 *
 * <p>Invariant: the same generator state gives the same history; a history has at most 6 transactions in 1 to 4
 * sessions, at most 3 keys and 1 to 4 operations per transaction, no value is written twice to a key, and ids are
 * T1, T2, ... in the order in which the transactions were made up (for the simulated flavours: committed).
 */
public final class TinyGenerators {

    /** A named generator. Invariant: {@code make} uses no randomness but its argument's. */
    public record Flavour(String name, Function<SplittableRandom, TinyHistory> make) {

        public TinyHistory generate(SplittableRandom random) {
            return make.apply(random);
        }
    }

    private static final int MAX_TXNS = 6;
    private static final int MAX_SESSIONS = 4;
    private static final int MAX_KEYS = 3;
    private static final int MAX_OPS = 4;

    private TinyGenerators() { }

    /** The flavours of register histories without a version order. */
    public static List<Flavour> flavours() {
        List<Flavour> f = new ArrayList<>();
        f.add(new Flavour("uniform", TinyGenerators::uniform));
        for (Policy p : Policy.values()) {
            f.add(new Flavour("sim-" + p.name().toLowerCase().replace('_', '-'), r -> decorate(simulate(r, p), r)));
        }
        f.add(new Flavour("causal-chain", r -> decorate(chain(r), r)));
        f.add(new Flavour("session-guarantee", r -> decorate(sessionGuarantee(r), r)));
        f.add(new Flavour("long-fork", r -> decorate(longFork(r), r)));
        f.add(new Flavour("lost-update", r -> decorate(lostUpdate(r), r)));
        f.add(new Flavour("write-skew", r -> decorate(writeSkew(r), r)));
        f.add(new Flavour("timed-write-skew", r -> times(writeSkew(r), r)));
        f.add(new Flavour("fractured-read", r -> decorate(fracturedRead(r), r)));
        f.add(new Flavour("non-monotonic-in-txn", r -> decorate(nonMonotonic(r), r)));
        f.add(new Flavour("non-repeatable", r -> decorate(nonRepeatable(r), r)));
        f.add(new Flavour("inconsistent-read", r -> withTimes(inconsistentRead(r), r)));
        f.add(new Flavour("unknown-and-aborted", r -> statuses(simulate(r, pick(r, Policy.values())), r, 3)));
        f.add(new Flavour("mutated-serial", r -> mutate(decorate(simulate(r, Policy.SERIAL), r), r)));
        f.add(new Flavour("timed-serial", r -> times(statuses(simulate(r, Policy.SERIAL), r, 1), r)));
        f.add(new Flavour("timed-single-op", TinyGenerators::singleOp));
        return f;
    }

    /** Register histories with a version order of some keys: complete or partial, possible or not. */
    public static List<Flavour> versionFlavours() {
        return flavours().stream().map(f -> new Flavour("versions-" + f.name(),
                r -> withVersions(f.generate(r), r))).toList();
    }

    /** List-append histories (made from register histories: a read of v becomes one of the list up to v). */
    public static List<Flavour> listFlavours() {
        return flavours().stream().map(f -> new Flavour("list-" + f.name(), r -> toLists(f.generate(r), r))).toList();
    }

    /** A history of any flavour of {@link #flavours()}, all equally likely. */
    public static TinyHistory any(SplittableRandom r) {
        return pick(r, flavours()).generate(r);
    }

    // ------------------------------------------------------------------------------------------------- drafts

    /** A history in the making. Invariant: {@code txns} are in the order they were made up; values are per key. */
    private static final class Draft {
        final SplittableRandom r;
        final List<List<Op>> txns = new ArrayList<>();
        final List<Integer> sessionOf = new ArrayList<>();
        final int[] lastValue = new int[MAX_KEYS];

        Draft(SplittableRandom r) {
            this.r = r;
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
            List<Integer> names = shuffled(r, range(MAX_KEYS));
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
                        .map(o -> new Op(o.kind(), used.indexOf(o.key()), o.value(), o.list())).toList();
                sessions.get(sessionOf.get(t)).add(new Txn("T" + (t + 1), Status.COMMITTED, ops, -1, -1));
            }
            sessions.removeIf(List::isEmpty);
            return new TinyHistory(shuffled(r, sessions));
        }
    }

    // ------------------------------------------------------------------------------------ uniform and simulated

    /** Any operation, any value that somebody writes to the key, or the initial one. */
    private static TinyHistory uniform(SplittableRandom r) {
        Draft d = new Draft(r);
        int txns = 2 + r.nextInt(MAX_TXNS - 2);
        int sessions = 1 + r.nextInt(MAX_SESSIONS);
        int keys = 1 + r.nextInt(MAX_KEYS);
        for (int t = 0; t < txns; t++) {
            int n = d.txn(r.nextInt(sessions));
            for (int i = 1 + r.nextInt(MAX_OPS - 1); i > 0; i--) {
                int key = r.nextInt(keys);
                d.txns.get(n).add(r.nextInt(3) > 0 ? Op.read(key, -1) : d.write(key));
            }
        }
        for (List<Op> ops : d.txns) {
            ops.replaceAll(o -> o.writes() ? o : Op.read(o.key(), r.nextInt(d.lastValue[o.key()] + 1)));
        }
        return decorate(d.done(), r);
    }

    /**
     * What a transaction of a simulated store may see. The store commits one transaction after the other; a
     * transaction reads a key from the latest committed transaction that is visible to it.
     */
    public enum Policy {
        /** All. */
        SERIAL,
        /** A prefix with all of its session; no write over an unseen write. */
        SNAPSHOT,
        /** A prefix with all of its session. */
        PREFIX,
        /** A prefix. */
        STALE_PREFIX,
        /** A causally closed set with all of its session; no write over an unseen write. */
        PARALLEL_SNAPSHOT,
        /** A causally closed set with all of its session. */
        CAUSAL,
        /** A causally closed set. */
        STALE_CAUSAL,
        /** Any set with all of its session. */
        ATOMIC,
        /** Any set. */
        STALE_ATOMIC,
        /** A set closed under three of the four session guarantees. */
        THREE_GUARANTEES,
        /** A set closed under some of the four session guarantees. */
        SOME_GUARANTEES,
        /** A prefix that grows from operation to operation, with all of its session. */
        GROWING_PREFIX,
        /** Any set, and it grows from operation to operation. */
        GROWING_SET,
        /** Another prefix for each operation. */
        RANDOM_PREFIX
    }

    /** A history of a store that lets transactions see what the policy says. */
    public static TinyHistory simulate(SplittableRandom r, Policy policy) {
        Draft d = new Draft(r);
        int txns = 3 + Math.max(r.nextInt(MAX_TXNS - 2), r.nextInt(MAX_TXNS - 2));
        int sessions = 1 + Math.max(r.nextInt(MAX_SESSIONS), r.nextInt(MAX_SESSIONS));
        int keys = 1 + Math.max(r.nextInt(MAX_KEYS), r.nextInt(MAX_KEYS));
        int writes = 1 + r.nextInt(3);
        int guarantees = policy == Policy.THREE_GUARANTEES ? 15 ^ 1 << r.nextInt(4) : r.nextInt(16);
        int[] readFrom = new int[txns];
        for (int t = 0; t < txns; t++) {
            int n = d.txn(r.nextInt(sessions));
            int mine = sessionBefore(d, n);
            int visible = visible(r, policy, d, n, mine, readFrom, guarantees);
            for (int i = 1 + Math.max(r.nextInt(MAX_OPS), r.nextInt(MAX_OPS)); i > 0; i--) {
                int key = r.nextInt(keys);
                boolean seesAll = latest(d, n, key, visible) == latest(d, n, key, -1);
                boolean careful = policy == Policy.SNAPSHOT || policy == Policy.PARALLEL_SNAPSHOT;
                if (r.nextInt(4) < writes && (seesAll || !careful)) {
                    d.txns.get(n).add(d.write(key));
                } else {
                    d.txns.get(n).add(Op.read(key, valueSeen(d, n, key, visible)));
                    int writer = latest(d, n, key, visible);
                    boolean own = d.txns.get(n).stream().anyMatch(o -> o.writes() && o.key() == key);
                    readFrom[n] |= writer < 0 || own ? 0 : 1 << writer;
                }
                switch (policy) {
                    case GROWING_PREFIX -> visible |= below(Math.min(n, Integer.bitCount(visible) + r.nextInt(3)));
                    case GROWING_SET -> visible |= sparse(r, n);
                    case RANDOM_PREFIX -> visible = below(r.nextInt(n + 1));
                    default -> { }
                }
            }
        }
        return d.done();
    }

    private static int visible(SplittableRandom r, Policy policy, Draft d, int n, int mine, int[] readFrom,
            int guarantees) {
        int atLeast = mine == 0 ? 0 : 32 - Integer.numberOfLeadingZeros(mine);
        return switch (policy) {
            case SERIAL -> below(n);
            case SNAPSHOT, PREFIX, GROWING_PREFIX -> below(atLeast + r.nextInt(n + 1 - atLeast));
            case STALE_PREFIX, RANDOM_PREFIX -> below(r.nextInt(n + 1));
            case PARALLEL_SNAPSHOT, CAUSAL -> closed(d, subset(r, n) | mine, n, readFrom, 15);
            case STALE_CAUSAL -> closed(d, subset(r, n), n, readFrom, 12);
            case ATOMIC -> subset(r, n) | mine;
            case STALE_ATOMIC -> subset(r, n);
            case THREE_GUARANTEES, SOME_GUARANTEES -> closed(d, subset(r, n), n, readFrom, guarantees);
            case GROWING_SET -> sparse(r, n);
        };
    }

    /** The set closed under: 1 my session, 2 what it read from, 4 sessions of members, 8 what these read from. */
    private static int closed(Draft d, int set, int n, int[] readFrom, int rules) {
        int closed = set;
        int mine = sessionBefore(d, n);
        for (int round = 0; round < n; round++) {
            closed |= (rules & 1) != 0 ? mine : 0;
            for (int t = 0; t < n; t++) {
                boolean member = (closed >> t & 1) != 0;
                closed |= (rules & 2) != 0 && (mine >> t & 1) != 0 ? readFrom[t] : 0;
                closed |= (rules & 4) != 0 && member ? sessionBefore(d, t) : 0;
                for (int s = 0; s <= t && (rules & 8) != 0 && member; s++) {
                    closed |= d.sessionOf.get(s).equals(d.sessionOf.get(t)) ? readFrom[s] : 0;
                }
            }
        }
        return closed;
    }

    private static int sessionBefore(Draft d, int n) {
        int set = 0;
        for (int t = 0; t < n; t++) {
            set |= d.sessionOf.get(t).equals(d.sessionOf.get(n)) ? 1 << t : 0;
        }
        return set;
    }

    /** The latest transaction before n in the set that writes the key; -1 if none. */
    private static int latest(Draft d, int n, int key, int set) {
        for (int t = n - 1; t >= 0; t--) {
            if ((set >> t & 1) != 0 && lastWrite(d.txns.get(t), key) != 0) {
                return t;
            }
        }
        return -1;
    }

    private static int valueSeen(Draft d, int n, int key, int set) {
        int own = lastWrite(d.txns.get(n), key);
        int writer = latest(d, n, key, set);
        return own != 0 ? own : writer < 0 ? 0 : lastWrite(d.txns.get(writer), key);
    }

    /** The last value written to the key; 0 if none. */
    private static int lastWrite(List<Op> ops, int key) {
        return ops.stream().filter(o -> o.writes() && o.key() == key).mapToInt(Op::value).reduce(0, (a, b) -> b);
    }

    private static int below(int n) {
        return (1 << n) - 1;
    }

    /** Any set of transactions before n. */
    /** A random subset of about a quarter. */
    private static int sparse(SplittableRandom r, int n) {
        int half = subset(r, n);
        return half & subset(r, n);
    }

    private static int subset(SplittableRandom r, int n) {
        return r.nextInt(1 << n);
    }

    // ---------------------------------------------------------------------------------------------- anomalies

    /** x is written; links by session order or by a read lead from there to a transaction that doesn't see it. */
    private static TinyHistory chain(SplittableRandom r) {
        boolean[] bySession = new boolean[2 + r.nextInt(3)];
        for (int i = 0; i < bySession.length; i++) {
            bySession[i] = r.nextInt(3) == 0;
        }
        return chain(r, bySession).noise().done();
    }

    /** The chains that only one of the session guarantees forbids. */
    private static TinyHistory sessionGuarantee(SplittableRandom r) {
        boolean[] links = pick(r, List.of(new boolean[] {true}, new boolean[] {false, true},
                new boolean[] {true, false}, new boolean[] {false, false}, new boolean[] {false, true, false}));
        return chain(r, links).noise().done();
    }

    private static Draft chain(SplittableRandom r, boolean... bySession) {
        Draft d = new Draft(r);
        int old = 0;
        if (r.nextInt(3) == 0) {
            Op first = d.write(0);
            d.txn(0, first);
            old = first.value();
        }
        int last = d.txn(0, d.write(0));
        int fresh = d.lastValue[0];
        for (int i = 0; i < bySession.length; i++) {
            if (bySession[i]) {
                last = d.txn(d.sessionOf.get(last));
                if (i + 1 < bySession.length && bySession[i + 1]) {
                    d.txns.get(last).add(d.write(1 + r.nextInt(2)));
                }
            } else {
                Op link = d.write(1 + i % 2);
                d.txns.get(last).add(r.nextInt(d.txns.get(last).size() + 1), link);
                last = d.txn(Math.min(MAX_SESSIONS - 1, d.newSession()), Op.read(link.key(), link.value()));
            }
        }
        int value = r.nextInt(5) < 3 ? old : fresh;
        d.txns.get(last).add(r.nextInt(d.txns.get(last).size() + 1), Op.read(0, value));
        return d;
    }

    /** Two writers, two readers that see them in different orders. */
    private static TinyHistory longFork(SplittableRandom r) {
        Draft d = new Draft(r);
        d.txn(0, d.write(0));
        d.txn(1, d.write(1));
        for (int i = 0; i < 2; i++) {
            int other = r.nextInt(4) == 0 ? 1 : 0;
            List<Op> reads = shuffled(r, List.of(Op.read(i, 1), Op.read(1 - i, other)));
            int n = d.txn(r.nextInt(3) == 0 ? i : 2 + i, reads.toArray(new Op[0]));
            if (r.nextInt(3) == 0) {
                d.txns.get(n).add(d.write(2));
            }
        }
        return d.noise().done();
    }

    /** Two or three transactions that read and write the same key. */
    private static TinyHistory lostUpdate(SplittableRandom r) {
        Draft d = new Draft(r);
        int base = r.nextInt(2);
        if (base > 0) {
            d.txn(0, d.write(0));
        }
        for (int i = 2 + r.nextInt(2); i > 0; i--) {
            int seen = r.nextInt(3) == 0 ? d.lastValue[0] : base;
            int n = d.txn(d.newSession() % MAX_SESSIONS, Op.read(0, seen), d.write(0));
            if (r.nextInt(3) == 0) {
                d.txns.get(n).add(1, d.write(1));
            }
        }
        if (r.nextBoolean()) {
            d.txn(r.nextInt(MAX_SESSIONS), Op.read(0, 1 + r.nextInt(d.lastValue[0])));
        }
        return d.noise().done();
    }

    /** Each reads what another one writes. */
    private static TinyHistory writeSkew(SplittableRandom r) {
        Draft d = new Draft(r);
        int ring = 2 + r.nextInt(2);
        for (int i = 0; i < ring; i++) {
            int seen = r.nextInt(4) == 0 ? d.lastValue[(i + 1) % ring] : 0;
            int n = d.txn(i, Op.read((i + 1) % ring, seen), d.write(i));
            if (r.nextInt(3) == 0) {
                d.txns.get(n).add(0, Op.read(i, 0));
            }
        }
        return d.noise().done();
    }

    /** A transaction writes two keys, another one reads them, perhaps one of them too old. */
    private static TinyHistory fracturedRead(SplittableRandom r) {
        Draft d = new Draft(r);
        int old = r.nextInt(2);
        if (old > 0) {
            d.txn(r.nextInt(2), d.write(0), d.write(1));
        }
        d.txn(0, d.write(0), d.write(1));
        int seen = r.nextInt(3) == 0 ? old + 1 : old;
        List<Op> reads = List.of(Op.read(0, seen), Op.read(1, old + 1));
        d.txn(2, (r.nextInt(3) == 0 ? shuffled(r, reads) : reads).toArray(new Op[0]));
        if (r.nextBoolean()) {
            d.txn(1 + r.nextInt(2), Op.read(r.nextInt(2), old + 1));
        }
        return d.noise().done();
    }

    /** The later of two versions that are ordered by their session or by a read, then perhaps the earlier one. */
    private static TinyHistory nonMonotonic(SplittableRandom r) {
        Draft d = new Draft(r);
        boolean read = r.nextBoolean();
        d.txn(0, d.write(0));
        int n = d.txn(read ? 1 : 0, d.write(0), d.write(1));
        if (read) {
            d.txns.get(n).add(0, Op.read(0, 1));
        }
        Op first = r.nextBoolean() ? Op.read(1, 1) : Op.read(0, 2);
        d.txn(2, first, Op.read(0, r.nextInt(3) > 0 ? r.nextInt(2) : 2));
        return d.noise().done();
    }

    /** A key read twice, and perhaps written in between. */
    private static TinyHistory nonRepeatable(SplittableRandom r) {
        Draft d = new Draft(r);
        int base = r.nextInt(2);
        if (base > 0) {
            d.txn(0, d.write(0));
        }
        int n = d.txn(0, d.write(0));
        if (r.nextBoolean()) {
            d.txns.get(n).add(d.write(1));
        }
        int first = r.nextInt(4) > 0 ? base : base + 1;
        d.txn(1, Op.read(0, first), Op.read(0, base + 1));
        return d.noise().done();
    }

    /** Single operations on one or two keys with begin and end, nearly linearizable. */
    private static TinyHistory singleOp(SplittableRandom r) {
        Draft d = new Draft(r);
        int keys = 1 + r.nextInt(2);
        for (int t = 2 + r.nextInt(MAX_TXNS - 1); t > 0; t--) {
            int key = r.nextInt(keys);
            int seen = r.nextInt(8) > 0 ? d.lastValue[key] : r.nextInt(d.lastValue[key] + 1);
            int session = r.nextInt(MAX_SESSIONS);
            switch (r.nextInt(3)) {
                case 0 -> d.txn(session, d.write(key));
                case 1 -> d.txn(session, Op.read(key, seen), d.write(key));
                default -> d.txn(session, Op.read(key, seen));
            }
        }
        return statuses(times(d.done(), r), r, r.nextInt(2));
    }

    // --------------------------------------------------------------------------------- changes of a history

    /** One or two reads changed to another value of their key, or to the initial one. */
    public static TinyHistory mutate(TinyHistory h, SplittableRandom r) {
        TinyHistory changed = h;
        for (int i = 1 + r.nextInt(2); i > 0; i--) {
            changed = changeRead(changed, r, (t, o) -> pick(r, values(h, o.key(), u -> true)));
        }
        return changed;
    }

    /** A serial history with one read that is not consistent. */
    private static TinyHistory inconsistentRead(SplittableRandom r) {
        TinyHistory h = simulate(r, Policy.SERIAL);
        switch (r.nextInt(5)) {
            case 0:
                return changeRead(h, r, (t, o) -> 99);
            case 1:
                Txn victim = pick(r, h.txns());
                return replace(h, victim, new Txn(victim.id(), Status.ABORTED, victim.ops(), -1, -1));
            case 2:
                Txn twice = pick(r, h.txns());
                List<Op> ops = new ArrayList<>(twice.ops().subList(0, Math.min(MAX_OPS - 1, twice.ops().size())));
                int key = r.nextInt(h.keys());
                ops.add(r.nextInt(ops.size() + 1), Op.write(key, 98));
                h = replace(h, twice, new Txn(twice.id(), twice.status(), ops, -1, -1));
                return r.nextBoolean() ? h : changeRead(h, r, (t, o) -> o.key() == key ? 98 : o.value());
            case 3:
                return changeRead(h, r, (t, o) -> t.written(o.key()).isEmpty() ? 0 : pick(r, t.written(o.key())));
            default:
                TinyHistory base = h;
                return changeRead(h, r, (t, o) -> pick(r, values(base, o.key(),
                        u -> u.written(o.key()).size() > 1)));
        }
    }

    /** What a read is changed to. */
    private interface NewValue {
        int of(Txn t, Op read);
    }

    private static TinyHistory changeRead(TinyHistory h, SplittableRandom r, NewValue value) {
        List<Txn> readers = h.txns().stream()
                .filter(t -> t.ops().stream().anyMatch(o -> o.kind() == Kind.READ)).toList();
        if (readers.isEmpty()) {
            return h;
        }
        Txn t = pick(r, readers);
        List<Op> ops = new ArrayList<>(t.ops());
        int at = pick(r, range(ops.size()).stream().filter(i -> ops.get(i).kind() == Kind.READ).toList());
        ops.set(at, Op.read(ops.get(at).key(), value.of(t, ops.get(at))));
        return replace(h, t, new Txn(t.id(), t.status(), ops, t.begin(), t.end()));
    }

    /** The initial value, and what such transactions write to the key. */
    private static List<Integer> values(TinyHistory h, int key, Predicate<Txn> of) {
        List<Integer> values = new ArrayList<>(List.of(TinyHistory.INITIAL));
        h.txns().stream().filter(of).forEach(t -> values.addAll(t.written(key)));
        return values;
    }

    private static TinyHistory replace(TinyHistory h, Txn old, Txn with) {
        return new TinyHistory(h.sessions().stream()
                .map(s -> s.stream().map(t -> t.equals(old) ? with : t).toList()).toList(), h.versions());
    }

    /** Sometimes begin and end, sometimes an unknown or aborted transaction. */
    private static TinyHistory decorate(TinyHistory h, SplittableRandom r) {
        return withTimes(r.nextInt(5) == 0 ? statuses(h, r, 1) : h, r);
    }

    private static TinyHistory withTimes(TinyHistory h, SplittableRandom r) {
        return r.nextInt(3) == 0 ? times(h, r) : h;
    }

    /** Some transactions made unknown, or (mostly those nobody reads from) aborted. */
    private static TinyHistory statuses(TinyHistory h, SplittableRandom r, int some) {
        TinyHistory changed = h;
        for (int i = 0; i < some; i++) {
            Txn t = pick(r, changed.txns());
            boolean read = h.txns().stream().anyMatch(u -> !u.id().equals(t.id()) && u.ops().stream()
                    .anyMatch(o -> o.kind() == Kind.READ && t.written(o.key()).contains(o.value())));
            boolean abort = r.nextBoolean() && (!read || r.nextInt(6) == 0);
            changed = replace(changed, t,
                    new Txn(t.id(), abort ? Status.ABORTED : Status.UNKNOWN, t.ops(), t.begin(), t.end()));
        }
        return changed;
    }

    /** Begin and end: around places that are by id, or (one in four) in any order that keeps the sessions. */
    private static TinyHistory times(TinyHistory h, SplittableRandom r) {
        List<Txn> order = new ArrayList<>(h.txns());
        order.sort(Comparator.comparing(t -> Integer.valueOf(t.id().substring(1))));
        if (r.nextInt(4) == 0) {
            order = merge(h, r);
        }
        int width = pick(r, List.of(2, 8, 16, 40, 80));
        List<List<Txn>> sessions = new ArrayList<>();
        for (List<Txn> session : h.sessions()) {
            List<Txn> out = new ArrayList<>();
            long free = 0;
            for (Txn t : session) {
                long place = 30 + 10L * order.indexOf(t);
                long begin = Math.max(free, place - r.nextInt(width));
                long end = Math.max(begin, place + r.nextInt(width));
                free = end + r.nextInt(2);
                out.add(new Txn(t.id(), t.status(), t.ops(), begin, end));
            }
            sessions.add(out);
        }
        return new TinyHistory(sessions, h.versions());
    }

    /** All transactions in a random order that keeps that of the sessions and, where it can, readers after writers. */
    private static List<Txn> merge(TinyHistory h, SplittableRandom r) {
        List<List<Txn>> rest = new ArrayList<>();
        h.sessions().forEach(s -> rest.add(new ArrayList<>(s)));
        rest.removeIf(List::isEmpty);
        List<Txn> order = new ArrayList<>();
        while (!rest.isEmpty()) {
            List<List<Txn>> ready = rest.stream().filter(s -> s.get(0).ops().stream().noneMatch(
                    o -> o.kind() == Kind.READ && rest.stream().flatMap(List::stream)
                            .anyMatch(u -> u != s.get(0) && u.written(o.key()).contains(o.value())))).toList();
            List<Txn> next = pick(r, ready.isEmpty() ? rest : ready);
            order.add(next.remove(0));
            rest.removeIf(List::isEmpty);
        }
        return order;
    }

    /** The values of each key in the order of a merge of the sessions, aborted transactions left out. */
    private static Map<Integer, List<Integer>> versionOrder(TinyHistory h, SplittableRandom r) {
        List<Txn> order = new ArrayList<>(merge(h, r));
        if (r.nextInt(3) > 0) {
            order.sort(Comparator.comparing(t -> Integer.valueOf(t.id().substring(1))));
        }
        Map<Integer, List<Integer>> versions = new TreeMap<>();
        for (int x = 0; x < h.keys(); x++) {
            List<Integer> values = new ArrayList<>();
            for (Txn t : order) {
                values.addAll(t.status() == Status.ABORTED ? List.of() : t.written(x));
            }
            versions.put(x, values);
        }
        return versions;
    }

    /** The history with a version order; some values left out, some swapped with a neighbour, rarely an alien one. */
    public static TinyHistory withVersions(TinyHistory h, SplittableRandom r) {
        Map<Integer, List<Integer>> versions = new TreeMap<>();
        boolean partial = r.nextInt(3) == 0;
        versionOrder(h, r).forEach((x, order) -> {
            if (order.size() > 1 && r.nextInt(5) == 0) {
                swapOfDifferentTxns(h, x, order, r.nextInt(order.size() - 1));
            }
            if (r.nextInt(60) == 0) {
                order.add(r.nextInt(order.size() + 1), 97);
            }
            order.removeIf(v -> partial && r.nextInt(3) == 0);
            if (!order.isEmpty()) {
                versions.put(x, order);
            }
        });
        return h.withVersions(versions);
    }

    /** Swaps places i and i+1 unless they are of the same transaction (whose order is not the version order's). */
    private static void swapOfDifferentTxns(TinyHistory h, int x, List<Integer> order, int i) {
        if (h.txns().stream().noneMatch(t -> t.written(x).containsAll(order.subList(i, i + 2)))) {
            Collections.swap(order, i, i + 1);
        }
    }

    /** Writes become appends, and a read of v the list of all versions up to v in some order; some lists broken. */
    public static TinyHistory toLists(TinyHistory h, SplittableRandom r) {
        Map<Integer, List<Integer>> versions = versionOrder(h, r);
        if (r.nextInt(8) == 0) {
            versions.forEach((x, order) -> {
                if (order.size() > 1) {
                    swapOfDifferentTxns(h, x, order, r.nextInt(order.size() - 1));
                }
            });
        }
        List<List<Txn>> sessions = new ArrayList<>();
        for (List<Txn> session : h.sessions()) {
            List<Txn> out = new ArrayList<>();
            for (Txn t : session) {
                List<Op> ops = new ArrayList<>();
                for (Op o : t.ops()) {
                    ops.add(o.writes() ? Op.append(o.key(), o.value())
                            : Op.listRead(o.key(), broken(upTo(versions.get(o.key()), o.value()), r)));
                }
                out.add(new Txn(t.id(), t.status(), ops, t.begin(), t.end()));
            }
            sessions.add(out);
        }
        return new TinyHistory(sessions, h.versions());
    }

    private static List<Integer> upTo(List<Integer> order, int value) {
        List<Integer> list = new ArrayList<>(order.subList(0, order.indexOf(value) + 1));
        if (value != 0 && list.isEmpty()) {
            list.add(value); // of an aborted transaction, or of none
        }
        return list;
    }

    /** Rarely: an element less, an element twice, two swapped. */
    private static List<Integer> broken(List<Integer> list, SplittableRandom r) {
        if (!list.isEmpty() && r.nextInt(60) == 0) {
            int at = r.nextInt(list.size());
            switch (r.nextInt(3)) {
                case 0 -> list.remove(at);
                case 1 -> list.add(list.get(at));
                default -> Collections.swap(list, at, list.size() - 1);
            }
        }
        return list;
    }

    // ---------------------------------------------------------------------------------------------- randomness

    private static <E> E pick(SplittableRandom r, List<E> list) {
        return list.get(r.nextInt(list.size()));
    }

    private static <E> E pick(SplittableRandom r, E[] array) {
        return pick(r, Arrays.asList(array));
    }

    private static <E> List<E> shuffled(SplittableRandom r, List<E> list) {
        List<E> copy = new ArrayList<>(list);
        Collections.shuffle(copy, new Random(r.nextLong()));
        return copy;
    }

    private static List<Integer> range(int n) {
        List<Integer> range = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            range.add(i);
        }
        return range;
    }
}
