package org.isolde.report;

import java.util.BitSet;
import java.util.List;
import org.isolde.check.Anomaly;
import org.isolde.check.CheckResult;
import org.isolde.check.Edge;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.proof.Proof;
import org.isolde.proof.ProofEdge;
import org.isolde.proof.Refutation;

/**
 * The transactions among which the cause of an anomaly is looked for, a few at first and then more: those that it names
 * and whom they read from; those that the proof of the violation speaks of; all that use the same keys; all.
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

    /** The next larger set of transactions, or null if there is none. */
    int[] next() {
        while (stage < 4) {
            int before = chosen.cardinality();
            switch (stage++) {
                case 0 -> named();
                case 1 -> proved();
                case 2 -> sameKeys();
                default -> chosen.set(1, history.transactions() + 1);
            }
            int size = chosen.cardinality();
            if (size > MOST) {
                return null;
            }
            if (size > before) {
                return chosen.stream().toArray();
            }
        }
        return null;
    }

    private void named() {
        anomaly.transactions().forEach(this::add);
        edges(anomaly.cycle());
        anomaly.cases().forEach(each -> edges(each.cycle()));
        addSources();
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
                    add(edge.third());
                    edge.via().forEach(this::add);
                }
            } else if (step instanceof Refutation.BadRead bad) {
                add(history.transactionOf(bad.operation()));
            } else if (step instanceof Refutation.IncompatibleReads reads) {
                add(history.transactionOf(reads.operation()));
                add(history.transactionOf(reads.other()));
            }
        }
        addSources();
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
        addSources();
    }

    private void add(int transaction) {
        if (transaction > 0) {
            chosen.set(transaction);
        }
    }

    /** Whoever the chosen ones read from: without its writer a read would be one of thin air. */
    private void addSources() {
        for (int t : chosen.stream().toArray()) {
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                if (history.kind(op) == OpKind.LIST_READ) {
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
