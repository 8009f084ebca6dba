package org.isolde.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.oracle.TinyHistory.Status;
import org.isolde.oracle.TinyShrinker;
import org.isolde.oracle.rows.RowGenerators;
import org.isolde.oracle.rows.RowGenerators.Flavour;
import org.isolde.oracle.rows.RowHistory;
import org.isolde.oracle.rows.RowHistory.Txn;
import org.isolde.oracle.rows.RowOracle;
import org.isolde.oracle.rows.RowOracle.Verdict;
import org.junit.jupiter.api.Test;

/**
 * The proof checker against brute force, on tiny histories of rows: some witness is accepted iff the oracle says satisfied, and
 * some refutation iff it says violated.
 */
class RowProofOracleTest {
    private static final int HISTORIES = Integer.getInteger("isolde.property.histories", 20_000) / 100;
    private static final long SEED = Long.getLong("isolde.seed", System.nanoTime());
    /** Every order is tried with every snapshot. */
    private static final int MOST_TRANSACTIONS = 4;

    private final Map<String, Integer> counts = new TreeMap<>();

    @Test
    void certificates() {
        compare("certificates", RowGenerators.flavours(), true, false);
    }

    @Test
    void snapshots() {
        List<Flavour> flavours = new ArrayList<>();
        for (Flavour flavour : RowGenerators.flavours()) {
            flavours.add(new Flavour(flavour.name() + "-snapshots", r -> withSnapshots(flavour.generate(r), r)));
        }
        compare("snapshots", flavours, true, false);
    }

    @Test
    void expectedOrders() {
        compare("expected orders", ordered(), false, true);
    }

    @Test
    void bothKindsOfEvidence() {
        compare("certificates and orders", ordered(), true, true);
    }

    /** Half of them have an order, and the other half may have one. */
    private static List<Flavour> ordered() {
        List<Flavour> flavours = new ArrayList<>();
        List<Flavour> truthful = RowGenerators.truthful();
        for (Flavour flavour : RowGenerators.flavours()) {
            flavours.add(flavour);
            flavours.add(truthful.get(flavours.size() / 2 % truthful.size()));
        }
        return flavours;
    }

    /** Transactions get snapshots, mostly of all before them, in place of their version sets. */
    private static RowHistory withSnapshots(RowHistory rows, SplittableRandom random) {
        RowHistory changed = rows;
        for (Txn t : rows.txns()) {
            if (random.nextInt(4) > 0) {
                boolean all = random.nextBoolean();
                int from = Integer.parseInt(t.id().substring(1));
                Set<String> snapshot = new HashSet<>();
                for (Txn u : rows.txns()) {
                    boolean earlier = Integer.parseInt(u.id().substring(1)) < from;
                    if (u.status() != Status.ABORTED && u != t && (all ? earlier : random.nextBoolean())) {
                        snapshot.add(u.id());
                    }
                }
                changed = changed.with(RowProofs.withoutSets(t).withSnapshot(snapshot));
            }
        }
        return changed;
    }

    private void compare(String what, List<Flavour> flavours, boolean versions, boolean order) {
        for (int i = 0; i < HISTORIES; i++) {
            SplittableRandom random = new SplittableRandom(SEED * 1_000_003 + i);
            Flavour flavour = flavours.get(i % flavours.size());
            RowHistory rows = flavour.generate(random);
            boolean sessionOrder = random.nextInt(5) != 0;
            int number = i;
            Supplier<String> message = () -> "-Disolde.seed=" + SEED + ", " + what + " " + number + ", "
                    + flavour.name() + (sessionOrder ? "" : ", no session order");
            if (rows.txns().size() <= MOST_TRANSACTIONS) {
                TinyShrinker.check(
                        rows, RowHistory::smaller, message, smaller -> compare(smaller, sessionOrder, versions, order));
            }
        }
        System.out.println("proofs of " + what + ": seed " + SEED + ", " + counts);
        if (HISTORIES >= 200) {
            assertTrue(counts.getOrDefault("ser satisfied", 0) > HISTORIES / 20, counts.toString());
            assertTrue(counts.getOrDefault("ser violated", 0) > HISTORIES / 20, counts.toString());
        }
    }

    private void compare(RowHistory rows, boolean sessionOrder, boolean versions, boolean order) {
        History history = RowProofs.history(rows);
        if (history.transactions() == 0) {
            return;
        }
        ProofChecker checker = new ProofChecker(history);
        List<Evidence> evidence = new ArrayList<>();
        if (history.hasRealTime()) {
            evidence.add(Evidence.REAL_TIME);
        }
        if (versions) {
            evidence.add(Evidence.VERSIONS);
        }
        if (order && history.hasOrder()) {
            evidence.add(Evidence.ORDER);
        }
        RowOracle oracle = new RowOracle(rows, new RowOracle.Flags(sessionOrder, versions, order));
        boolean unknown = rows.txns().stream().anyMatch(t -> t.status() == Status.UNKNOWN);
        for (Level level : Level.values()) {
            if (level == Level.LIN) {
                // the oracle takes a read and a write for a compare-and-set, where the history has to say so
                continue;
            }
            Verdict verdict = oracle.verdict(level.text());
            Proof question = NaiveProver.question(level, sessionOrder, evidence);
            Supplier<String> message = () ->
                    level.text() + " " + evidence + ", the oracle says " + verdict + " of\n" + RowProofs.text(rows);
            Witness witness = new NaiveProver(checker, history, question).find();
            if (witness != null) {
                assertTrue(
                        oracle.accepts(level.text(), Verdict.SATISFIED),
                        () -> "wrong witness " + java.util.Arrays.toString(witness.order()) + ": " + message.get());
            }
            Refutation refutation = verdict == Verdict.INAPPLICABLE || witness != null
                    ? null
                    : new NaiveRefuter(history, question).find();
            if (refutation != null) {
                assertEquals(
                        new ProofResult.Accepted(),
                        checker.check(new Proof(level, sessionOrder, question.evidence(), refutation)),
                        message);
                // a snapshot may tell of one row although it does not of another; to the oracle it then tells nothing
                boolean partly =
                        verdict == Verdict.UNDECIDED && rows.txns().stream().anyMatch(t -> t.snapshot() != null);
                assertTrue(
                        partly || oracle.accepts(level.text(), Verdict.VIOLATED),
                        () -> "wrong refutation " + refutation + ": " + message.get());
            }
            // an unknown transaction that may stand anywhere, or not at all, makes it too hard to say why not
            boolean open = order && history.hasOrder() && unknown;
            assertTrue(verdict != Verdict.SATISFIED || witness != null, () -> "no witness: " + message.get());
            assertTrue(
                    verdict != Verdict.VIOLATED || refutation != null || open, () -> "no refutation: " + message.get());
            counts.merge(level.text() + " " + verdict.name().toLowerCase(java.util.Locale.ROOT), 1, Integer::sum);
        }
    }
}
