package org.isolde.bench;

/** A benchmark that can't be run or gave a wrong answer; the message says which and why. */
final class BenchmarkException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BenchmarkException(String message) {
        super(message);
    }
}
