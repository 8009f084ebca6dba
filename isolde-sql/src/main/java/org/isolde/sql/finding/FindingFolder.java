package org.isolde.sql.finding;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import org.isolde.sql.execute.FuzzDatabase;
import org.isolde.sql.testcase.TestCase;

/**
 * A folder a finding: {@value #SCRIPT}, {@value #TERMINALS}, {@value #DEPENDENCIES} and {@value #CASE}, which is what a replay reads. Nothing
 * that is there already is ever overwritten.
 */
public final class FindingFolder {
    public static final String CASE = "case.json";
    public static final String SCRIPT = "script.sql";
    public static final String TERMINALS = "terminals.txt";
    public static final String DEPENDENCIES = "dependencies.txt";

    private FindingFolder() {}

    /** Writes a finding below a folder, and returns its own. */
    public static Path write(Path below, Finding finding, FuzzDatabase database) throws IOException {
        Files.createDirectories(below);
        String name = String.format(
                Locale.ROOT,
                "%03d-%s-%s",
                finding.number(),
                finding.mismatch().oracle().text(),
                finding.mismatch().what().replaceAll("[^A-Za-z0-9]+", "-"));
        Path folder = fresh(below, name);
        put(folder, CASE, RecordJson.write(finding.testCase()));
        put(folder, SCRIPT, new Script(database, finding).write());
        put(folder, TERMINALS, Terminals.write(database, finding));
        if (finding.verdict().graph() != null) {
            put(folder, DEPENDENCIES, finding.verdict().graph() + "\n");
        }
        return folder;
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

    /** The folders of findings right below a folder, or the folder itself if it is one; by name. */
    public static List<Path> in(Path folder) throws IOException {
        if (Files.exists(folder.resolve(CASE))) {
            return List.of(folder);
        }
        try (var below = Files.list(folder)) {
            return below.filter(each -> Files.exists(each.resolve(CASE)))
                    .sorted()
                    .toList();
        }
    }
}
