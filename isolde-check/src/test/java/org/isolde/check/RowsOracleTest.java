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
import java.util.stream.IntStream;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.Status;
import org.isolde.history.format.Format;
import org.isolde.history.format.Source;
import org.isolde.oracle.TinyShrinker;
import org.isolde.oracle.rows.RowChanges;
import org.isolde.oracle.rows.RowGenerators;
import org.isolde.oracle.rows.RowGenerators.Flavour;
import org.isolde.oracle.rows.RowHistory;
import org.isolde.oracle.rows.RowOracle;
import org.isolde.oracle.rows.RowText;
import org.isolde.proof.ProofChecker;
import org.isolde.proof.ProofResult;
import org.junit.jupiter.api.Test;

/**
 * What is said of random histories of rows, against brute force: levels that are about items alone are decided, and of the
 * others nothing is said that is wrong.
 */
class RowsOracleTest {
    private static final int HISTORIES = Integer.getInteger("isolde.property.histories", 20_000);
    private static final long SEED = Long.getLong("isolde.seed", System.nanoTime());

    private final Map<String, Integer> counts = new TreeMap<>();

    @Test
    void nothingIsSaidThatIsWrong() {
        System.out.println("rows: seed " + SEED);
        List<Flavour> flavours = RowGenerators.flavours();
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < HISTORIES; i++) {
            Flavour flavour = flavours.get(i % flavours.size());
            int number = i;
            Supplier<String> message = () -> "-Disolde.seed=" + SEED + ", history " + number + ", " + flavour.name();
            RowHistory drawn = flavour.generate(random);
            boolean snapshots = random.nextInt(3) == 0;
            boolean sessionOrder = random.nextInt(4) > 0;
            long numbers = random.nextLong();
            TinyShrinker.check(
                    snapshots ? RowChanges.bySnapshots(drawn, random) : drawn,
                    RowHistory::smaller,
                    message,
                    rows -> compare(
                            rows,
                            snapshots ? RowText.withSnapshots(rows, new SplittableRandom(numbers)) : RowText.of(rows),
                            sessionOrder));
        }
        System.out.println(counts);
        for (Level level : Level.values()) {
            if (!level.isAboutPredicates() && level != Level.LIN) {
                assertTrue(counts.getOrDefault(level.text() + " satisfied", 0) > HISTORIES / 100, level.text());
            }
            if (level != Level.LIN && level != Level.RU) {
                assertTrue(counts.getOrDefault(level.text() + " violated", 0) > HISTORIES / 100, level.text());
            }
        }
    }

    private void compare(RowHistory rows, String text, boolean sessionOrder) throws IOException {
        History history;
        try (Source source = Source.of("rows", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))) {
            history = Format.ISOLDE.read(source);
        }
        if (history.transactions() == 0) {
            return;
        }
        CheckResult result = Isolde.check(
                history, CheckOptions.of(EnumSet.allOf(Level.class)).withSessionOrder(sessionOrder));
        RowOracle oracle = new RowOracle(rows, new RowOracle.Flags(sessionOrder, true, true));
        // with an expected order, who has no place in it and may have taken effect leaves ser open
        boolean homeless = history.hasOrder()
                && IntStream.rangeClosed(1, history.transactions()).anyMatch(t -> history.status(t) == Status.UNKNOWN);
        for (Map.Entry<Level, Verdict> entry : result.verdicts().entrySet()) {
            Level level = entry.getKey();
            RowOracle.Verdict said =
                    RowOracle.Verdict.valueOf(entry.getValue().text().toUpperCase(Locale.ROOT));
            counts.merge(level.text() + " " + entry.getValue().text(), 1, Integer::sum);
            if (level == Level.LIN && said == RowOracle.Verdict.INAPPLICABLE) {
                // the oracle takes a read and a write for a compare-and-set, where the history has to say so
                continue;
            }
            boolean open = said == RowOracle.Verdict.UNDECIDED
                    && (level.isAboutPredicates()
                            ? !oracle.isCertified() || homeless
                            // what aggregates read is known where every version set is, and right
                            : history.rows().aggregatesOfKnownRows() > 0
                                    && (!oracle.isCertified() || !oracle.flaws().isEmpty()));
            // the oracle of items does not know that who is dead stays dead
            boolean dead = entry.getValue() instanceof Verdict.Undecided undecided
                    && undecided.reason().contains("after its deletion");
            assertTrue(
                    open || dead || oracle.accepts(level.text(), said),
                    () -> level.text() + " " + entry.getValue() + ", and the oracle says "
                            + oracle.verdict(level.text()) + " of\n" + text
                            + (sessionOrder ? "" : "without session order"));
            if (result.proof(level) != null) {
                assertEquals(
                        new ProofResult.Accepted(), ProofChecker.check(history, result.proof(level)), level.text());
            }
        }
    }
}
