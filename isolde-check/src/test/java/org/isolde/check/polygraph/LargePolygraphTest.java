package org.isolde.check.polygraph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.isolde.check.Algorithm;
import org.isolde.check.CheckOptions;
import org.isolde.check.CheckResult;
import org.isolde.check.Isolde;
import org.isolde.check.Verdict;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Histories on which what is quadratic takes minutes, or all the memory that there is. */
class LargePolygraphTest {
    @TempDir
    Path folder;

    /** In the text format of Plume: {@code w(key,value,session,transaction)}. */
    private final StringBuilder text = new StringBuilder();

    private void write(int key, int value, int session, int transaction) {
        operation('w', key, value, session, transaction);
    }

    private void read(int key, int value, int session, int transaction) {
        operation('r', key, value, session, transaction);
    }

    private void operation(char kind, int key, int value, int session, int transaction) {
        text.append(kind).append('(').append(key).append(',').append(value).append(',');
        text.append(session).append(',').append(transaction).append(")\n");
    }

    private CheckResult check(long memory) throws IOException {
        Path file = Files.writeString(folder.resolve("history.txt"), text);
        History history = History.read(file);
        CheckOptions options = CheckOptions.of(Set.of(Level.SER))
                .withAlgorithm(Algorithm.POLYGRAPH)
                .withLimits(null, memory);
        return assertTimeoutPreemptively(Duration.ofSeconds(15), () -> Isolde.check(history, options));
    }

    /**
     * The second writer of x reaches a reader of the first one's value, through a long session and an anti-dependency at its
     * end. The proof needs the whole way.
     */
    @Test
    void aLongPathIsToldInLinearTime() throws IOException {
        int length = 400_000;
        int x = 1;
        int p = 2;
        write(x, 2, 0, 1);
        write(x, 1, 0, 2);
        for (int t = 3; t < length; t++) {
            write(3 + t % 100, t, 0, t);
        }
        read(p, 0, 0, length);
        write(p, 1, 1, length + 1);
        read(x, 2, 1, length + 2);
        CheckResult result = check(0);
        assertInstanceOf(Verdict.Violated.class, result.verdicts().get(Level.SER));
        assertNotNull(assertTimeoutPreemptively(Duration.ofSeconds(15), () -> result.proof(Level.SER)));
    }

    /**
     * Every two of 100,000 blind writes in 50 sessions are a pair that nothing orders, if they are of different sessions:
     * there are 5 * 10^9, of which as many are made as may be. Eight transactions see to it that a search is needed: whoever
     * of T1 and T2 wrote x first, and whoever of T3 and T4 wrote c first, two readers stand in the way.
     */
    @Test
    void theUnorderedPairsOfAHotKeyEndWithTheBudget() throws IOException {
        int x = 1;
        int y = 2;
        int z = 3;
        int a = 4;
        int b = 5;
        int c = 6;
        write(x, 1, 1, 1);
        write(z, 1, 1, 1);
        write(x, 2, 2, 2);
        write(b, 1, 2, 2);
        write(c, 1, 3, 3);
        write(a, 1, 3, 3);
        write(c, 2, 4, 4);
        write(y, 1, 4, 4);
        for (int t = 5; t <= 6; t++) {
            read(y, 1, t, t);
            read(a, 1, t, t);
            read(x, t - 4, t, t);
        }
        for (int t = 7; t <= 8; t++) {
            read(b, 1, t, t);
            read(z, 1, t, t);
            read(c, t - 6, t, t);
        }
        Verdict small = check(0).verdicts().get(Level.SER);
        assertEquals("violated", small.text());
        for (int i = 1; i <= 100_000; i++) {
            write(7, i, 9 + i % 50, 8 + i);
        }
        Verdict.Undecided large = assertInstanceOf(
                Verdict.Undecided.class, check(64L << 20).verdicts().get(Level.SER));
        assertTrue(large.reason().contains("memory limit of 64 MB"), large.reason());
    }
}
