package org.isolde.check.known;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.isolde.check.Anomaly;
import org.isolde.check.AnomalyKind;
import org.isolde.check.CheckOptions;
import org.isolde.check.Isolde;
import org.isolde.check.TestFacts;
import org.isolde.check.Verdict;
import org.isolde.check.ViolationLimit;
import org.isolde.check.facts.Facts;
import org.isolde.check.refute.Contradiction;
import org.isolde.check.tell.Teller;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.format.Format;

/**
 * Where Isolde and Elle disagree about a recorded run of Elle: levels that one says are broken and the other says hold, and
 * anomalies that only one of them sees. What one of them leaves open is no disagreement.
 *
 * <p>{@code main} prints them all, for a folder of recorded runs.
 */
final class ElleComparison {
    /** A level of ours, with or without session order. */
    private record Ours(Level level, boolean sessionOrder) {}

    /** Elle's consistency models and ours; only those that are called strong know sessions. */
    private static final Map<String, Ours> MODELS = new LinkedHashMap<>();

    static {
        MODELS.put("read-uncommitted", new Ours(Level.RU, false));
        MODELS.put("read-committed", new Ours(Level.G1, false));
        MODELS.put("cursor-stability", new Ours(Level.CS, false));
        MODELS.put("consistent-view", new Ours(Level.CV, false));
        MODELS.put("repeatable-read", new Ours(Level.RR, false));
        MODELS.put("read-atomic", new Ours(Level.RA, false));
        MODELS.put("causal-cerone", new Ours(Level.CC, false));
        MODELS.put("prefix", new Ours(Level.PC, false));
        MODELS.put("parallel-snapshot-isolation", new Ours(Level.PSI, false));
        MODELS.put("snapshot-isolation", new Ours(Level.SI, false));
        MODELS.put("serializable", new Ours(Level.SER, false));
        MODELS.put("strong-session-snapshot-isolation", new Ours(Level.SI, true));
        MODELS.put("strong-session-serializable", new Ours(Level.SER, true));
        MODELS.put("strong-snapshot-isolation", new Ours(Level.STRONG_SI, true));
        MODELS.put("strong-serializable", new Ours(Level.SSER, true));
        MODELS.put("strict-serializable", new Ours(Level.SSER, true));
    }

    /** The kinds that Elle looks for when it is asked for an anomaly. */
    private static final Map<String, Set<String>> FAMILIES = Map.of(
            "G0", Set.of("G0"),
            "G1", Set.of("G0", "G1a", "G1b", "G1c"),
            "G-single", Set.of("G-single-item"),
            "G2", Set.of("G-single-item", "G-nonadjacent-item", "G2-item"));

    /** What Elle says of itself or of its options rather than of the history. */
    private static final Set<String> NO_ANOMALY =
            Set.of("empty-transaction-graph", "cyclic-versions", "strong-snapshot-isolation-cycle-exists");

    private static final Set<Level> LEVELS = EnumSet.complementOf(EnumSet.of(Level.LIN));

    private ElleComparison() {}

    /**
     * The outcome of a comparison.
     *
     * @param refused why we can't read the history, or null
     * @param disagreements as "what: Elle says, Isolde says"
     * @param compared how many statements of Elle were held against ours
     * @param undecided how many of ours were undecided
     */
    record Outcome(String refused, Set<String> disagreements, int compared, int undecided) {}

    static Outcome of(ElleCorpus.Run run) throws IOException {
        History history;
        boolean sessions = true;
        try {
            history = read(run.history());
        } catch (BadHistoryException e) {
            if (!e.getMessage().contains("a process does one at a time")) {
                return new Outcome(e.getMessage().replaceFirst("^.*?\\.edn:\\d+: ", ""), Set.of(), 0, 0);
            }
            // one process does several things at once: then there are no sessions to speak of, and no real time
            history = read(run.history().replaceAll("\\{[^{}]*:type :invoke[^{}]*}", ""));
            sessions = false;
        }
        Set<String> disagreements = new TreeSet<>();
        int[] counts = new int[2];
        compareModels(run, history, sessions, disagreements, counts);
        compareAnomalies(run, history, sessions, disagreements, counts);
        return new Outcome(null, disagreements, counts[0], counts[1]);
    }

