package org.isolde.run.workload;

import static org.isolde.run.workload.WorkloadOptions.SEED;
import static org.isolde.run.workload.WorkloadOptions.SESSIONS;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.isolde.generate.RandomSource;
import org.isolde.run.option.Options;

/**
 * Deals the parts of anomalies to sessions: the next sessions that ask get the parts of one anomaly, all on the same two
 * keys, and start together.
 *
 * <p>Invariant: one anomaly is dealt out before the next one begins, and each of the 14 comes once in every round of 14.
 * A session waits for the others of its anomaly for {@code PATIENCE_MILLIS} at most.
 */
final class AnomalyDeck {
    private static final long PATIENCE_MILLIS = 2;

    private final int sessions;
    private final LiveKeys keys;
    private final RandomSource random;
    private final List<AnomalyTemplate> round = new ArrayList<>();
    private Iterator<Part> hand = List.<Part>of().iterator();

    AnomalyDeck(Options options) {
        this.sessions = options.get(SESSIONS);
        this.keys = new LiveKeys(options);
        this.random = new RandomSource(options.get(SEED));
    }

    /** The next part. */
    synchronized Part deal() {
        if (!hand.hasNext()) {
            hand = hand(nextTemplate()).iterator();
        }
        return hand.next();
    }

    private AnomalyTemplate nextTemplate() {
        if (round.isEmpty()) {
            round.addAll(List.of(AnomalyTemplate.values()));
        }
        return round.remove(random.below(round.size()));
    }

    private List<Part> hand(AnomalyTemplate template) {
        int slot = keys.draw(random);
        int other = keys.drawOther(slot, random);
        long x = keys.keyToWrite(slot, template.writes(0));
        long y = keys.keyToWrite(other, template.writes(1));
        int parts = template.parts().size();
        // with fewer sessions than parts nobody can ever be complete
        CountDownLatch start = new CountDownLatch(parts <= sessions ? parts : 0);
        List<Part> hand = new ArrayList<>();
        for (List<AnomalyTemplate.Move> moves : template.parts()) {
            List<Transaction> transactions = new ArrayList<>();
            for (AnomalyTemplate.Move move : moves) {
                transactions.add(move.shape().on(x, y, move.rollsBack()));
            }
            hand.add(new Part(template, transactions, start));
        }
        return hand;
    }

    /** What one session does for an anomaly. */
    record Part(AnomalyTemplate template, List<Transaction> transactions, CountDownLatch start) {
        /** Waits a moment for the sessions with the other parts. */
        void meet() {
            start.countDown();
            try {
                // that they came in time is likely, not certain; the part is worth running either way
                boolean unused = start.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
