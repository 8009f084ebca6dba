package org.isolde.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.oracle.TinyHistories;
import org.isolde.oracle.TinyHistory;
import org.isolde.proof.ProofEdge.Kind;

/** Proofs of a tiny history in the names of its transactions and keys; {@code 0} is the initial transaction. */
final class TinyProof {
    final History history;

    TinyProof(String text) {
        history = TinyHistories.toHistory(TinyHistory.parse(text), new SplittableRandom(1), true);
    }

    TinyProof(History history) {
        this.history = history;
    }

    int transaction(String name) {
        for (int t = 1; t <= history.transactions(); t++) {
            if (history.transactionName(t).equals(name)) {
                return t;
            }
        }
        return 0;
    }

    int key(String name) {
        for (int key = 0; key < history.keys(); key++) {
            if (history.keyName(key).equals(name)) {
                return key;
            }
        }
        return -1;
    }

    /** The operation of a transaction, from 0. */
    int op(String transaction, int number) {
        return history.firstOp(transaction(transaction)) + number;
    }

    /** The number of a value that the operation of a transaction wrote. */
    int value(String transaction, int number) {
        return history.value(op(transaction, number));
    }

    ProofEdge so(String from, String to) {
        return ProofEdge.of(Kind.SO, transaction(from), transaction(to), -1);
    }

    ProofEdge rt(String from, String to) {
        return ProofEdge.of(Kind.RT, transaction(from), transaction(to), -1);
    }

    ProofEdge wr(String key, String from, String to) {
        return ProofEdge.of(Kind.WR, transaction(from), transaction(to), key(key));
    }

    ProofEdge ww(String key, String from, String to) {
        return ProofEdge.of(Kind.WW, transaction(from), transaction(to), key(key));
    }

    ProofEdge rw(String key, String from, String to, String source) {
        return ProofEdge.antiDependency(transaction(from), transaction(to), key(key), transaction(source));
    }

    /** By a predicate read, these being numbered in the order of transactions. */
    ProofEdge predicateWr(String row, String from, String to, int predicate) {
        return ProofEdge.predicateRead(transaction(from), transaction(to), key(row), predicate);
    }

    ProofEdge predicateRw(String row, String from, String to, int predicate) {
        return ProofEdge.predicateAntiDependency(transaction(from), transaction(to), key(row), predicate);
    }

    ProofEdge co(String key, String t2, String t1, String t3, String... via) {
        List<Integer> between = Stream.of(via).map(this::transaction).toList();
        return new ProofEdge(Kind.CO, transaction(t2), transaction(t1), key(key), transaction(t3), between);
    }

    Ordering ordering(String key, String before, String after) {
        return new Ordering(key(key), transaction(before), transaction(after));
    }

    static Refutation.Cycle cycle(ProofEdge... edges) {
        return new Refutation.Cycle(List.of(edges));
    }

    ProofResult check(Level level, Refutation.Step... steps) {
        return check(level, history.evidence(), steps);
    }

    ProofResult check(Level level, Set<Evidence> evidence, Refutation.Step... steps) {
        return ProofChecker.check(history, new Proof(level, true, evidence, new Refutation(List.of(steps))));
    }

    ProofResult witness(Level level, int[] snapshot, String... order) {
        int[] transactions = Stream.of(order).mapToInt(this::transaction).toArray();
        return ProofChecker.check(
                history, new Proof(level, true, history.evidence(), new Witness(transactions, snapshot)));
    }

    /** Asserts that the steps refute these levels, and no other that the history has the evidence for. */
    void refutesExactly(Set<Level> levels, Refutation.Step... steps) {
        Set<Level> accepted = EnumSet.noneOf(Level.class);
        for (Level level : Level.values()) {
            if (check(level, steps).isAccepted()) {
                accepted.add(level);
            }
        }
        assertEquals(levels, accepted);
    }
}
