package org.isolde.run.workload;

import static org.isolde.run.workload.WorkloadOptions.KEYS;
import static org.isolde.run.workload.WorkloadOptions.ROLLBACK_RATIO;
import static org.isolde.run.workload.WorkloadOptions.UNDO_RATIO;
import static org.isolde.run.workload.WorkloadOptions.WRITES_PER_KEY;

import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.isolde.run.Ability;
import org.isolde.run.option.Options;

/**
 * Mini-transactions steered at the 14 anomalies: see {@link AnomalyTemplate} for what is dealt, and {@link AnomalyDeck}
 * for how it meets.
 */
public final class TargetedWorkload implements Workload {
    @Override
    public String name() {
        return "targeted";
    }

    @Override
    public String summary() {
        return "mini-transactions dealt to sessions at the same moment, for each of MTC's 14 anomalies in turn";
    }

    @Override
    public Set<Ability> needs() {
        return Set.of(Ability.REGISTERS);
    }

    @Override
    public Options defaults() {
        return Options.none()
                .with(KEYS, 3)
                .with(WRITES_PER_KEY, new WritesPerKey(1, 6))
                .with(ROLLBACK_RATIO, 0.0)
                .with(UNDO_RATIO, 0.0);
    }

    @Override
    public TransactionSource start(Options options) {
        AnomalyDeck deck = new AnomalyDeck(options);
        Map<Integer, Queue<Transaction>> waiting = new ConcurrentHashMap<>();
        return (session, random) -> {
            // used by the session's own thread alone
            Queue<Transaction> own = waiting.computeIfAbsent(session, none -> new ArrayDeque<>());
            if (own.isEmpty()) {
                AnomalyDeck.Part part = deck.deal();
                own.addAll(part.transactions());
                part.meet();
            }
            return own.remove();
        };
    }
}
