package org.isolde.app;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.isolde.history.format.Json;
import org.isolde.run.Access;
import org.isolde.run.Redaction;
import org.isolde.run.Target;
import org.isolde.sql.finding.Finding;
import org.isolde.sql.job.FuzzCounts;
import org.isolde.sql.job.FuzzJob;
import org.isolde.sql.job.FuzzListener;
import org.isolde.sql.job.FuzzPlan;
import org.isolde.sql.job.FuzzResult;

/**
 * Random SQL transactions on a database, and what they leave behind: a run folder with {@value #RESULT}, the log, the command,
 * and a folder a finding in {@value #FINDINGS}.
 */
public final class FuzzRun {
    public static final String RESULT = "fuzz.json";
    public static final String FINDINGS = "findings";

    /** How often it is told how far it has come. */
    private static final long PERIOD_MILLIS = 5_000;

    private final RunFolder folder;
    private final Redaction redaction;
    /** The folders of findings, by their numbers. */
    private final Map<Integer, Path> folders = new TreeMap<>();

    private FuzzRun(RunFolder folder, Redaction redaction) {
        this.folder = folder;
        this.redaction = redaction;
    }

    /**
     * Makes the folder of a run that begins now.
     *
     * @param runs where it is made
     * @param command the call, without secrets
     */
    public static FuzzRun create(Path runs, Target target, Access access, List<String> command) throws IOException {
        Redaction redaction = Redaction.of(target, access);
        RunFolder folder = RunFolder.create(runs, target.name(), "fuzz", redaction);
        folder.write(folder.command(), redaction.text(String.join(" ", command)));
        return new FuzzRun(folder, redaction);
    }

    public Path folder() {
        return folder.path();
    }

    /** Where findings go; the folder of the plan. */
    public Path findings() {
        return folder.path().resolve(FINDINGS);
    }

    /**
     * Does what the plan says.
     *
     * @param summary told every few seconds how far it has come
     * @return what {@value #RESULT} holds
     */
    public Result run(FuzzPlan plan, FuzzListener listener, Consumer<FuzzCounts> summary) throws Exception {
        FuzzJob job = new FuzzJob(plan, new FuzzListener() {
            @Override
            public void found(Finding finding, Path place) {
                folders.put(finding.number(), place.getFileName());
                folder.log("found " + place.getFileName() + ": " + finding.cause());
                listener.found(finding, place);
            }

            @Override
            public void unconfirmed(long number, String what) {
                folder.log("case " + number + " of seed " + plan.seed() + " did not come again: " + what);
                listener.unconfirmed(number, what);
            }
        });
        Thread teller = new Thread(
                () -> {
                    try {
                        while (true) {
                            Thread.sleep(PERIOD_MILLIS);
                            folder.log(job.counts().line());
                            summary.accept(job.counts());
                        }
                    } catch (InterruptedException e) {
                        // the end
                        return;
                    }
                },
                "isolde-fuzz-summary");
        teller.setDaemon(true);
        teller.start();
        FuzzResult result;
        try {
            result = job.run();
        } finally {
            teller.interrupt();
            teller.join();
        }
        folder.log(result.counts().line());
        String json = redaction.text(Json.of(json(plan, result)));
        folder.write(folder.path().resolve(RESULT), json);
        return new Result(result, json);
    }

    /** What came of it, and the same as JSON. */
    public record Result(FuzzResult fuzz, String json) {}

    private Map<String, Object> json(FuzzPlan plan, FuzzResult result) {
        FuzzCounts counts = result.counts();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("target", plan.target().shown());
        Map<String, String> options = new LinkedHashMap<>(plan.target().options());
        options.replaceAll(Redaction::option);
        json.put("databaseOptions", options);
        json.put("database", result.version());
        json.put("isolation", plan.isolation().name());
        json.put("semantics", name(plan.semantics()));
        json.put(
                "oracles",
                plan.judging().oracles().stream()
                        .sorted()
                        .map(oracle -> oracle.text())
                        .toList());
        json.put("orders", plan.judging().orders());
        json.put("rounds", plan.judging().rounds());
        json.put("seed", plan.seed());
        json.put("cases", counts.cases());
        json.put("seconds", counts.seconds());
        json.put("executions", counts.executions());
        json.put("statements", counts.statements());
        json.put("compared", counts.tested());
        json.put("discardedCases", counts.discarded());
        json.put("discardedStatements", result.failedShare());
        json.put("discardedBecause", result.failures());
        json.put("time", counts.times());
        json.put("kinds", result.kinds());
        json.put("repeated", counts.repeated());
        json.put("unconfirmed", counts.unconfirmed());
        List<Map<String, Object>> found = new ArrayList<>();
        for (Finding finding : result.findings()) {
            Map<String, Object> each = new LinkedHashMap<>();
            each.put("folder", FINDINGS + "/" + folders.get(finding.number()));
            each.put("cause", finding.cause());
            each.put("oracle", finding.mismatch().oracle().text());
            each.put("what", finding.mismatch().what());
            each.put("expected", finding.mismatch().expected());
            each.put("actual", finding.mismatch().actual());
            each.put("transactions", finding.transactions());
            each.put("statements", finding.statements());
            each.put("case", finding.testCase().number());
            found.add(each);
        }
        json.put("findings", found);
        return json;
    }

    private static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
