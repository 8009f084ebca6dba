package org.isolde.report.page;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Takes so many bytes and refuses more, so that a long history is not written to its end only to be thrown away. */
final class ShortOutput extends OutputStream {
    /** There was more than fits. */
    static final class FullException extends IOException {
        private static final long serialVersionUID = 1;
    }

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final int most;

    ShortOutput(int most) {
        this.most = most;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] more, int from, int count) throws IOException {
        if (bytes.size() + count > most) {
            throw new FullException();
        }
        bytes.write(more, from, count);
    }

    String text() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
