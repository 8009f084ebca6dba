package org.isolde.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isolde.app.replay.Excerpt;
import org.isolde.app.replay.Operation;
import org.isolde.app.replay.Outcome;
import org.isolde.app.replay.RaceResult;
import org.isolde.app.replay.ReplayPlan;
import org.isolde.app.replay.ReplayResult;
import org.isolde.app.replay.Reply;
import org.isolde.app.replay.StepwiseExecution;
import org.isolde.check.Anomaly;
import org.isolde.history.Level;
import org.isolde.history.format.Json;
import org.isolde.report.TextLayout;

/** Prints what {@code isolde replay} found: a table of the steps and a sentence, or JSON. */
final class ReplayOutput {
    /** With more sessions than this columns get too narrow, and the steps stand below each other. */
    private static final int MOST_COLUMNS = 4;

    private static final int MARGIN = 5;

    private final ReplayPlan plan;
    private final Anomaly wanted;

    ReplayOutput(ReplayPlan plan) {
        this.plan = plan;
        this.wanted = plan.violation().minimal().anomaly();
    }

    void print(ReplayResult result, List<Path> written) {
        String name = name(wanted);
        say(Terminal.bold(
                TextLayout.visible(result.version() + " at " + plan.isolation().sql())));
        say(TextLayout.wrap(
                name + " of " + plan.violation().file() + " breaks "
                        + wanted.level().text() + ", " + wanted.level().title() + ". "
                        + wanted.meaning(),
                ""));
        if (result.execution() != null) {
            say("");
            System.out.print(table(result.execution()));
            certificate(result.execution());
        }
        say("");
        String sentence = TextLayout.wrap(sentence(result), "");
        say(result.outcome() == Outcome.NOT ? sentence : Terminal.red(sentence));
        for (Path file : written) {
            say("Written: " + file);
        }
    }

    private static void certificate(StepwiseExecution execution) {
        if (execution.certificate() != null) {
            say(
                    execution.certificate().holds()
                            ? "certificate: "
                                    + TextLayout.count(execution.certificate().versions(), "version")
                                    + " of rows in order, "
                                    + execution.certificate().source()
                            : "no certificate: " + execution.certificate().refusal());
        }
    }

    private static String name(Anomaly anomaly) {
        return anomaly.kind().text() + " (" + anomaly.alias() + ")";
    }

    static String table(StepwiseExecution execution) {
        Excerpt excerpt = execution.schedule().excerpt();
        boolean narrow = excerpt.clients().size() > MOST_COLUMNS;
        List<String> heads = excerpt.clients().stream()
                .map(client -> "session " + TextLayout.visible(client.name()))
                .toList();
        SideBySide table = new SideBySide(narrow ? List.of("") : heads, MARGIN);
        for (Operation op : excerpt.preparation()) {
            table.add(0, "  0", "", "(before: " + op.request() + ")");
        }
        for (StepwiseExecution.Line line : execution.lines()) {
            int column = excerpt.transactions().get(line.step().transaction()).client();
            String who = narrow ? heads.get(column) + ": " : "";
            String label = String.format(java.util.Locale.ROOT, "%3d", line.number());
            table.add(narrow ? 0 : column, label, "", who + TextLayout.visible(words(excerpt, line)));
        }
        return table.toString();
    }

    private static String words(Excerpt excerpt, StepwiseExecution.Line line) {
        String request = excerpt.request(line.step());
        String until = line.waitedUntil() == line.number() ? "" : " until step " + line.waitedUntil();
        String waited = line.waitedUntil() > 0 ? " (blocked" + until + ")" : "";
        if (line.end() == StepwiseExecution.End.SKIPPED) {
            // whatever failed has been rolled back at once
            return "(" + request + (request.equals("rollback") ? ": done already)" : ": not sent)");
        }
        if (line.end() == StepwiseExecution.End.CANCELLED) {
            return request + " -> blocked for good, cancelled";
        }
        Reply reply = line.reply();
        if (reply.kind() != Reply.Kind.DONE) {
            return request + waited + " -> " + (reply.kind() == Reply.Kind.LOST ? "lost: " : "aborted: ") + reply.text()
                    + (reply.kind() == Reply.Kind.LOST ? "" : ", rolled back");
        }
        Operation op = excerpt.operation(line.step());
        String recorded = op == null || op.answer().isEmpty() ? reply.text() : op.answer();
        return request
                + waited
                + (reply.text().isEmpty() ? "" : " -> " + reply.text())
                + (recorded.equals(reply.text()) ? "" : " (recorded: " + recorded + ")");
    }

