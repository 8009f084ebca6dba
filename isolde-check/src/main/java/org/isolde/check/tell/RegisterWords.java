package org.isolde.check.tell;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.isolde.check.Anomaly;
import org.isolde.check.AnomalyKind;
import org.isolde.check.Edge;
import org.isolde.check.EdgeKind;
import org.isolde.check.Names;
import org.isolde.check.known.CycleKind;
import org.isolde.check.refute.ChainPair;
import org.isolde.check.refute.RegisterContradiction;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.OpKind;
import org.isolde.proof.ProofEdge;

/** The words of what is wrong with a register: operations by what they did to it. */
final class RegisterWords {
    private final History history;
    private final Names names;

    RegisterWords(History history) {
        this.history = history;
        this.names = new Names(history);
    }

    Anomaly anomaly(RegisterContradiction contradiction) {
        if (contradiction instanceof RegisterContradiction.BadRead bad) {
            return badRead(bad);
        }
        if (contradiction instanceof RegisterContradiction.Replaced replaced) {
            return replaced(replaced.first(), replaced.second());
        }
        if (contradiction instanceof RegisterContradiction.Circle circle) {
            return circle(circle.round());
        }
        if (contradiction instanceof RegisterContradiction.Backwards backwards) {
            return backwards(backwards.late(), backwards.early(), backwards.versions());
        }
        if (contradiction instanceof RegisterContradiction.Zones zones) {
            return zones(zones.pair());
        }
        if (contradiction instanceof RegisterContradiction.FalseFailure failure) {
            return falseFailure(failure);
        }
        return exhausted((RegisterContradiction.Exhausted) contradiction);
    }

    /** {@code at} is the operation at fault; the value is what it saw, or what it wrote if it saw nothing. */
    private Anomaly anomaly(
            AnomalyKind kind, List<Integer> involved, int at, int value, List<Edge> cycle, String story) {
        return new Anomaly(
                kind,
                alias(kind, cycle),
                Level.LIN,
                involved,
                key(at),
                value,
                history.firstOp(at),
                cycle,
                List.of(),
                null,
                story);
    }

    private static String alias(AnomalyKind kind, List<Edge> cycle) {
        return cycle.isEmpty()
                ? kind.alias()
                : CycleKind.of(cycle.stream()
                                .map(edge -> ProofEdge.of(edge.kind().proof(), edge.from(), edge.to(), edge.key()))
                                .toList())
                        .alias();
    }

    private Anomaly badRead(RegisterContradiction.BadRead bad) {
        int reader = bad.reader();
        String story = names.transaction(reader) + " read " + names.keyValue(history.firstOp(reader))
                + switch (bad.kind()) {
                    case THIN_AIR_READ -> ", which nobody wrote";
                    case FUTURE_READ -> ", which it wrote only afterwards";
                    default -> ", which " + names.transaction(bad.writer()) + " wrote, and that did not happen";
                };
        List<Integer> involved =
                bad.kind() == AnomalyKind.ABORTED_READ ? List.of(bad.writer(), reader) : List.of(reader);
        return anomaly(bad.kind(), involved, reader, expected(reader), List.of(), story);
    }

    private Anomaly replaced(int a, int b) {
        int key = key(a);
        List<Edge> cycle = List.of(
                edge(a, b, EdgeKind.RW, key, does(a) + ", and " + names.transaction(b) + " replaced it too"),
                edge(b, a, EdgeKind.RW, key, does(b) + ", and " + names.transaction(a) + " replaced it too"));
        return anomaly(
                AnomalyKind.LOST_UPDATE,
                List.of(a, b),
                b,
                expected(a),
                cycle,
                names.transaction(a) + " and " + names.transaction(b) + " both found "
                        + names.keyValue(key, expected(a)) + " and replaced it: after the first one it was gone");
    }

    private Anomaly circle(List<Integer> round) {
        int key = key(round.get(0));
        List<Edge> cycle = new ArrayList<>();
        for (int i = 0; i < round.size(); i++) {
            cycle.add(reads(key, round.get(i), round.get((i + 1) % round.size())));
        }
        return anomaly(
                AnomalyKind.CIRCULAR_INFORMATION_FLOW,
                round,
                round.get(0),
                expected(round.get(0)),
                cycle,
                "each of " + round.size() + " compare-and-sets of " + names.key(key)
                        + " found what another one of them wrote, round in a circle: none can have been first");
    }

    private Anomaly backwards(int late, int early, List<Integer> versions) {
        int key = key(late);
        boolean writes = late == versions.get(0);
        List<Edge> cycle = new ArrayList<>();
        int from = late;
        if (!writes) {
            int replacer = versions.get(1);
            cycle.add(edge(
                    late,
                    replacer,
                    EdgeKind.RW,
                    key,
                    names.transaction(late) + " read " + names.keyValue(key, expected(late)) + ", and "
                            + names.transaction(replacer) + " replaced it"));
            from = replacer;
        }
        for (int v : versions.subList(writes ? 1 : 2, versions.size())) {
            cycle.add(reads(key, from, v));
            from = v;
        }
        if (from != early) {
            cycle.add(reads(key, from, early));
        }
        cycle.add(realTime(early, late));
        return anomaly(
                writes ? AnomalyKind.EARLY_READ : AnomalyKind.STALE_READ,
                involved(cycle),
                late,
                writes ? written(late) : expected(late),
                cycle,
                writes ? tooEarly(key, late, early, versions) : tooLate(key, late, early, versions));
    }

