package org.isolde.app;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.isolde.report.answer.Answer.Kept;
import org.isolde.report.answer.Answer.Possibility;
import org.isolde.report.answer.Cure;
import org.isolde.report.answer.Hazard;
import org.isolde.run.Database;
import org.isolde.run.Handling;
import org.isolde.run.Isolation;
import org.isolde.run.Target;

/** What to do now, in sentences: what helps against what happened, in the words of the database that was tested. */
final class Advice {
    private final Database database;
    private final Target target;
    private final Isolation isolation;
    private final Handling handling;
    private final Kept kept;
    private final List<Possibility> possibilities;
    private final double abortRate;

    /** @param abortRate of all attempts */
    Advice(TestPlan plan, Kept kept, List<Possibility> possibilities, double abortRate) {
        this.database = plan.tested().database();
        this.target = plan.tested().target();
        this.isolation = plan.isolation();
        this.handling = database.handling();
        this.kept = kept;
        this.possibilities = possibilities;
        this.abortRate = abortRate;
    }

    List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        if (kept == Kept.NO) {
            sentences.add(
                    "A broken promise is a bug of the database or of its setup, not of your application: try a newer version"
                            + " of it, and report the bug with the files of finding-1/."
                            + (isolation.note().isEmpty()
                                    ? ""
                                    : " Known of " + isolation.sql() + ": " + isolation.note() + "."));
        }
        sentences.addAll(cures(concerning()));
        if (abortRate > 0) {
            sentences.add(String.format(
                    Locale.ROOT,
                    "Try transactions again that the database refused (%s). Here %.1f%% of all attempts were aborted,"
                            + " for this or another reason.",
                    handling.refusal().isEmpty() ? "an error" : handling.refusal(),
                    abortRate * 100));
        }
        return sentences;
    }

    /** What happened; if nothing did, what is let happen. */
    private List<Hazard> concerning() {
        List<Hazard> happened = possibilities.stream()
                .filter(Possibility::happened)
                .map(Possibility::hazard)
                .toList();
        return happened.isEmpty()
                ? possibilities.stream().map(Possibility::hazard).toList()
                : happened;
    }

    /** Each cure once, with all that it helps against. */
    private List<String> cures(List<Hazard> hazards) {
        Map<String, List<Hazard>> by = new LinkedHashMap<>();
        for (Cure cure : Cure.values()) {
            for (Hazard hazard : hazards) {
                if (hazard.cures().contains(cure)) {
                    for (String words : words(cure, hazard)) {
                        by.computeIfAbsent(words, unused -> new ArrayList<>()).add(hazard);
                    }
                }
            }
        }
        List<String> sentences = new ArrayList<>();
        by.forEach((words, against) -> sentences.add("Against "
                + against.stream().map(Hazard::title).collect(Collectors.joining(", ")) + ": " + words + "."));
        return sentences;
    }

    private List<String> words(Cure cure, Hazard hazard) {
        return switch (cure) {
            case STRONGER_LEVEL -> stronger(hazard);
            case LOCKING_READ ->
                handling.lockingRead().isEmpty() ? List.of() : List.of(cure.text() + ": " + handling.lockingRead());
            default -> List.of(cure.text());
        };
    }

    /** The weakest level of the database that forbids it, and a setting with which the present one does. */
    private List<String> stronger(Hazard hazard) {
        List<String> ways = new ArrayList<>();
        boolean behind = false;
        for (Isolation candidate : database.isolations(target)) {
            if (behind && hazard.isForbiddenBy(candidate.claims())) {
                ways.add(candidate.sql() + " (--isolation " + candidate.name() + "), which promises to prevent that");
                break;
            }
            behind |= candidate.equals(isolation);
        }
        for (String setting : handling.settings()) {
            for (Isolation candidate : database.isolations(with(setting))) {
                if (candidate.name().equals(isolation.name())
                        && hazard.isForbiddenBy(candidate.claims())
                        && !hazard.isForbiddenBy(isolation.claims())) {
                    ways.add(isolation.sql() + " with the setting " + setting + " (--db-option " + setting
                            + "), which promises to prevent that");
                }
            }
        }
        return ways;
    }

    private Target with(String setting) {
        Map<String, String> options = new LinkedHashMap<>(target.options());
        int equals = setting.indexOf('=');
        options.put(setting.substring(0, equals), setting.substring(equals + 1));
        return new Target(target.name(), target.version(), target.url(), options);
    }
}
