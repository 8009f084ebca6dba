package org.isolde.check.lin;

import org.isolde.check.Anomaly;
import org.isolde.check.AnomalyKind;
import org.isolde.check.Edge;
import org.isolde.check.EdgeKind;
import org.isolde.check.Names;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.OpKind;
import org.isolde.proof.Refutation;

/**
 * Tells what {@link Chains} found wrong: as an anomaly for people, and as a refutation for whoever does not
 * believe it. Of the operations that would do, those nearest to each other in their chain are taken, so that both stay
 * short.
 */
final class ChainFindings {
    private final Registers registers;
    private final History history;
    private final Chains chains;
    private final Names names;

    ChainFindings(Registers registers, Chains chains) {
        this.registers = registers;
        this.history = registers.history;
        this.chains = chains;
        this.names = new Names(history);
    }

    /** An anomaly with its proof, which is null where proofs have no words for it. */
    record Explained(Anomaly anomaly, Refutation refutation) {}

    Explained explain(int key, Chains.Finding finding) {
        return switch (finding.problem()) {
            case BAD_READ -> badRead(key, finding.first(), finding.version());
            case DIVERGENCE -> divergence(key, finding);
            case CIRCLE -> circle(key, finding.first());
            case CHAIN_BACKWARDS -> backwards(key, finding.first(), finding.version());
            case ZONES -> zones(key, ChainPair.closest(registers, chains, finding.first(), finding.second()));
        };
    }

    private Explained badRead(int key, int reader, int writer) {
        AnomalyKind kind = writer == History.NOBODY
                ? AnomalyKind.THIN_AIR_READ
                : writer == reader ? AnomalyKind.FUTURE_READ : AnomalyKind.ABORTED_READ;
        int op = history.firstOp(reader);
        String story = names.transaction(reader) + " read " + names.keyValue(op)
                + switch (kind) {
                    case THIN_AIR_READ -> ", which nobody wrote";
                    case FUTURE_READ -> ", which it wrote only afterwards";
                    default -> ", which " + names.transaction(writer) + " wrote, and that did not happen";
                };
        List<Integer> involved = kind == AnomalyKind.ABORTED_READ ? List.of(writer, reader) : List.of(reader);
        Anomaly anomaly = new Anomaly(kind, Level.LIN, involved, key, registers.expected(reader), op, List.of(), story);
        return new Explained(anomaly, new Refutation(List.of(new Refutation.BadRead(op))));
    }

    private Explained divergence(int key, Chains.Finding finding) {
        int a = Math.min(finding.first(), finding.second());
        int b = Math.max(finding.first(), finding.second());
        String from = names.keyValue(key, registers.expected(a));
        List<Edge> cycle = List.of(
                Edge.seen(a, b, EdgeKind.RW, key, does(a) + ", and " + names.transaction(b) + " replaced it too"),
                Edge.seen(b, a, EdgeKind.RW, key, does(b) + ", and " + names.transaction(a) + " replaced it too"));
        Anomaly anomaly = new Anomaly(
                AnomalyKind.LOST_UPDATE,
                Level.LIN,
                List.of(a, b),
                key,
                registers.expected(a),
                history.firstOp(b),
                cycle,
                names.transaction(a) + " and " + names.transaction(b) + " both found " + from
                        + " and replaced it: after the first one it was gone");
        return new Explained(anomaly, new ChainRefutation(key).divergence(finding.version(), a, b));
    }

    private Explained circle(int key, int start) {
        List<Integer> round = new ArrayList<>();
        List<Edge> cycle = new ArrayList<>();
        int t = start;
        do {
            round.add(t);
            cycle.add(reads(key, t, chains.next(t)));
            t = chains.next(t);
        } while (t != start);
        Anomaly anomaly = new Anomaly(
                AnomalyKind.CIRCULAR_INFORMATION_FLOW,
                Level.LIN,
                round,
                key,
                registers.expected(start),
                history.firstOp(start),
                cycle,
                "each of " + round.size() + " compare-and-sets of " + names.key(key)
                        + " found what another one of them wrote, round in a circle: none can have been first");
        return new Explained(anomaly, new ChainRefutation(key).circle(round));
    }

