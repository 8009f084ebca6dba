package org.isolde.app;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isolde.run.Redaction;
import org.isolde.run.option.Option;
import org.isolde.run.record.JsonTree;
import org.isolde.sql.finding.FindingFolder;
import org.isolde.sql.job.FuzzOptions;
import org.isolde.sql.job.FuzzPlan;
import org.isolde.sql.job.FuzzReplay;
import org.isolde.sql.oracle.Mismatch;
import org.isolde.sql.oracle.Verdict;
import org.isolde.sql.testcase.TestCase;

/** The findings of a run of {@link FuzzRun}, to be executed once more. */
public final class FuzzReplays {
    /** How many rounds of executions there are before a case counts as not happening. */
    private static final int ROUNDS = 4;

    private final Map<String, Object> recorded;
    private final List<Path> findings;

    private FuzzReplays(Map<String, Object> recorded, List<Path> findings) {
        this.recorded = recorded;
        this.findings = findings;
    }

    /**
     * Reads what is to be replayed.
     *
     * @param place the folder of a run, or of one of its findings
     * @return null if it is neither
     */
    public static FuzzReplays find(Path place) throws IOException {
        if (!Files.isDirectory(place)) {
            return null;
        }
        // the names of what is above it, whatever link led here
        Path folder = place.toRealPath();
        boolean one = Files.exists(folder.resolve(FindingFolder.CASE));
        Path run = one ? folder.getParent().getParent() : folder;
        Path file = run == null ? null : run.resolve(FuzzRun.RESULT);
        if (file == null || !Files.isRegularFile(file)) {
            return null;
        }
        List<Path> findings = one ? List.of(folder) : FindingFolder.of(run);
        return new FuzzReplays(JsonTree.object(Files.readString(file).getBytes(StandardCharsets.UTF_8)), findings);
    }

    /** The database of the run, as it was named. */
    public String target() {
        return text("target");
    }

    public Map<String, String> options() {
        Map<String, String> options = new LinkedHashMap<>();
        JsonTree.map(recorded.get("databaseOptions"))
                .forEach((name, value) -> options.put(name, String.valueOf(value)));
        return options;
    }

    /** Whether the target or an option lacks a secret that was not recorded. */
    public boolean isRedacted() {
        return target().contains(Redaction.BLANK) || options().containsValue(Redaction.BLANK);
    }

    /** What the run was told, of what a replay needs: by the names of its options. */
    public Map<String, String> told() {
        Map<String, Object> all = JsonTree.map(recorded.get("options"));
        Map<String, String> told = new LinkedHashMap<>();
        for (Option<?> option : List.of(FuzzOptions.ISOLATION, FuzzOptions.SEMANTICS)) {
            if (all.containsKey(option.jsonName())) {
                told.put(option.name(), String.valueOf(all.get(option.jsonName())));
            }
        }
        return told;
    }

    private String text(String name) {
        return String.valueOf(recorded.get(name));
    }

    /** Folders of what was found, in the order of their numbers. */
    public List<Path> findings() {
        return findings;
    }

    /** What came of executing a finding again. */
    public record Replayed(Path folder, TestCase testCase, Verdict verdict) {
        public boolean happened() {
            return !verdict.mismatches().isEmpty();
        }

        /** What was seen; only if something {@link #happened}. */
        public Mismatch mismatch() {
            return verdict.mismatches().get(0);
        }
    }

    /** Executes all of them, each until it happens, and a few times at most. */
    public List<Replayed> run(FuzzPlan plan) throws Exception {
        List<Replayed> all = new ArrayList<>();
        for (Path folder : findings) {
            TestCase testCase = FindingFolder.read(folder);
            all.add(new Replayed(folder, testCase, new FuzzReplay(plan).run(testCase, ROUNDS)));
        }
        return all;
    }
}
