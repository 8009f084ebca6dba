package org.isolde.run.db.hsqldb;

import java.io.PrintStream;

/**
 * Keeps HSQLDB 2.7.4 from filling standard output: in its lock models it prints "latch count N" there, hundreds of
 * thousands of times, left over from somebody's debugging.
 *
 * <p>Invariant: nothing else is lost. Those lines are printed whole, by one call each.
 */
final class QuietOutput extends PrintStream {
    private static final String NOISE = "latch count";

    private final PrintStream wrapped;

    private QuietOutput(PrintStream wrapped) {
        super(wrapped);
        this.wrapped = wrapped;
    }

    /** Stands before standard output from now on; once is enough. */
    static synchronized void install() {
        if (!(System.out instanceof QuietOutput)) {
            System.setOut(new QuietOutput(System.out));
        }
    }

    @Override
    public void println(String line) {
        if (line == null || !line.startsWith(NOISE)) {
            wrapped.println(line);
        }
    }
}