    /** An operation on a version of a chain that began after something later in the chain had ended. */
    private Explained backwards(int key, int late, int version) {
        // the versions from the one of the late operation to the one of the nearest that had ended before it began
        List<Integer> versions = new ArrayList<>(List.of(version));
        int early = 0;
        if (late == version) {
            early = endedReader(version, late);
        }
        for (int v = version; early == 0; ) {
            v = chains.next(v);
            versions.add(v);
            early = registers.precedes(v, late) ? v : endedReader(v, late);
        }
        List<Edge> cycle = new ArrayList<>();
        int from = late;
        if (late != version) {
            int replacer = versions.get(1);
            cycle.add(Edge.seen(
                    late,
                    replacer,
                    EdgeKind.RW,
                    key,
                    names.transaction(late) + " read " + names.keyValue(key, registers.expected(late)) + ", and "
                            + names.transaction(replacer) + " replaced it"));
            from = replacer;
        }
        for (int v : versions.subList(late == version ? 1 : 2, versions.size())) {
            cycle.add(reads(key, from, v));
            from = v;
        }
        if (from != early) {
            cycle.add(reads(key, from, early));
        }
        cycle.add(realTime(early, late));
        Anomaly anomaly = new Anomaly(
                late == version ? AnomalyKind.EARLY_READ : AnomalyKind.STALE_READ,
                Level.LIN,
                involved(cycle),
                key,
                late == version ? registers.written(late) : registers.expected(late),
                history.firstOp(late),
                cycle,
                late == version ? tooEarly(key, late, early, versions) : tooLate(key, late, early, versions));
        return new Explained(anomaly, new ChainRefutation(key).backwards(late, early, versions));
    }

    private String tooEarly(int key, int writer, int early, List<Integer> versions) {
        String value = names.keyValue(key, registers.written(writer));
        String before = " and had ended before " + names.transaction(writer) + ", which wrote " + value + ", began";
        return registers.source(early) == writer
                ? does(early) + before
                : does(early) + ", to which " + value + " led in " + (versions.size() - 1) + " compare-and-sets,"
                        + before;
    }

    private String tooLate(int key, int reader, int early, List<Integer> versions) {
        int replacer = versions.get(1);
        String stale = does(reader) + ", although ";
        return early == replacer
                ? stale + names.transaction(replacer) + " had replaced it by "
                        + names.keyValue(key, registers.written(replacer)) + " before "
                        + names.transaction(reader) + " began"
                : stale + names.transaction(replacer) + " had replaced it by "
                        + names.keyValue(key, registers.written(replacer)) + ": " + does(early)
                        + ", which came of that, and had ended before " + names.transaction(reader) + " began";
    }

    /** A reader of a version that had ended before another operation began, or 0. */
    private int endedReader(int version, int late) {
        for (int r = chains.firstReader(version); r != 0; r = chains.nextReader(r)) {
            if (registers.precedes(r, late)) {
                return r;
            }
        }
        return 0;
    }

    private Explained zones(int key, ChainPair pair) {
        // tell it from the side of an operation that saw something: a plain write can't have come too late
        ChainPair told = pair.lateA() == pair.versionOfLateA() && registers.kind(pair.lateA()) == OpKind.WRITE
                ? pair.exchanged()
                : pair;
        int late = told.lateA();
        int source = told.versionOfLateA();
        int other = told.versionOfEarlyB();
        int early = told.earlyB();
        boolean replaces = late == source;
        String seen = names.keyValue(key, registers.expected(late));
        List<Edge> cycle = new ArrayList<>();
        cycle.add(Edge.seen(
                late,
                other,
                replaces ? EdgeKind.WW : EdgeKind.RW,
                key,
                seen + " came before " + value(key, other) + ", because " + firstOfBoth(told)));
        if (early != other) {
            cycle.add(reads(key, other, early));
        }
        cycle.add(realTime(early, late));
        Set<Integer> involved = new LinkedHashSet<>(involved(cycle));
        involved.add(told.earlyA());
        involved.add(told.lateB());
        involved.remove(History.INITIAL);
        Anomaly anomaly = new Anomaly(
                AnomalyKind.STALE_READ,
                Level.LIN,
                List.copyOf(involved),
                key,
                registers.expected(late),
                history.firstOp(late),
                cycle,
                does(late) + ", although " + does(early) + " and had ended before " + names.transaction(late)
                        + " began; and " + seen + " came before " + value(key, other) + ", because "
                        + firstOfBoth(told));
        return new Explained(anomaly, new ChainRefutation(key).zones(pair));
    }

