package org.isolde.history.format;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.Segment;

/**
 * The history formats: what each is called, how it is recognised, read and written.
 *
 * <p>The order of the constants is the order in which an input's format is guessed, the surest first.
 */
public enum Format {
    ISOLDE_BINARY(
            "isolde-binary",
            ".isolde",
            new BinaryFormat(),
            new BinaryFormat(),
            "native, columnar, versions already resolved"),
    ISOLDE("isolde", ".jsonl", new IsoldeReader(), new IsoldeWriter(), "native, JSON Lines: a transaction a line"),
    EDN("edn", ".edn", new EdnReader(), new EdnWriter(), "Jepsen and Elle, in EDN or in the JSON of elle-cli"),
    TIMEKILLER(
            "timekiller",
            null,
            new TimekillerReader(),
            new TimekillerWriter(),
            "JSON of TimeKiller, with hybrid timestamps"),
    PLUME(
            "plume",
            ".txt",
            new PlumeReader(),
            new PlumeWriter(),
            "text of Plume, PolySI and IsoVista: w(key,value,session,txn)"),
    AWDIT_TEST(
            "awdit-test", ".test", new AwditTestReader(), new AwditTestWriter(), "text of AWDIT's tests: w key value"),
    PORCUPINE_ETCD("porcupine-etcd", null, new PorcupineEtcdReader(), null, "logs of Jepsen's etcd test, one register"),
    COBRA("cobra", null, new CobraReader(), null, "folder of Cobra's logs, *.log"),
    VIPER("viper", null, new ViperReader(), null, "folder of Viper's JSON, a file a client"),
    DBCOP("dbcop", null, new DbcopReader(), null, "history.bincode or its folder, JSON, or .hist of dbcop");

    /** What {@link #losses} calls the names of transactions. */
    public static final String TRANSACTION_IDS = "transaction ids";

    /** What {@link #losses} calls what is only in histories of rows. */
    static final String ROWS = "columns of rows, predicate reads and version sets (a deletion becomes a write)";

    /** What {@link #losses} calls an initial value that becomes null. */
    public static final String INITIAL_VALUE = "the initial value (it becomes null)";

    private final String text;
    private final String extension;
    private final FormatReader reader;
    private final FormatWriter writer;
    private final String description;

    Format(String text, String extension, FormatReader reader, FormatWriter writer, String description) {
        this.text = text;
        this.extension = extension;
        this.reader = reader;
        this.writer = writer;
        this.description = description;
    }

    /** The name on the command line. */
    public String text() {
        return text;
    }

    public String description() {
        return description;
    }

    public boolean isWritable() {
        return writer != null;
    }

    /** The file extension that stands for this format when writing, or null. */
    public String extension() {
        return extension;
    }

    /** The format of a name such as {@code plume}, or null. */
    public static Format byName(String name) {
        if (name.equalsIgnoreCase("elle-json")) {
            return EDN;
        }
        for (Format format : values()) {
            if (format.text.equals(name.toLowerCase(Locale.ROOT))) {
                return format;
            }
        }
        return null;
    }

    /** The format that a file name asks for when writing, or null. {@code .gz} and {@code .zst} at the end don't count. */
    public static Format byExtension(String fileName) {
        String name = fileName.toLowerCase(Locale.ROOT);
        for (String packed : List.of(".gz", ".zst")) {
            if (name.endsWith(packed)) {
                name = name.substring(0, name.length() - packed.length());
            }
        }
        for (Format format : values()) {
            if (format.writer != null && format.extension != null && name.endsWith(format.extension)) {
                return format;
            }
        }
        return null;
    }

    /** Reads a file or folder in whatever format it has. */
    public static History read(Path path) throws IOException {
        try (Source source = Source.of(path)) {
            return recognise(source).read(source);
        }
    }

    /** The format of a source, by its content. */
    public static Format recognise(Source source) throws IOException {
        for (Format format : values()) {
            if (format.recognises(source)) {
                return format;
            }
        }
        throw BadHistoryException.of(
                        source.isDirectory()
                                ? "no known history in this folder; name the format with --format"
                                : source.head().length == 0
                                        ? "the input is empty; a history has at least one transaction"
                                        : "not a history format that Isolde knows; name it with --format, or see"
                                                + " docs/formats.md")
                .in(source.name());
    }

    /** Whether a source looks like this format. */
    boolean recognises(Source source) throws IOException {
        return reader.recognises(source);
    }

    /** Reads a source as this format. */
    public History read(Source source) throws IOException {
        return read(source, null);
    }

    /**
     * The same where the initial value of all keys is told beside the source. A source that tells another one is bad.
     *
     * @param initial that value as JSON: an integer, a text in quotes, or null; a null reference if nothing is told
     * @throws IllegalArgumentException if it is none of these
     */
    public History read(Source source, String initial) throws IOException {
        InitialValue given = initial == null ? null : InitialValue.of(initial);
        try {
            if (source.isDirectory() && !reader.readsFolders()) {
                throw BadHistoryException.of("a folder, but a history of the format " + text + " is a single file");
            }
            return reader.read(source, given);
        } catch (BadHistoryException e) {
            throw e.in(source.name());
        } catch (Segment.TooManyOperationsException e) {
            throw BadHistoryException.of(e.getMessage()).in(source.name());
        }
    }

    /** Why nothing at all of a history can be written in this format, as a sentence with the cure; null if something can. */
    public String impossible(History history) {
        return writer.impossible(history);
    }

    /** What this format cannot hold of a history, each as a phrase; empty if all fits. */
    public List<String> losses(History history) {
        return writer.losses(history);
    }

    /** Writes a history as far as the format can hold it; does not close the stream. */
    public void write(History history, OutputStream out) throws IOException {
        writer.write(history, out);
    }
}
