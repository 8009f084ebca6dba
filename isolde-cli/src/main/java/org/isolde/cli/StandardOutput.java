package org.isolde.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;

/** Standard output that remembers why it could not be written, which a {@code PrintStream} forgets. */
final class StandardOutput extends FilterOutputStream {
    private static final int BUFFER = 1 << 16;

    private String failure;

    StandardOutput() {
        super(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), BUFFER));
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public void flush() throws IOException {
        try {
            out.flush();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private IOException failed(IOException e) {
        failure = String.valueOf(e.getMessage());
        return e;
    }

    /** What went wrong, or null. */
    String failure() {
        return failure;
    }

    boolean isClosedPipe() {
        return failure != null && failure.contains("Broken pipe");
    }
}
