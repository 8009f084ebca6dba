package org.isolde.app.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.isolde.app.replay.Script.Transaction;

/**
 * One try of a race.
 *
 * @param ended for each transaction whether it is over
 * @param ordered whether transactions wait for those that had ended before them in the recording
 */
record Try(Script script, Renaming renaming, Recording recording, boolean ordered, List<CountDownLatch> ended) {
    Try(Script script, Renaming renaming, Recording recording, boolean ordered) {
        this(script, renaming, recording, ordered && script.timed(), latches(script));
    }

    private static List<CountDownLatch> latches(Script script) {
        List<CountDownLatch> latches = new ArrayList<>();
        script.transactions().forEach(transaction -> latches.add(new CountDownLatch(1)));
        return latches;
    }

    /** Returns when a transaction may begin. */
    void awaitTurn(int transaction) throws InterruptedException {
        if (!ordered) {
            return;
        }
        Transaction own = script.transactions().get(transaction);
        for (int other = 0; other < ended.size(); other++) {
            if (script.transactions().get(other).end() < own.begin()) {
                ended.get(other).await();
            }
        }
    }

    void over(int transaction) {
        ended.get(transaction).countDown();
    }
}
