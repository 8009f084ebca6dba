package org.isolde.cli;

import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * A stream to the terminal that lets no secret through, whoever writes to it: drivers, and what they throw, print for
 * themselves.
 *
 * <p>Invariant: lines are written whole, or up to where they were flushed. As long as no secret is known bytes pass as they are.
 */
final class BlankedOutput extends FilterOutputStream {
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    BlankedOutput(OutputStream out) {
        super(out);
    }

    @Override
    public synchronized void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
        if (Terminal.inStreams().isEmpty() && line.size() == 0) {
            out.write(bytes, offset, length);
            return;
        }
        int end = offset + length;
        int from = offset;
        for (int i = offset; i < end; i++) {
            if (bytes[i] == '\n') {
                line.write(bytes, from, i + 1 - from);
                from = i + 1;
                writeLine();
            }
        }
        line.write(bytes, from, end - from);
    }

    private void writeLine() throws IOException {
        if (line.size() > 0) {
            String text = Terminal.inStreams().knownOnly(line.toString(StandardCharsets.UTF_8));
            line.reset();
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    @Override
    public synchronized void flush() throws IOException {
        writeLine();
        out.flush();
    }
}
