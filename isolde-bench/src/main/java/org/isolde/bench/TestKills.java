package org.isolde.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.isolde.run.artifact.FolderTree;

/** Tests that are killed: what was recorded is there, and nothing else stays. */
final class TestKills {
    private static final int LONGEST_MILLISECONDS = 5_000;

    private final Laboratory laboratory;
    private final int kills;
    private final String database;
    private final Random random = new Random(1);

    TestKills(Laboratory laboratory, int kills, String database) {
        this.laboratory = laboratory;
        this.kills = kills;
        this.database = database;
    }

    String run() throws IOException, InterruptedException {
        int early = 0;
        int unreadable = 0;
        long lines = 0;
        long processes = 0;
        long folders = 0;
        for (int kill = 1; kill <= kills; kill++) {
            laboratory.say("kills: isolde test, " + kill + " of " + kills);
            // in the system's own folder: the path of a socket must be short, and a server's user must get there
            Path folder = Files.createTempDirectory("isolde-kills-");
            try {
                Path temporary = Files.createDirectory(folder.resolve("tmp"));
                open(folder);
                open(temporary);
                Killable test = start(folder, temporary);
                Path history = folder.resolve("runs/latest/history.jsonl");
                if (kill % 2 == 0) {
                    test.awaitThat(() -> Files.exists(history));
                }
                test.await(random.nextInt(LONGEST_MILLISECONDS));
                if (!test.isAlive()) {
                    throw new BenchmarkException("isolde test has ended by itself:\n" + error(folder));
                }
                test.kill();
                processes += test.processesLeft();
                folders += test.foldersLeft();
                if (Files.exists(history) && Files.size(history) > 0) {
                    lines += lines(history);
                    unreadable += isReadable(history) ? 0 : 1;
                } else {
                    early++;
                }
            } finally {
                FolderTree.delete(folder);
            }
        }
        Map<String, Object> measurement = new LinkedHashMap<>();
        measurement.put("benchmark", "kills");
        measurement.put("command", "test");
        measurement.put("kills", kills);
        measurement.put("early", early);
        measurement.put("lines", lines);
        measurement.put("unreadable", unreadable);
        measurement.put("processes", processes);
        measurement.put("folders", folders);
        laboratory.json().write(measurement);
        Table table = new Table(
                "database",
                ">kills",
                ">before there was a history",
                ">lines recorded",
                ">histories unreadable",
                ">processes left",
                ">folders left");
        table.row(
                database,
                Table.count(kills),
                Table.count(early),
                Table.count(lines),
                Table.count(unreadable),
                Table.count(processes),
                Table.count(folders));
        return table.toString();
    }

    private static void open(Path folder) throws IOException {
        Files.setPosixFilePermissions(folder, java.nio.file.attribute.PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static String error(Path folder) throws IOException {
        return Files.readString(folder.resolve("error.txt"));
    }

    private Killable start(Path folder, Path temporary) throws IOException {
        List<String> words = new ArrayList<>(laboratory.isolde());
        words.addAll(List.of("test", "--db", database, "--time", "5m"));
        words.addAll(List.of("--out", folder.resolve("runs").toString()));
        return Killable.start(words, temporary, folder.resolve("error.txt"));
    }

    private static long lines(Path history) throws IOException {
        try (Stream<String> lines = Files.lines(history)) {
            return lines.count();
        }
    }

    /** Any verdict will do: a database may well break its promise. */
    private boolean isReadable(Path history) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(laboratory.isolde());
        words.addAll(List.of("check", "--level", "rc", history.toString()));
        int code = ChildProcess.run(words, Map.of()).exitCode();
        return code == 0 || code == 1;
    }
}