    String sentence(ReplayResult result) {
        String added = result.added() > 0
                ? ", with " + TextLayout.count(result.added(), "more transaction") + " of the run around it"
                : "";
        String tried = " (" + TextLayout.count(result.orders(), "order") + " of the steps tried)";
        if (result.learned()) {
            return "Step by step it did not happen at first. " + race(result.race(), added)
                    + " Then the transactions of that try were taken step by step, as above, and it happened again"
                    + tried + ": " + name(result.anomaly()) + ".";
        }
        String steps = switch (result.steps()) {
            case AGAIN ->
                "It happened again, step by step" + added + (result.orders() == 1 ? "" : tried) + ": "
                        + name(result.anomaly()) + ".";
            case ANOTHER -> "Step by step another violation happened" + tried + ": " + name(result.anomaly()) + ".";
            default -> result.execution() == null ? "" : "Step by step it did not happen" + tried + ".";
        };
        return (steps + " " + race(result.race(), added)).strip();
    }

    private static String race(RaceResult race, String added) {
        if (race == null) {
            return "";
        }
        String tries = TextLayout.count(race.tries()) + (race.tries() == 1 ? " try" : " tries");
        String times = race.again() == 1 ? "once" : TextLayout.count(race.again()) + " times";
        String others = race.another() == 0
                ? ""
                : " Another violation of the level happened in " + TextLayout.count(race.another()) + ".";
        return (race.again() == 0
                        ? "Run freely it did not happen in " + tries + "."
                        : "Run freely it happened " + times + " in " + tries + ", first in try "
                                + TextLayout.count(race.first()) + added + ".")
                + others;
    }

    void json(ReplayResult result, List<Path> written) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("history", plan.violation().file().toString());
        json.put("target", plan.target().shown());
        json.put("database", result.version());
        json.put("isolation", plan.isolation().name());
        json.put(
                "levels",
                plan.violation().levels().stream().sorted().map(Level::text).toList());
        json.put("anomaly", wanted.kind().text());
        json.put("alias", wanted.alias());
        json.put("level", wanted.level().text());
        json.put("outcome", result.outcome().text());
        json.put("addedTransactions", result.added());
        if (result.execution() != null) {
            Map<String, Object> steps = new LinkedHashMap<>();
            steps.put("outcome", result.steps().text());
            steps.put("orders", result.orders());
            if (result.anomaly() != null) {
                steps.put("anomaly", result.anomaly().kind().text());
            }
            if (result.execution().certificate() != null) {
                steps.put("certificate", result.execution().certificate().json());
            }
            steps.put("play", lines(result.execution()));
            json.put("steps", steps);
        }
        if (result.race() != null) {
            Map<String, Object> race = new LinkedHashMap<>();
            race.put("tries", result.race().tries());
            race.put("again", result.race().again());
            race.put("another", result.race().another());
            race.put("first", result.race().first() == 0 ? null : result.race().first());
            json.put("race", race);
        }
        if (!written.isEmpty()) {
            json.put("files", written.stream().map(Path::toString).toList());
        }
        System.out.println(Json.of(json));
    }

    private static List<Object> lines(StepwiseExecution execution) {
        Excerpt excerpt = execution.schedule().excerpt();
        List<Object> lines = new ArrayList<>();
        for (StepwiseExecution.Line line : execution.lines()) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("step", line.number());
            json.put("session", excerpt.client(line.step()).name());
            json.put(
                    "transaction",
                    excerpt.transactions().get(line.step().transaction()).name());
            json.put("request", excerpt.request(line.step()));
            json.put(
                    "result",
                    switch (line.end()) {
                        case SKIPPED -> "skipped";
                        case CANCELLED -> "cancelled";
                        case ANSWERED -> line.reply().kind().name().toLowerCase(java.util.Locale.ROOT);
                    });
            if (line.reply() != null && !line.reply().text().isEmpty()) {
                json.put("answer", line.reply().text());
            }
            Operation op = excerpt.operation(line.step());
            if (op != null && !op.answer().isEmpty()) {
                json.put("recorded", op.answer());
            }
            if (line.waitedUntil() > 0) {
                json.put("blockedUntil", line.waitedUntil());
            }
            lines.add(json);
        }
        return lines;
    }

    private static void say(String line) {
        System.out.println(line);
    }
}
