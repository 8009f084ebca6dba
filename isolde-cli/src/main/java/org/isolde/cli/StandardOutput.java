package org.isolde.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.util.Locale;

/**
 * Standard output that tells when it can't be written, which a {@code PrintStream} keeps to itself: whoever writes much would
 * go on for nobody.
 *
 * <p>Invariant: it fails once. What is written afterwards goes nowhere, for the process is about to end.
 */
final class StandardOutput extends FilterOutputStream {
    private static final int BUFFER = 1 << 16;

    private final Runnable onFailure;
    private volatile String failure;

    /** @param onFailure called once, by the thread that wrote, which may hold locks; {@link #failure} says why */
    StandardOutput(Runnable onFailure) {
        super(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), BUFFER));
        this.onFailure = onFailure;
    }

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
        if (failure == null) {
            try {
                out.write(bytes, offset, length);
            } catch (IOException e) {
                failed(e);
            }
        }
    }

    @Override
    public synchronized void flush() {
        if (failure == null) {
            try {
                out.flush();
            } catch (IOException e) {
                failed(e);
            }
        }
    }

    private void failed(IOException e) {
        failure = String.valueOf(e.getMessage());
        onFailure.run();
    }

    /** What went wrong, or null. */
    String failure() {
        return failure;
    }

    /** Whether whoever read it has gone; Windows says it in other words than others. */
    boolean isClosedPipe() {
        return failure != null && failure.toLowerCase(Locale.ROOT).contains("pipe");
    }
}
