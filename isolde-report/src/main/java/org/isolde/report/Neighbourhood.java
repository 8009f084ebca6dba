package org.isolde.report;

import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.check.Anomaly;
import org.isolde.check.CheckResult;
import org.isolde.check.Edge;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.proof.Proof;
import org.isolde.proof.ProofEdge;
import org.isolde.proof.Refutation;
import org.isolde.proof.Refutation.TimestampStep;

/**
 * The transactions among which the cause of an anomaly is looked for, a few at first and then more: those that it names
 * and whom they read from, with the longest list of each key that it is about; the writers of whatever is in these lists;
 * those that the proof of the violation speaks of; all that use the same keys; all.
 *
 * <p>Each set comes with the operations that can stay in it by the rules of {@link Selection}.
 */
final class Neighbourhood {
    /** More transactions than this are not searched: checking them over and over takes too long. */
    private static final int MOST = 20_000;

    private final CheckResult result;
    private final Anomaly anomaly;
    private final History history;
    private final BitSet chosen = new BitSet();
    private int stage;

    Neighbourhood(CheckResult result, Anomaly anomaly) {
        this.result = result;
        this.anomaly = anomaly;
        this.history = result.history();
    }

    /** The part of the history with the next larger set of transactions, or null if there is none. */
    Excerpt next() {
        while (stage < 5) {
            int before = chosen.cardinality();
            switch (stage++) {
                case 0 -> named();
                case 1 -> addSources(true);
                case 2 -> proved();
                case 3 -> sameKeys();
                default -> chosen.set(1, history.transactions() + 1);
            }
            int size = chosen.cardinality();
            if (size > MOST) {
                return null;
            }
            if (size > before) {
                return Excerpt.of(history, chosen.stream().toArray(), new Kept()::test);
            }
        }
        return null;
    }

    /** Which operations of the chosen transactions can stay although others are left out. */
    private final class Kept {
        /** Values of which a write is left out, beside those whose only writer is. */
        private final Set<Integer> lostValues = new HashSet<>();
        /** Keys of which a write is left out, as far as anybody asks for them. */
        private final BitSet lostKeys = new BitSet();

        Kept() {
            for (int op : history.repeatedWrites()) {
                if (!chosen.get(history.transactionOf(op))) {
                    lostValues.add(history.value(op));
                }
            }
            BitSet asked = new BitSet();
            chosen.stream().forEach(t -> {
                for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                    if (history.kind(op) == OpKind.CAS_FAILED) {
                        asked.set(history.key(op));
                    }
                }
            });
            for (int t = 1; !asked.isEmpty() && t <= history.transactions(); t++) {
                for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                    if (history.isWrite(op) && asked.get(history.key(op)) && !chosen.get(t)) {
                        lostKeys.set(history.key(op));
                    }
                }
            }
        }

        boolean test(int op) {
            return switch (history.kind(op)) {
                case OpKind.READ, OpKind.CAS_READ -> hasWriter(history.value(op));
                case OpKind.CAS_WRITE -> hasWriter(history.value(op - 1));
                case OpKind.CAS_FAILED -> !lostKeys.get(history.key(op));
                default -> true;
            };
        }

        private boolean hasWriter(int value) {
            int writer = history.writer(value);
            return (writer <= History.INITIAL || chosen.get(writer)) && !lostValues.contains(value);
        }
    }

    private void named() {
        anomaly.transactions().forEach(this::add);
        edges(anomaly.cycle());
        anomaly.cases().forEach(each -> edges(each.cycle()));
        addSources(false);
        addLongestLists();
    }

    /** What is known of the version order of a list is what its longest read shows. */
    private void addLongestLists() {
        BitSet keys = new BitSet();
        addKeys(anomaly.cycle(), keys);
        anomaly.cases().forEach(each -> addKeys(each.cycle(), keys));
        Map<Integer, Integer> longest = new HashMap<>();
        for (int list = 0; list < history.lists(); list++) {
            int key = history.key(history.listOp(list));
            if (keys.get(key)) {
                Integer known = longest.get(key);
                if (known == null || length(list) > length(known)) {
                    longest.put(key, list);
                }
            }
        }
        longest.values().forEach(list -> add(history.transactionOf(history.listOp(list))));
    }

    private static void addKeys(List<Edge> edges, BitSet keys) {
        for (Edge edge : edges) {
            if (edge.key() >= 0) {
                keys.set(edge.key());
            }
        }
    }

    private int length(int list) {
        return history.listFirst(list + 1) - history.listFirst(list);
    }

    private void edges(List<Edge> edges) {
        for (Edge edge : edges) {
            add(edge.from());
            add(edge.to());
            add(edge.reader());
            edge.via().forEach(this::add);
        }
    }

    private void proved() {
        Proof proof = result.verdicts().containsKey(anomaly.level()) ? result.proof(anomaly.level()) : null;
        if (proof == null || !(proof.body() instanceof Refutation refutation)) {
            return;
        }
        for (Refutation.Step step : refutation.steps()) {
            if (step instanceof Refutation.Cycle cycle) {
                for (ProofEdge edge : cycle.edges()) {
                    add(edge.from());
                    add(edge.to());
                    if (edge.kind().hasThird()) {
                        add(edge.third());
                    }
                    edge.via().forEach(this::add);
                }
            } else if (step instanceof Refutation.BadRead bad) {
                add(history.transactionOf(bad.operation()));
            } else if (step instanceof TimestampStep forbidden) {
                add(
                        forbidden.operation() >= 0
                                ? history.transactionOf(forbidden.operation())
                                : forbidden.transaction());
                add(forbidden.other());
            } else if (step instanceof Refutation.IncompatibleReads reads) {
                add(history.transactionOf(reads.operation()));
                add(history.transactionOf(reads.other()));
            }
        }
        addSources(true);
    }

    private void sameKeys() {
        BitSet keys = new BitSet();
        chosen.stream().forEach(t -> {
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                keys.set(history.key(op));
            }
        });
        for (int t = 1; t <= history.transactions(); t++) {
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                if (keys.get(history.key(op))) {
                    add(t);
                    break;
                }
            }
        }
        addSources(true);
    }

    private void add(int transaction) {
        if (transaction > 0) {
            chosen.set(transaction);
        }
    }

    /**
     * Adds whoever the chosen ones read from.
     *
     * @param wholeLists whether of a list the writers of all its elements, not only of the last
     */
    private void addSources(boolean wholeLists) {
        for (int t : chosen.stream().toArray()) {
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                if (wholeLists && history.kind(op) == OpKind.LIST_READ) {
                    int list = history.listOf(op);
                    for (int i = history.listFirst(list); i < history.listFirst(list + 1); i++) {
                        add(history.writer(history.listElement(i)));
                    }
                } else if (OpKind.isRead(history.kind(op))) {
                    add(history.writer(history.value(op)));
                }
            }
        }
    }
}
