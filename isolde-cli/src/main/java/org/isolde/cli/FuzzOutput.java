package org.isolde.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.isolde.app.FuzzReplays.Replayed;
import org.isolde.app.FuzzRun;
import org.isolde.history.format.Json;
import org.isolde.sql.finding.Finding;
import org.isolde.sql.finding.FindingFolder;
import org.isolde.sql.job.FuzzCounts;
import org.isolde.sql.job.FuzzOptions;
import org.isolde.sql.job.FuzzPlan;
import org.isolde.sql.job.FuzzResult;
import org.isolde.sql.known.KnownBehaviour;

/** What {@code isolde fuzz} prints, and what {@code isolde replay} prints of its findings. */
final class FuzzOutput implements FuzzRun.Listener {
    private static final int MOST_REASONS = 3;
    private static final int WIDTH = 80;

    private final FuzzPlan plan;
    private final Progress progress;
    private final boolean json;
    private Path folder;

    FuzzOutput(FuzzPlan plan, Progress progress, boolean json) {
        this.plan = plan;
        this.progress = progress;
        this.json = json;
    }

    private void say(String line) {
        if (!json) {
            System.out.println(line);
            System.out.flush();
        }
    }

    @Override
    public void begun(String version, Path place) {
        folder = place;
        progress.close();
        say("Fuzzing " + place(plan) + ", seed " + plan.seed() + ", "
                + plan.semantics().name().toLowerCase(Locale.ROOT) + " semantics");
        say("The run's folder: " + folder);
    }

    private static String place(FuzzPlan plan) {
        return plan.target().shown() + " at " + plan.isolation().name();
    }

    @Override
    public void summary(FuzzCounts counts) {
        say(wrapped(counts.parts()));
    }

    @Override
    public void found(Finding finding, Path folder) {
        say("FOUND " + finding.cause() + ": " + finding.transactions() + " transactions, " + finding.statements()
                + " statements");
        say("  expected " + finding.mismatch().expected());
        say("  but got  " + finding.mismatch().actual());
        if (finding.known() != null) {
            say("  known as " + finding.known().name());
            describe(finding.known());
        }
        say("  " + folder);
    }

    @Override
    public void known(Finding finding, Path folder) {
        say("KNOWN " + finding.known().name() + ", " + finding.cause());
        describe(finding.known());
        say("  " + folder);
    }

    private void describe(KnownBehaviour known) {
        say("  " + known.sentence());
        say("  see " + known.reference());
    }

    void finished(FuzzRun.Result result) {
        if (json) {
            System.out.println(result.json());
            return;
        }
        FuzzResult fuzz = result.fuzz();
        FuzzCounts counts = fuzz.counts();
        say(wrapped(counts.parts()));
        say(time(counts));
        say(String.format(
                Locale.ROOT,
                "Statements that the database did not take: %.2f%%%s",
                100 * counts.refusedShare(),
                most(counts.refused())));
        List<String> never = counts.kinds().entrySet().stream()
                .filter(kind -> kind.getValue() == 0)
                .map(Map.Entry::getKey)
                .toList();
        Long only = plan.options().get(FuzzOptions.CASE);
        if (only != null) {
            say("The case as it was made: "
                    + folder.resolve(FindingFolder.CASES)
                            .resolve(only.toString())
                            .resolve(FindingFolder.SCRIPT));
        } else if (!never.isEmpty()) {
            say("Kinds that did not come up yet:");
            say(wrapped(never));
        }
        say(
                fuzz.findings().isEmpty()
                        ? counts.known() == 0 ? "Nothing was found." : "Nothing was found that is not known."
                        : fuzz.findings().size() + " found. See it happen again: isolde replay " + folder);
    }

    private static String time(FuzzCounts counts) {
        double all = counts.times().values().stream()
                .mapToDouble(Double::doubleValue)
                .sum();
        return "Time: "
                + new TreeMap<>(counts.times())
                        .entrySet().stream()
                                .map(each -> String.format(
                                        Locale.ROOT,
                                        "%.0f%% %s",
                                        all == 0 ? 0 : 100 * each.getValue() / all,
                                        each.getKey()))
                                .collect(Collectors.joining(", "))
                + String.format(
                        Locale.ROOT,
                        "; %.1f executions a case",
                        counts.cases() == 0 ? 0 : (double) counts.executions() / counts.cases());
    }

    /** With commas between, in lines that fit a terminal. */
    private static String wrapped(List<String> parts) {
        StringBuilder text = new StringBuilder();
        int width = 0;
        for (int i = 0; i < parts.size(); i++) {
            String part = parts.get(i) + (i + 1 < parts.size() ? "," : "");
            if (width > 0 && width + 1 + part.length() > WIDTH) {
                text.append("\n      ");
                width = 6;
            } else if (width > 0) {
                text.append(' ');
                width++;
            }
            text.append(part);
            width += part.length();
        }
        return text.toString();
    }

    /** The reasons that come most often, and how often. */
    private static String most(Map<String, Long> reasons) {
        return reasons.isEmpty()
                ? ""
                : reasons.entrySet().stream()
                        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                        .limit(MOST_REASONS)
                        .map(reason -> reason.getValue() + " times " + reason.getKey())
                        .collect(Collectors.joining(", ", " (", ")"));
    }

    static void replayed(FuzzPlan plan, List<Replayed> all, boolean json) {
        if (json) {
            System.out.println(Json.of(
                    Map.of("findings", all.stream().map(FuzzOutput::object).toList())));
            return;
        }
        System.out.println(place(plan));
        for (Replayed each : all) {
            System.out.println(each.folder().getFileName() + ": " + outcome(each));
            if (each.happened()) {
                System.out.println("  expected " + each.mismatch().expected());
                System.out.println("  but got  " + each.mismatch().actual());
            }
            System.out.println("  " + each.folder().resolve(FindingFolder.SCRIPT));
        }
    }

    private static String outcome(Replayed replayed) {
        return replayed.happened()
                ? "it happened again (" + replayed.mismatch().oracle().text() + ": "
                        + replayed.mismatch().what() + ")"
                : "it did not happen";
    }

    private static Map<String, Object> object(Replayed replayed) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("folder", replayed.folder().toString());
        object.put("happened", replayed.happened());
        List<Object> seen = new ArrayList<>();
        if (replayed.happened()) {
            seen.add(Map.of(
                    "oracle",
                    replayed.mismatch().oracle().text(),
                    "what",
                    replayed.mismatch().what()));
        }
        object.put("seen", seen);
        return object;
    }
}