    private static History read(String text) throws IOException {
        Path file = Files.createTempFile("elle", ".edn");
        try {
            Files.writeString(file, text);
            return Format.read(file);
        } finally {
            Files.delete(file);
        }
    }

    private static void compareModels(
            ElleCorpus.Run run, History history, boolean sessions, Set<String> disagreements, int[] counts)
            throws IOException {
        for (Map.Entry<String, Ours> model : MODELS.entrySet()) {
            boolean broken = run.broken().contains(model.getKey());
            boolean holds = Boolean.TRUE.equals(run.valid()) && run.models().contains(model.getKey());
            Ours ours = model.getValue();
            if ((!broken && !holds) || (ours.sessionOrder && !sessions)) {
                continue;
            }
            CheckOptions options = CheckOptions.of(EnumSet.of(ours.level)).withSessionOrder(ours.sessionOrder);
            Verdict verdict = Isolde.check(history, options).verdicts().get(ours.level);
            counts[0] += verdict instanceof Verdict.Inapplicable ? 0 : 1;
            counts[1] += verdict instanceof Verdict.Undecided ? 1 : 0;
            if (verdict instanceof Verdict.Satisfied && broken || verdict instanceof Verdict.Violated && holds) {
                disagreements.add(
                        model.getKey() + (broken ? ": broken, says Elle alone" : ": broken, says Isolde alone"));
            }
        }
    }

    private static void compareAnomalies(
            ElleCorpus.Run run, History history, boolean sessions, Set<String> disagreements, int[] counts)
            throws IOException {
        Set<String> ours = anomalies(history, sessions);
        for (String found : run.found()) {
            if (!NO_ANOMALY.contains(found)) {
                counts[0]++;
                if (!ours.contains(found)) {
                    disagreements.add(found + ": seen by Elle alone");
                }
            }
        }
        for (String asked : run.anomalies()) {
            if (Boolean.TRUE.equals(run.valid())) {
                counts[0]++;
                for (String kind : FAMILIES.getOrDefault(asked, Set.of(asked))) {
                    if (ours.contains(kind)) {
                        disagreements.add(kind + ": seen by Isolde alone");
                    }
                }
            }
        }
    }

    /** All anomalies of a history, by Elle's names. */
    private static Set<String> anomalies(History history, boolean sessions) throws IOException {
        Facts facts = TestFacts.of(history, sessions, true);
        Teller teller = new Teller(facts);
        Set<String> names = new TreeSet<>();
        for (Contradiction bad : facts.badReads().contradictions(ViolationLimit.EACH)) {
            Anomaly anomaly = teller.tell(bad, Level.G1);
            names.add(anomaly.kind() == AnomalyKind.FUTURE_READ ? "future-read" : anomaly.alias());
        }
        AdyaCycles cycles = new KnownCycles(facts, new Updates(facts)).of(sessions ? Level.SSER : Level.SER);
        for (Anomaly anomaly : AdyaCyclesTest.told(facts, cycles.breaking(LEVELS, ViolationLimit.EACH))) {
            names.add(
                    anomaly.kind() == AnomalyKind.LOST_UPDATE
                            ? "lost-update"
                            : anomaly.alias()
                                    .replaceFirst("G-(single|nonadjacent)", "G-$1-item")
                                    .replace("-session", "-process"));
        }
        return names;
    }

    /** Prints every disagreement of a folder of recorded runs. */
    public static void main(String[] arguments) throws IOException {
        for (ElleCorpus.Run run : ElleCorpus.read(Path.of(arguments[0]))) {
            Outcome outcome = of(run);
            if (outcome.refused != null) {
                System.out.println(run.workload() + ", " + run.name() + ": not read, " + outcome.refused);
            } else if (!outcome.disagreements.isEmpty() || outcome.undecided > 0) {
                System.out.println(run.workload() + ", " + run.name() + " " + run.models() + run.anomalies()
                        + run.options() + ": " + outcome.disagreements + ", undecided " + outcome.undecided);
            }
        }
    }
}
