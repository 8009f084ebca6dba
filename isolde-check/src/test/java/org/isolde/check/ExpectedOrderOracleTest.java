package org.isolde.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.Status;
import org.isolde.history.format.Format;
import org.isolde.history.format.Source;
import org.isolde.oracle.TinyShrinker;
import org.isolde.oracle.rows.RowGenerators;
import org.isolde.oracle.rows.RowGenerators.Flavour;
import org.isolde.oracle.rows.RowHistory;
import org.isolde.oracle.rows.RowOracle;
import org.isolde.oracle.rows.RowText;
import org.isolde.proof.ProofChecker;
import org.isolde.proof.ProofResult;
import org.junit.jupiter.api.Test;

/** What the replay of expected serial orders says of random histories of rows, against brute force. */
class ExpectedOrderOracleTest {
    private static final int HISTORIES = Integer.getInteger("isolde.property.histories", 20_000);
    private static final long SEED = Long.getLong("isolde.seed", System.nanoTime());

    private final Map<String, Integer> counts = new TreeMap<>();

    @Test
    void replaySaysWhatTheDefinitionSays() {
        System.out.println("expected orders: seed " + SEED);
        List<Flavour> flavours = RowGenerators.ordered();
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < HISTORIES; i++) {
            Flavour flavour = flavours.get(i % flavours.size());
            boolean sessionOrder = random.nextInt(4) > 0;
            boolean versions = random.nextBoolean();
            // what follows from them, now and then
            EnumSet<Level> levels =
                    random.nextInt(8) == 0 ? EnumSet.allOf(Level.class) : EnumSet.of(Level.SER, Level.SSER);
            int number = i;
            Supplier<String> message = () -> "-Disolde.seed=" + SEED + ", history " + number + ", " + flavour.name();
            TinyShrinker.check(
                    flavour.generate(random),
                    RowHistory::smaller,
                    message,
                    rows -> compare(rows, levels, sessionOrder, versions));
        }
        System.out.println(counts);
        for (Level level : List.of(Level.SER, Level.SSER)) {
            for (String verdict : List.of("satisfied", "violated")) {
                assertTrue(counts.getOrDefault(level.text() + " " + verdict, 0) > HISTORIES / 50, level + verdict);
            }
        }
        assertTrue(counts.getOrDefault("ser open", 0) >= HISTORIES / 1000, "open");
        // an unknown outcome seldom leaves it open
        assertTrue(counts.getOrDefault("ser open", 0) < HISTORIES / 20);
    }

    private void compare(RowHistory rows, EnumSet<Level> levels, boolean sessionOrder, boolean versions)
            throws IOException {
        if (rows.order() == null || rows.txns().isEmpty()) {
            return;
        }
        String text = RowText.of(rows);
        History history;
        try (Source source = Source.of("rows", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))) {
            history = Format.ISOLDE.read(source);
        }
        if (!history.hasOrder()) {
            return;
        }
        EnumSet<Evidence> evidence = EnumSet.of(Evidence.ORDER, Evidence.REAL_TIME);
        if (versions) {
            evidence.add(Evidence.VERSIONS);
        }
        CheckResult result = Isolde.check(
                history, CheckOptions.of(levels).withEvidence(evidence).withSessionOrder(sessionOrder));
        RowOracle oracle = new RowOracle(rows, new RowOracle.Flags(sessionOrder, versions, true));
        boolean hasSets = versions && hasVersionSets(history);
        boolean hasUnknown = false;
        for (int t = 1; t <= history.transactions(); t++) {
            hasUnknown |= history.status(t) == Status.UNKNOWN;
        }
        boolean isSatisfied = result.verdicts().get(Level.SER) instanceof Verdict.Satisfied;
        for (Map.Entry<Level, Verdict> entry : result.verdicts().entrySet()) {
            Level level = entry.getKey();
            RowOracle.Verdict said =
                    RowOracle.Verdict.valueOf(entry.getValue().text().toUpperCase(Locale.ROOT));
            RowOracle.Verdict right = oracle.verdict(level.text());
            if (level == Level.LIN && said == RowOracle.Verdict.INAPPLICABLE) {
                // the oracle takes a read and a write for a compare-and-set, where the history has to say so
                continue;
            }
            // without a certificate, predicates leave open what does not follow from ser
            boolean decidedByIt = level == Level.SER || level == Level.SSER;
            boolean open =
                    said == RowOracle.Verdict.UNDECIDED && (hasSets || (decidedByIt ? hasUnknown : !isSatisfied));
            if (decidedByIt) {
                String kind = open && !hasSets ? "open" : entry.getValue().text();
                counts.merge(level.text() + " " + kind, 1, Integer::sum);
            }
            assertTrue(
                    open || said == right || oracle.accepts(level.text(), said),
                    () -> level.text() + " " + entry.getValue() + ", and the oracle says " + right + " of\n" + text
                            + (sessionOrder ? "" : "without session order ") + (versions ? "" : "without versions"));
            if (result.proof(level) != null) {
                assertEquals(
                        new ProofResult.Accepted(),
                        ProofChecker.check(history, result.proof(level)),
                        () -> level.text() + " " + entry.getValue() + " of\n" + text);
            }
        }
        assertEquals(
                result.verdicts().get(Level.SER).algorithm().contains("Enne"),
                result.evidence(Level.SER).contains(Evidence.ORDER));
    }

    private static boolean hasVersionSets(History history) {
        for (int p = 0; p < history.predicates(); p++) {
            if (history.rows().hasVersionSet(p)) {
                return true;
            }
        }
        return false;
    }
}
