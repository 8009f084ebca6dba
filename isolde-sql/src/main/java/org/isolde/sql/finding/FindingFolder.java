package org.isolde.sql.finding;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.isolde.sql.execute.FuzzDatabase;
import org.isolde.sql.instrument.Plan;
import org.isolde.sql.oracle.Verdict;
import org.isolde.sql.testcase.TestCase;

/**
 * A folder a finding, below {@value #FINDINGS} of a run: {@value #SCRIPT}, {@value #PAGE}, {@value #TERMINALS}, {@value #DEPENDENCIES} and {@value #CASE}, which is what a replay reads. Nothing
 * that is there already is ever overwritten.
 */
public final class FindingFolder {
    public static final String FINDINGS = "findings";
    public static final String KNOWN = "known";
    public static final String CASES = "cases";
    public static final String CASE = "case.json";
    public static final String SCRIPT = "script.sql";
    public static final String PAGE = "report.html";
    public static final String TERMINALS = "terminals.txt";
    public static final String DEPENDENCIES = "dependencies.txt";

    private FindingFolder() {}

    /** Writes a finding into the folder of a run, and returns its own. */
    public static Path write(Path run, Finding finding, FuzzDatabase database) throws IOException {
        return write(run, FINDINGS, finding, database);
    }

    /** Writes what is known already, and so no finding, below {@value #KNOWN} of a run, and returns its own folder. */
    public static Path writeKnown(Path run, Finding finding, FuzzDatabase database) throws IOException {
        return write(run, KNOWN, finding, database);
    }

    private static Path write(Path run, String place, Finding finding, FuzzDatabase database) throws IOException {
        Path below = Files.createDirectories(run.resolve(place));
        Path folder = fresh(below, finding.folderName());
        put(folder, CASE, RecordJson.write(finding.testCase()));
        put(
                folder,
                SCRIPT,
                new Script(database, finding.testCase(), finding.verdict().plan(), finding.verdict()).write(finding));
        put(folder, TERMINALS, Terminals.write(database, finding));
        put(folder, PAGE, new FindingPage(database, finding).write());
        if (finding.verdict().graph() != null) {
            put(folder, DEPENDENCIES, finding.verdict().graph() + "\n");
        }
        return folder;
    }

    /** Writes a case that was asked for by its number, whatever came of it, below {@value #CASES} of a run. */
    public static void write(Path run, TestCase testCase, Verdict verdict, FuzzDatabase database) throws IOException {
        Path folder = fresh(Files.createDirectories(run.resolve(CASES)), Long.toString(testCase.number()));
        put(folder, CASE, RecordJson.write(testCase));
        put(folder, SCRIPT, new Script(database, testCase, Plan.of(testCase), verdict).write(null));
    }

    private static Path fresh(Path below, String name) throws IOException {
        for (int copy = 1; ; copy++) {
            Path folder = below.resolve(copy == 1 ? name : name + "-" + copy);
            try {
                return Files.createDirectory(folder);
            } catch (FileAlreadyExistsException e) {
                if (!Files.isDirectory(folder)) {
                    throw e;
                }
            }
        }
    }

    private static void put(Path folder, String file, String text) throws IOException {
        Files.writeString(folder.resolve(file), text, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW);
    }

    /** The test case of a finding's folder. */
    public static TestCase read(Path folder) throws IOException {
        return RecordJson.read(Files.readString(folder.resolve(CASE), StandardCharsets.UTF_8));
    }

    /** The folders of a run's findings, by name. */
    public static List<Path> of(Path run) throws IOException {
        Path all = run.resolve(FINDINGS);
        if (!Files.isDirectory(all)) {
            return List.of();
        }
        try (var below = Files.list(all)) {
            return below.filter(each -> Files.exists(each.resolve(CASE)))
                    .sorted()
                    .toList();
        }
    }
}
