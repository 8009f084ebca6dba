package org.isolde.app;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import org.isolde.history.file.PrivateFolder;
import org.isolde.history.file.WholeFile;
import org.isolde.report.page.ReportFiles;
import org.isolde.run.Redaction;

/**
 * What a test leaves behind: {@code isolde-runs/<time>-<database>-<level>/} with the histories, the verdict, the log and
 * the command; {@code latest} beside it points to the newest.
 *
 * <p>Invariant: a folder is made new for each test, and nothing in it or beside it is ever overwritten but that pointer.
 * Histories and log grow; every other file is there as a whole, or not at all.
 */
public final class RunFolder {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");
    private static final String LATEST = "latest";

    public static final String VERDICT = "verdict.json";
    public static final String LOG = "log.txt";
    public static final String COMMAND = "command.txt";
    public static final String REPORT = ReportFiles.PAGE;

    private final Path folder;
    private final Redaction redaction;
    private IOException logFailure;

    private RunFolder(Path folder, Redaction redaction) {
        this.folder = folder;
        this.redaction = redaction;
    }

    /** Makes the folder of a test that begins now. */
    static RunFolder create(Path runs, String database, String level, Redaction redaction) throws IOException {
        PrivateFolder.create(runs);
        String name = LocalDateTime.now().format(TIME) + "-" + safe(database) + "-" + safe(level);
        for (int copy = 1; ; copy++) {
            Path folder = runs.resolve(copy == 1 ? name : name + "-" + copy);
            try {
                PrivateFolder.createInside(folder);
                point(runs.resolve(LATEST), folder.getFileName());
                return new RunFolder(folder, redaction);
            } catch (FileAlreadyExistsException e) {
                if (!Files.isDirectory(folder)) {
                    throw e;
                }
            }
        }
    }

    /** A name as part of a file's name: of JDBC URLs only the kind. */
    private static String safe(String name) {
        return name.replaceAll("[^A-Za-z0-9.]+", "-").replaceAll("^-+|-+$", "");
    }

    /** Lets a link lead to the newest folder, at once for whoever looks at it. */
    private static void point(Path link, Path target) throws IOException {
        Path fresh =
                link.resolveSibling("." + LATEST + "-" + ProcessHandle.current().pid());
        Files.deleteIfExists(fresh);
        try {
            Files.createSymbolicLink(fresh, target);
        } catch (UnsupportedOperationException e) {
            // a file system without links: the name in a file is better than nothing
            Files.writeString(fresh, target + System.lineSeparator());
        }
        try {
            Files.move(fresh, link, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(fresh, link, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /**
     * The histories of a run, in the order of its rounds.
     *
     * @param place a run folder, {@code latest}, or a single history
     */
    public static List<Path> histories(Path place) throws IOException {
        Path folder = place;
        if (Files.isRegularFile(place)) {
            if (!place.endsWith(LATEST)) {
                return List.of(place);
            }
            // a file system without links, see point()
            folder = place.resolveSibling(Files.readString(place).strip());
        }
        if (!Files.exists(folder)) {
            throw new NoSuchFileException(place.toString());
        }
        List<Path> histories = new ArrayList<>();
        RunFolder run = new RunFolder(folder, Redaction.none());
        for (int round = 1; Files.exists(run.history(round)); round++) {
            histories.add(run.history(round));
        }
        return histories;
    }

    public Path path() {
        return folder;
    }

    /** The name of a round's history, from 1. */
    public static String historyName(int round) {
        return round == 1 ? "history.jsonl" : "history-" + round + ".jsonl";
    }

    /** The history of a round, from 1. */
    public Path history(int round) {
        return folder.resolve(historyName(round));
    }

    /** Where the monitor of a round, from 1, leaves its violations. */
    public Path monitor(int round) {
        return folder.resolve(round == 1 ? "monitor" : "monitor-" + round);
    }

    public Path verdict() {
        return folder.resolve(VERDICT);
    }

    /** The call that made it. */
    Path command() {
        return folder.resolve(COMMAND);
    }

    void write(Path file, String text) throws IOException {
        WholeFile.write(file, text + "\n");
    }

    /** A line of the log, with the time. If that can't be written, the test goes on: see {@link #logFailure}. */
    synchronized void log(String line) {
        try {
            Files.writeString(
                    folder.resolve(LOG),
                    Instant.now() + " " + redaction.text(line) + "\n",
                    StandardCharsets.UTF_8,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            if (logFailure == null) {
                logFailure = e;
            }
        }
    }

    /** Why the log is not whole; null if it is. */
    synchronized IOException logFailure() {
        return logFailure;
    }
}