    private String firstOfBoth(ChainPair pair) {
        if (pair.earlyA() == History.INITIAL) {
            return pair.versionOfLateA() == History.INITIAL
                    ? "it is the initial value"
                    : "it goes back to the initial value by compare-and-sets alone";
        }
        boolean longer =
                pair.versionOfEarlyA() != pair.versionOfLateA() || pair.versionOfEarlyB() != pair.versionOfLateB();
        String who = names.transaction(pair.lateB());
        return does(pair.earlyA()) + " and had ended before " + who + ", which"
                + does(pair.lateB()).substring(who.length()) + ", began"
                + (longer ? " (nothing comes between values that follow from each other by compare-and-set)" : "");
    }

    /** A compare-and-set that failed although the version that it expected was there all the time; else null. */
    Explained falseFailure(int key, int failed) {
        int version = registers.source(failed);
        if (version == History.NOBODY || !registers.subject.counts(version)) {
            return null;
        }
        int before = registers.precedes(version, failed) ? version : -1;
        int after = 0;
        int steps = 0;
        for (int r = chains.firstReader(version); r != 0 && steps < 1 << 16; r = chains.nextReader(r), steps++) {
            before = before < 0 && registers.precedes(r, failed) ? r : before;
            after = registers.precedes(failed, r) ? r : after;
        }
        int replacer = chains.next(version);
        after = replacer != 0 && registers.precedes(failed, replacer) ? replacer : after;
        if (before < 0 || after == 0) {
            return null;
        }
        Set<Integer> involved = new LinkedHashSet<>(List.of(before, failed, after));
        involved.remove(History.INITIAL);
        Anomaly anomaly = new Anomaly(
                AnomalyKind.FALSE_FAILURE,
                Level.LIN,
                List.copyOf(involved),
                key,
                registers.expected(failed),
                history.firstOp(failed),
                List.of(),
                "the compare-and-set " + names.transaction(failed) + " did not find "
                        + names.keyValue(key, registers.expected(failed)) + ", although "
                        + (before == History.INITIAL
                                ? "that was the initial value"
                                : does(before) + " and had ended before it began")
                        + ", and " + does(after) + ", which began after it had ended");
        return new Explained(anomaly, null);
    }

    // ---- words and edges

    /** {@code T3 read x = 1}, {@code T3 wrote x = 1} or {@code T3 replaced x = 1 by 2}. */
    private String does(int t) {
        return describe(registers, names, t);
    }

    static String describe(Registers registers, Names names, int t) {
        int key = registers.history.key(registers.history.firstOp(t));
        String who = names.transaction(t);
        return switch (registers.kind(t)) {
            case OpKind.READ -> who + " read " + names.keyValue(key, registers.expected(t));
            case OpKind.WRITE -> who + " wrote " + names.keyValue(key, registers.written(t));
            case OpKind.CAS_FAILED -> who + " did not find " + names.keyValue(key, registers.expected(t));
            default ->
                who + " replaced " + names.keyValue(key, registers.expected(t)) + " by "
                        + registers.history.valueName(registers.written(t));
        };
    }

    private String value(int key, int version) {
        return names.keyValue(key, version == History.INITIAL ? 0 : registers.written(version));
    }

    private Edge reads(int key, int from, int to) {
        return Edge.seen(
                from,
                to,
                EdgeKind.WR,
                key,
                names.transaction(to) + " read " + names.keyValue(key, registers.expected(to)) + " of "
                        + names.transaction(from));
    }

    private Edge realTime(int from, int to) {
        return Edge.seen(
                from,
                to,
                EdgeKind.RT,
                -1,
                names.transaction(from) + " had ended before " + names.transaction(to) + " began");
    }

    private static List<Integer> involved(List<Edge> cycle) {
        List<Integer> transactions = new ArrayList<>();
        for (Edge edge : cycle) {
            transactions.add(edge.from());
        }
        return transactions;
    }
}
