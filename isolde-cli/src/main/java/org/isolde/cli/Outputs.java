package org.isolde.cli;

import io.airlift.compress.zstd.ZstdOutputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.isolde.history.History;
import org.isolde.history.file.WholeFile;
import org.isolde.history.format.Format;

/**
 * Writes histories: to standard output, or to a file that appears under its name only when it is whole, so that a failure
 * (a full disk, say) leaves what was there before.
 */
final class Outputs {
    private static final int BUFFER = 1 << 16;

    private Outputs() {}

    /** The format to write: the one named, else by the file's extension, else the fallback; null if there is none. */
    static Format format(String to, String file, Format fallback) {
        Format format = Inputs.format(to);
        if (format == null && !file.equals("-")) {
            format = Format.byExtension(file);
            if (format == null) {
                throw new Main.CallException("the extension of " + file
                        + " says no format that can be written (.jsonl .isolde .txt .edn .test); name one with --to");
            }
        }
        format = format == null ? fallback : format;
        if (format == null) {
            throw new Main.CallException(
                    "name the format to write with --to: isolde, isolde-binary, plume, awdit-test, edn or timekiller");
        }
        if (!format.isWritable()) {
            throw new Main.CallException(format.text()
                    + " can be read only; isolde, isolde-binary, plume, awdit-test, edn and timekiller can be written");
        }
        return format;
    }

    /** Refuses what the format can't hold, unless that is said to be fine. */
    static void refuseLosses(History history, Format format, boolean lossy) {
        refuseImpossible(history, format);
        refuse(format, format.losses(history), lossy);
    }

    /**
     * The same for a made-up history, whose transactions have ids only because the format may want some, and whose
     * initial value may as well be another.
     */
    static void refuseLossesOfMadeUp(History history, Format format, boolean lossy) {
        refuseImpossible(history, format);
        List<String> losses = new ArrayList<>(format.losses(history));
        losses.remove(Format.TRANSACTION_IDS);
        losses.remove(Format.INITIAL_VALUE);
        refuse(format, losses, lossy);
    }

    private static void refuseImpossible(History history, Format format) {
        String reason = format.impossible(history);
        if (reason != null) {
            throw new Main.CallException(reason);
        }
    }

    private static void refuse(Format format, List<String> losses, boolean lossy) {
        if (losses.isEmpty()) {
            return;
        }
        String what = format.text() + " cannot hold " + String.join(", ", losses) + " of this history";
        if (!lossy) {
            throw new Main.CallException(what + "; write isolde or isolde-binary, or leave them out with --lossy");
        }
        Terminal.warning(what + ": left out");
    }

    static void write(History history, Format format, String file) throws IOException {
        write(out -> format.write(history, out), file);
    }

    static void write(WholeFile.Content content, String file) throws IOException {
        if (file.equals("-")) {
            OutputStream out = new BufferedOutputStream(System.out, BUFFER);
            content.write(out);
            out.flush();
            return;
        }
        Path target = Inputs.path(file);
        if (Files.isDirectory(target)) {
            throw new Main.CallException(file + " is a folder; name a file");
        }
        Path folder = target.toAbsolutePath().getParent();
        if (!Files.isDirectory(folder)) {
            throw new Main.CallException("there is no folder " + folder + "; make it first");
        }
        try {
            WholeFile.write(target, plain -> {
                try (OutputStream out = packed(plain, file)) {
                    content.write(out);
                }
            });
        } catch (IOException e) {
            throw new IOException(file + ": " + Terminal.explain(e) + "; nothing was written", e);
        }
    }

    private static OutputStream packed(OutputStream out, String file) throws IOException {
        String name = file.toLowerCase(Locale.ROOT);
        if (name.endsWith(".gz")) {
            return new GZIPOutputStream(out, BUFFER);
        }
        return name.endsWith(".zst") ? new ZstdOutputStream(out) : new BufferedOutputStream(out, BUFFER);
    }
}
