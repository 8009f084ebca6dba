package org.isolde.history.generate;

import java.util.Arrays;
import java.util.List;
import org.isolde.history.OpKind;
import org.isolde.history.Segment;
import org.isolde.history.Status;

/**
 * Writes the transactions of an anomaly into a history at a moment when nothing else is in flight.
 *
 * <p>In real time they all overlap, but for those of one session; so real time adds nothing to the anomaly. Timestamps
 * follow the groups of the script.
 *
 * <p>Invariant: ends are in the order of the script, which is the order of arrival.
 */
final class Injector {
    private final GeneratorOptions options;
    private final InFlight running;
    private final Workload workload;
    private final Segment segment;

    Injector(GeneratorOptions options, InFlight running, Workload workload, Segment segment) {
        this.options = options;
        this.running = running;
        this.workload = workload;
        this.segment = segment;
    }

    /** Writes them, with ids from {@code firstId} on; {@code sessions} has a session for each of the script's. */
    void inject(AnomalyScript script, int[] sessions, int firstId) {
        Times times = new Times(script);
        Fresh fresh = new Fresh();
        List<AnomalyScript.Transaction> transactions = script.transactions();
        for (int t = 0; t < transactions.size(); t++) {
            AnomalyScript.Transaction transaction = transactions.get(t);
            segment.begin(sessions[transaction.session()], firstId + t, 0);
            if (transaction.isAborted()) {
                segment.status(Status.ABORTED);
            }
            if (options.realTime()) {
                segment.realTime(times.begin[t], times.end[t]);
            }
            if (options.timestamps()) {
                segment.start(times.start[t], 0);
                if (!transaction.isAborted()) {
                    segment.commit(times.commit[t], 0);
                }
            }
            for (AnomalyScript.Step step : transaction.steps()) {
                write(script, transaction, step, fresh);
            }
        }
    }

    private void write(
            AnomalyScript script, AnomalyScript.Transaction transaction, AnomalyScript.Step step, Fresh fresh) {
        int key = fresh.key(step.key());
        int value = fresh.value(step.value());
        switch (options.shape()) {
            case REGISTERS -> segment.op(step.isWrite() ? OpKind.WRITE : OpKind.READ, key, value);
            case CAS -> {
                boolean single = transaction.steps().size() == 1;
                segment.op(single ? OpKind.READ : step.isWrite() ? OpKind.CAS_WRITE : OpKind.CAS_READ, key, value);
            }
            case LIST_APPEND -> {
                if (step.isWrite()) {
                    segment.op(OpKind.APPEND, key, value);
                } else {
                    long[] list = script.listUpTo(step.key(), step.value()).stream()
                            .mapToLong(fresh::value)
                            .toArray();
                    segment.listRead(key, list, list.length);
                }
            }
        }
    }

    /** The keys and values that those of the script stand for. */
    private final class Fresh {
        private final int[] keys = new int[3];
        private final int[] values = new int[10];

        Fresh() {
            Arrays.fill(keys, -1);
        }

        int key(int scripted) {
            if (keys[scripted] < 0) {
                keys[scripted] = workload.freshKey();
            }
            return keys[scripted];
        }

        int value(int scripted) {
            if (scripted > 0 && values[scripted] == 0) {
                values[scripted] = running.freshValue();
            }
            return values[scripted];
        }
    }

    /** When the transactions of a script begin, start, commit and end. */
    private final class Times {
        final long[] begin;
        final long[] start;
        final long[] commit;
        final long[] end;

        Times(AnomalyScript script) {
            List<AnomalyScript.Transaction> transactions = script.transactions();
            int count = transactions.size();
            begin = new long[count];
            start = new long[count];
            commit = new long[count];
            end = new long[count];
            boolean[] met = new boolean[script.sessions()];
            for (int t = 0; t < count; t++) {
                int session = transactions.get(t).session();
                if (!met[session]) {
                    met[session] = true;
                    begin[t] = running.tick();
                }
            }
            int ended = 0;
            for (int t = 0; t < count; ) {
                int next = t;
                while (next < count
                        && transactions.get(next).group() == transactions.get(t).group()) {
                    if (begin[next] == 0) {
                        ended = endAll(ended, next);
                        begin[next] = running.tick();
                    }
                    start[next++] = running.tick();
                }
                for (; t < next; t++) {
                    commit[t] = running.tick();
                }
            }
            endAll(ended, count);
        }

        private int endAll(int from, int to) {
            for (int t = from; t < to; t++) {
                end[t] = running.tick();
            }
            return to;
        }
    }
}
