package org.isolde.bench;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The histories that are measured: made once by {@code isolde generate}, always the same, and kept.
 *
 * <p>Invariant: a file under its final name is whole, and made once, whoever asks for it.
 */
final class DataFiles {
    private static final List<String> WORKLOAD = List.of(
            "--sessions",
            "50",
            "--ops",
            "8",
            "--keys",
            "10000",
            "--distribution",
            "zipfian",
            "--theta",
            "0.99",
            "--read-ratio",
            "0.5",
            "--no-real-time",
            "--seed",
            "1");

    private final List<String> isolde;
    private final Path folder;

    /**
     * @param isolde the words that call isolde
     * @param folder where the files are kept
     */
    DataFiles(List<String> isolde, Path folder) {
        this.isolde = isolde;
        this.folder = folder;
    }

    /** A history of a store, in the format of an extension such as {@code txt}. */
    Path generated(String store, int transactions, String extension) throws IOException, InterruptedException {
        return workload(store, transactions, extension, List.of("--store", store));
    }

    /** A history of the causal store with what breaks rc, ra and cc in its middle, in plume text. */
    Path violating(int transactions) throws IOException, InterruptedException {
        return workload(
                "violating",
                transactions,
                "txt",
                List.of("--store", "causal", "--inject", "non-monotonic-read,fractured-read,causality-violation"));
    }

    private Path workload(String name, int transactions, String extension, List<String> options)
            throws IOException, InterruptedException {
        return make(name + "-" + transactions + "." + extension, file -> {
            List<String> words = new ArrayList<>(List.of("generate"));
            words.addAll(options);
            words.addAll(WORKLOAD);
            words.addAll(List.of("--transactions", Integer.toString(transactions), "--out", file.toString()));
            isolde(words);
        });
    }

    /**
     * A history of any other workload.
     *
     * @param name what its file is called, without the extension; another one for every workload
     * @param options those of {@code isolde generate}
     */
    Path generated(String name, String extension, List<String> options) throws IOException, InterruptedException {
        return make(name + "." + extension, file -> {
            List<String> words = new ArrayList<>(List.of("generate"));
            words.addAll(options);
            // --lossy: edn has no place for the names of transactions, which no check needs
            words.addAll(List.of("--lossy", "--out", file.toString()));
            isolde(words);
        });
    }

    /** The same history in the format of another extension. */
    Path converted(Path from, String extension) throws IOException, InterruptedException {
        String name = from.getFileName().toString();
        String stem = name.substring(0, name.lastIndexOf('.'));
        // --lossy: edn has no place for the names of transactions, which no check needs
        return make(
                stem + "." + extension,
                file -> isolde(List.of("convert", "--lossy", from.toString(), file.toString())));
    }

    /** The same history in the JSON of TimeKiller, which leaves out whatever did not commit. */
    Path timekiller(Path from) throws IOException, InterruptedException {
        return make(
                from.getFileName().toString().replaceFirst("\\.[a-z]+$", ".timekiller.json"),
                file -> isolde(List.of("convert", "--lossy", "--to", "timekiller", from.toString(), file.toString())));
    }

    /** A folder for what a benchmark keeps while it runs. */
    Path scratch(String name) throws IOException {
        return Files.createDirectories(folder.resolve("unfinished").resolve(name));
    }

    /**
     * The same history in plume text, but every transaction its own session. (With as many sessions as transactions,
     * the generator would draw some sessions twice and others never.)
     */
    Path ownSessions(Path text) throws IOException, InterruptedException {
        return rewritten(text, "own-sessions", (line, out) -> {
            // w(key,value,session,transaction)
            int transaction = line.lastIndexOf(',') + 1;
            String id = line.substring(transaction, line.length() - 1);
            out.write(line.substring(0, sessionOf(line)) + id + "," + id + ")\n");
        });
    }

    /** The same history in plume text, but a value is no counter: each is another number of 40 bits. */
    Path uniqueValues(Path text) throws IOException, InterruptedException {
        return rewritten(text, "unique-values", (line, out) -> {
            int value = line.indexOf(',') + 1;
            int end = sessionOf(line) - 1;
            long counter = Long.parseLong(line.substring(value, end));
            // an odd factor keeps numbers apart modulo a power of two, and leaves 0, the initial value, alone
            out.write(
                    line.substring(0, value) + (counter * 0x9E3779B97FL & (1L << 40) - 1) + line.substring(end) + "\n");
        });
    }

    /** The same lines in plume text, those of one session together. */
    Path bySession(Path text) throws IOException, InterruptedException {
        return make(renamed(text, "by-session"), file -> {
            List<String> lines = new ArrayList<>(Files.readAllLines(text));
            lines.sort(Comparator.comparingInt(line -> {
                int session = sessionOf(line);
                return Integer.parseInt(line, session, line.indexOf(',', session), 10);
            }));
            Files.write(file, lines);
        });
    }

    /** Where the session begins in a line such as w(key,value,session,transaction). */
    private static int sessionOf(String line) {
        return line.lastIndexOf(',', line.lastIndexOf(',') - 1) + 1;
    }

    private static String renamed(Path text, String kind) {
        return text.getFileName().toString().replace(".txt", "-" + kind + ".txt");
    }

    private interface LineWriter {
        void write(String line, BufferedWriter out) throws IOException;
    }

    private Path rewritten(Path text, String kind, LineWriter writer) throws IOException, InterruptedException {
        return make(renamed(text, kind), file -> {
            try (BufferedReader in = Files.newBufferedReader(text);
                    BufferedWriter out = Files.newBufferedWriter(file)) {
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    writer.write(line, out);
                }
            }
        });
    }

    private interface Maker {
        void make(Path file) throws IOException, InterruptedException;
    }

    private synchronized Path make(String name, Maker maker) throws IOException, InterruptedException {
        Path file = folder.resolve(name);
        if (!Files.exists(file)) {
            Path unfinished = folder.resolve("unfinished").resolve(name);
            Files.createDirectories(unfinished.getParent());
            Files.deleteIfExists(unfinished);
            maker.make(unfinished);
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        }
        return file;
    }

    private void isolde(List<String> words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(isolde);
        command.addAll(words);
        Usage usage = ChildProcess.run(command, Map.of());
        if (usage.exitCode() != 0) {
            throw new BenchmarkException(
                    String.join(" ", command) + " failed:\n" + usage.error().strip());
        }
    }
}