    private String tooEarly(int key, int writer, int early, List<Integer> versions) {
        String value = names.keyValue(key, written(writer));
        String before = " and had ended before " + names.transaction(writer) + ", which wrote " + value + ", began";
        return history.writer(expected(early)) == writer
                ? does(early) + before
                : does(early) + ", to which " + value + " led in " + (versions.size() - 1) + " compare-and-sets,"
                        + before;
    }

    private String tooLate(int key, int reader, int early, List<Integer> versions) {
        int replacer = versions.get(1);
        String stale = does(reader) + ", although " + names.transaction(replacer) + " had replaced it by "
                + names.keyValue(key, written(replacer));
        return early == replacer
                ? stale + " before " + names.transaction(reader) + " began"
                : stale + ": " + does(early) + ", which came of that, and had ended before " + names.transaction(reader)
                        + " began";
    }

    private Anomaly zones(ChainPair pair) {
        // tell it from the side of an operation that saw something: a plain write can't have come too late
        ChainPair told =
                pair.lateA() == pair.versionOfLateA() && kind(pair.lateA()) == OpKind.WRITE ? pair.exchanged() : pair;
        int late = told.lateA();
        int other = told.versionOfEarlyB();
        int early = told.earlyB();
        int key = key(late);
        String seen = names.keyValue(key, expected(late));
        String came = seen + " came before " + value(key, other) + ", because " + firstOfBoth(told);
        List<Edge> cycle = new ArrayList<>();
        cycle.add(edge(late, other, late == told.versionOfLateA() ? EdgeKind.WW : EdgeKind.RW, key, came));
        if (early != other) {
            cycle.add(reads(key, other, early));
        }
        cycle.add(realTime(early, late));
        Set<Integer> involved = new LinkedHashSet<>(involved(cycle));
        involved.add(told.earlyA());
        involved.add(told.lateB());
        involved.remove(History.INITIAL);
        return anomaly(
                AnomalyKind.STALE_READ,
                List.copyOf(involved),
                late,
                expected(late),
                cycle,
                does(late) + ", although " + does(early) + " and had ended before " + names.transaction(late)
                        + " began; and " + came);
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

    private Anomaly falseFailure(RegisterContradiction.FalseFailure failure) {
        int failed = failure.failed();
        Set<Integer> involved = new LinkedHashSet<>(List.of(failure.before(), failed, failure.after()));
        involved.remove(History.INITIAL);
        return anomaly(
                AnomalyKind.FALSE_FAILURE,
                List.copyOf(involved),
                failed,
                expected(failed),
                List.of(),
                "the compare-and-set " + names.transaction(failed) + " did not find "
                        + names.keyValue(key(failed), expected(failed)) + ", although "
                        + (failure.before() == History.INITIAL
                                ? "that was the initial value"
                                : does(failure.before()) + " and had ended before it began")
                        + ", and " + does(failure.after()) + ", which began after it had ended");
    }

    private Anomaly exhausted(RegisterContradiction.Exhausted exhausted) {
        int t = exhausted.operation();
        String rest = exhausted.explained() == 0
                ? ", and no order of the operations that had begun by its end explains that"
                : ", and no order that respects real time explains that together with the " + exhausted.explained()
                        + " operations on " + names.key(key(t))
                        + " that had ended before it did (those alone have one)";
        return anomaly(
                AnomalyKind.NOT_LINEARIZABLE,
                List.of(t),
                t,
                kind(t) == OpKind.WRITE ? written(t) : expected(t),
                List.of(),
                does(t) + rest);
    }

    // ---- words and edges

    /** {@code T3 read x = 1}, {@code T3 wrote x = 1} or {@code T3 replaced x = 1 by 2}. */
    private String does(int t) {
        int key = key(t);
        String who = names.transaction(t);
        return switch (kind(t)) {
            case OpKind.READ -> who + " read " + names.keyValue(key, expected(t));
            case OpKind.WRITE -> who + " wrote " + names.keyValue(key, written(t));
            case OpKind.CAS_FAILED -> who + " did not find " + names.keyValue(key, expected(t));
            default -> who + " replaced " + names.keyValue(key, expected(t)) + " by " + history.valueName(written(t));
        };
    }

    private byte kind(int t) {
        return history.kind(history.firstOp(t));
    }

    private int key(int t) {
        return history.key(history.firstOp(t));
    }

    /** The value that a read saw, or that a compare-and-set expected. */
    private int expected(int t) {
        return history.value(history.firstOp(t));
    }

    /** The value that a write or a compare-and-set that succeeded wrote. */
    private int written(int t) {
        return history.value(history.firstOp(t + 1) - 1);
    }

    private String value(int key, int version) {
        return names.keyValue(key, version == History.INITIAL ? 0 : written(version));
    }

    private Edge reads(int key, int from, int to) {
        return edge(
                from,
                to,
                EdgeKind.WR,
                key,
                names.transaction(to) + " read " + names.keyValue(key, expected(to)) + " of "
                        + names.transaction(from));
    }

    private Edge realTime(int from, int to) {
        return edge(
                from,
                to,
                EdgeKind.RT,
                -1,
                names.transaction(from) + " had ended before " + names.transaction(to) + " began");
    }

    private static Edge edge(int from, int to, EdgeKind kind, int key, String because) {
        return new Edge(from, to, kind, key, because, null, -1, List.of());
    }

    private static List<Integer> involved(List<Edge> cycle) {
        return cycle.stream().map(Edge::from).toList();
    }
}
