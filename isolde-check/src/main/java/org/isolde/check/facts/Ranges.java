package org.isolde.check.facts;

import java.util.concurrent.atomic.AtomicInteger;
import org.isolde.history.History;
import org.isolde.history.Workers;

/** Splits loops over transactions between the cores. */
public final class Ranges {
    private static final int WORTH_SPLITTING = 1 << 14;

    /** Work on transactions {@code from .. to - 1}. */
    @FunctionalInterface
    public interface Body {
        void run(int worker, int from, int to);
    }

    private Ranges() {}

    /** How many workers {@link #transactions} and {@link #sessions} will use. */
    public static int workers(History history) {
        return history.operations() < WORTH_SPLITTING ? 1 : Workers.available();
    }

    /** Equal shares of the operations, one a worker, in order: worker 0 has the first transactions. */
    public static void transactions(History history, Body body) {
        int workers = workers(history);
        int transactions = history.transactions();
        int[] bound = new int[workers + 1];
        bound[0] = 1;
        bound[workers] = transactions + 1;
        for (int w = 1; w < workers; w++) {
            long share = (long) history.operations() * w / workers;
            bound[w] = Math.max(1, history.transactionOf((int) Math.min(share, Math.max(0, history.operations() - 1))));
        }
        Workers.compute(workers, w -> body.run(w, bound[w], bound[w + 1]));
    }

    /** Whole sessions, each worker taking the next one. */
    public static void sessions(History history, Body body) {
        AtomicInteger next = new AtomicInteger();
        Workers.compute(workers(history), worker -> {
            int session;
            while ((session = next.getAndIncrement()) < history.sessions()) {
                body.run(worker, history.firstTransaction(session), history.firstTransaction(session + 1));
            }
        });
    }
}
