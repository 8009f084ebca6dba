package org.isolde.sql.reduce;

import java.util.function.BooleanSupplier;
import org.isolde.run.DatabaseException;
import org.isolde.sql.execute.FuzzDatabase;
import org.isolde.sql.instrument.Semantics;
import org.isolde.sql.oracle.CaseOptions;
import org.isolde.sql.oracle.CaseRunner;
import org.isolde.sql.oracle.Mismatch;
import org.isolde.sql.oracle.Verdict;
import org.isolde.sql.testcase.TestCase;

/**
 * Executes a case again that has shown a mismatch. Mostly it shows it each time, with new connections for each execution. But a
 * database may go wrong now and then only, or only on connections that have executed something before. For the latter a case is
 * executed a few times in a row on the same connections, which are new in the beginning: so it still depends on nothing but itself.
 */
public final class Recurrence {
    /** How often a case is executed on the same connections. */
    public static final int IN_A_ROW = 3;

    /** How often it is tried with new connections, before it is tried in a row once. */
    private static final int ALONE = 2;

    /** How often it has to be seen to know how often it is. */
    private static final int SAMPLES = 4;

    private static final int MOST_SAMPLES = 16;

    private final FuzzDatabase database;
    private final CaseRunner alone;
    private final CaseRunner kept;

    /** Whether it takes the same connections. */
    private boolean inARow;

    /** How often it was tried in this way since it was seen first, and how often it was seen. */
    private int tried = 1;

    private int seen = 1;

    public Recurrence(FuzzDatabase database, Semantics semantics, CaseOptions options) {
        this.database = database;
        this.alone = new CaseRunner(database, semantics, options.withFresh(true));
        this.kept = new CaseRunner(database, semantics, options.withFresh(false));
    }

    /** What to know who wants to see it again; empty if it was there whenever it was looked for. */
    public String note() {
        String rarely = seen < tried ? seen + " of " + tried + " times" : "";
        String together = inARow
                ? "on connections that have executed something before: the case was executed up to " + IN_A_ROW
                        + " times in a row"
                : "";
        return rarely + (rarely.isEmpty() || together.isEmpty() ? "" : ", ") + together;
    }

    /**
     * Executes a case until it shows a mismatch, of whatever kind; a correct database never shows any.
     *
     * @param rounds how often, at most: each is some executions with new connections, and some in a row
     * @return what came of the last execution
     */
    public Verdict confirm(TestCase testCase, int rounds) throws DatabaseException, InterruptedException {
        Verdict verdict = null;
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i <= ALONE; i++) {
                inARow = i == ALONE;
                verdict = once(testCase, null);
                if (!verdict.mismatches().isEmpty()) {
                    return verdict;
                }
            }
        }
        return verdict;
    }

    /** Learns how often a case shows a mismatch that it has shown. */
    void measure(TestCase testCase, Mismatch wanted, BooleanSupplier enough)
            throws DatabaseException, InterruptedException {
        while (seen < SAMPLES && tried < MOST_SAMPLES && !enough.getAsBoolean()) {
            tried++;
            if (shows(once(testCase, wanted), wanted)) {
                seen++;
            }
        }
    }

    /** What came of a case that shows a mismatch of the same kind as another one did; null if it does not. */
    Verdict again(TestCase testCase, Mismatch wanted, BooleanSupplier enough)
            throws DatabaseException, InterruptedException {
        // what is seen one time in n is missed in 2n tries by one of seven cases
        int tries = seen == tried ? 1 : 2 * tried / seen;
        for (int i = 0; i < tries && !enough.getAsBoolean(); i++) {
            Verdict verdict = once(testCase, wanted);
            if (shows(verdict, wanted)) {
                return verdict;
            }
        }
        return null;
    }

    private static boolean shows(Verdict verdict, Mismatch wanted) {
        return !verdict.mismatches().isEmpty()
                && (wanted == null || verdict.mismatches().get(0).isLike(wanted));
    }

    private Verdict once(TestCase testCase, Mismatch wanted) throws DatabaseException, InterruptedException {
        if (!inARow) {
            return alone.run(testCase);
        }
        database.disconnect();
        Verdict verdict = kept.run(testCase);
        for (int i = 1; i < IN_A_ROW && !shows(verdict, wanted); i++) {
            verdict = kept.run(testCase);
        }
        return verdict;
    }
}
