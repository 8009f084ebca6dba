package org.isolde.oracle;

import static org.isolde.oracle.Draws.pick;
import static org.isolde.oracle.Draws.shuffled;
import static org.isolde.oracle.TinyChanges.changeRead;
import static org.isolde.oracle.TinyChanges.replace;
import static org.isolde.oracle.TinyChanges.statuses;
import static org.isolde.oracle.TinyChanges.times;
import static org.isolde.oracle.TinyChanges.values;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.isolde.oracle.TinyHistory.Op;
import org.isolde.oracle.TinyHistory.Status;
import org.isolde.oracle.TinyHistory.Txn;
import org.isolde.oracle.TinyStores.Policy;

/** Histories around one anomaly each: some show it, some nearly. */
final class TinyAnomalies {
    private TinyAnomalies() {}

    /** x is written; links by session order or by a read lead from there to a transaction that doesn't see it. */
    static TinyHistory chain(SplittableRandom r) {
        boolean[] bySession = new boolean[2 + r.nextInt(3)];
        for (int i = 0; i < bySession.length; i++) {
            bySession[i] = r.nextInt(3) == 0;
        }
        return chain(r, bySession).noise().done();
    }

    /** The chains that only one of the session guarantees forbids. */
    static TinyHistory sessionGuarantee(SplittableRandom r) {
        boolean[] links = pick(
                r,
                List.of(
                        new boolean[] {true},
                        new boolean[] {false, true},
                        new boolean[] {true, false},
                        new boolean[] {false, false},
                        new boolean[] {false, true, false}));
        return chain(r, links).noise().done();
    }

    static Draft chain(SplittableRandom r, boolean... bySession) {
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
                last = d.txn(Math.min(Draft.MAX_SESSIONS - 1, d.newSession()), Op.read(link.key(), link.value()));
            }
        }
        int value = r.nextInt(5) < 3 ? old : fresh;
        d.txns.get(last).add(r.nextInt(d.txns.get(last).size() + 1), Op.read(0, value));
        return d;
    }

    /** Two writers, two readers that see them in different orders. */
    static TinyHistory longFork(SplittableRandom r) {
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
    static TinyHistory lostUpdate(SplittableRandom r) {
        Draft d = new Draft(r);
        int base = r.nextInt(2);
        if (base > 0) {
            d.txn(0, d.write(0));
        }
        for (int i = 2 + r.nextInt(2); i > 0; i--) {
            int seen = r.nextInt(3) == 0 ? d.lastValue[0] : base;
            int n = d.txn(d.newSession() % Draft.MAX_SESSIONS, Op.read(0, seen), d.write(0));
            if (r.nextInt(3) == 0) {
                d.txns.get(n).add(1, d.write(1));
            }
        }
        if (r.nextBoolean()) {
            d.txn(r.nextInt(Draft.MAX_SESSIONS), Op.read(0, 1 + r.nextInt(d.lastValue[0])));
        }
        return d.noise().done();
    }

    /** Each reads what another one writes. */
    static TinyHistory writeSkew(SplittableRandom r) {
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
    static TinyHistory fracturedRead(SplittableRandom r) {
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
    static TinyHistory nonMonotonic(SplittableRandom r) {
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
    static TinyHistory nonRepeatable(SplittableRandom r) {
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
    static TinyHistory singleOp(SplittableRandom r) {
        Draft d = new Draft(r);
        int keys = 1 + r.nextInt(2);
        for (int t = 2 + r.nextInt(Draft.MAX_TXNS - 1); t > 0; t--) {
            int key = r.nextInt(keys);
            int seen = r.nextInt(8) > 0 ? d.lastValue[key] : r.nextInt(d.lastValue[key] + 1);
            int session = r.nextInt(Draft.MAX_SESSIONS);
            switch (r.nextInt(3)) {
                case 0 -> d.txn(session, d.write(key));
                case 1 -> d.txn(session, Op.read(key, seen), d.write(key));
                default -> d.txn(session, Op.read(key, seen));
            }
        }
        return statuses(times(d.done(), r), r, r.nextInt(2));
    }

    /** A serial history with one read that is not consistent. */
    static TinyHistory inconsistentRead(SplittableRandom r) {
        TinyHistory h = TinyStores.simulate(r, Policy.SERIAL);
        switch (r.nextInt(5)) {
            case 0:
                return changeRead(h, r, (t, o) -> 99);
            case 1:
                Txn victim = pick(r, h.txns());
                return replace(h, victim, new Txn(victim.id(), Status.ABORTED, victim.ops(), -1, -1));
            case 2:
                Txn twice = pick(r, h.txns());
                List<Op> ops = new ArrayList<>(twice.ops()
                        .subList(0, Math.min(Draft.MAX_OPS - 1, twice.ops().size())));
                int key = r.nextInt(h.keys());
                ops.add(r.nextInt(ops.size() + 1), Op.write(key, 98));
                h = replace(h, twice, new Txn(twice.id(), twice.status(), ops, -1, -1));
                return r.nextBoolean() ? h : changeRead(h, r, (t, o) -> o.key() == key ? 98 : o.value());
            case 3:
                return changeRead(h, r, (t, o) -> t.written(o.key()).isEmpty() ? 0 : pick(r, t.written(o.key())));
            default:
                TinyHistory base = h;
                return changeRead(
                        h,
                        r,
                        (t, o) -> pick(
                                r, values(base, o.key(), u -> u.written(o.key()).size() > 1)));
        }
    }
}
