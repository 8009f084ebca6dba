package org.isolde.generate;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.isolde.history.OpKind;
import org.isolde.history.Status;

/**
 * Writes the transactions of an anomaly into a history at a moment when nothing else is in flight.
 *
 * <p>In real time they all overlap, but for those of one session; so real time adds nothing to the anomaly. Timestamps
 * follow the groups of the script, or are its own.
 *
 * <p>Invariant: ends are in the order of the script, which is the order of arrival.
 */
final class Injector {
    private final GeneratorOptions options;
    private final InFlight running;
    private final Requests requests;
    private final TransactionSink sink;

    Injector(GeneratorOptions options, InFlight running, Requests requests, TransactionSink sink) {
        this.options = options;
        this.running = running;
        this.requests = requests;
        this.sink = sink;
    }

    /** How a script's transactions are placed in their sessions. */
    interface Places {
        int next(int session);
    }

    /** Writes them, with ids from {@code firstId} on; {@code sessions} has a session for each of the script's. */
    void inject(AnomalyScript script, int[] sessions, int firstId, Places places) throws IOException {
        Times times = new Times(script);
        Fresh fresh = new Fresh();
        List<AnomalyScript.Transaction> transactions = script.transactions();
        for (int t = 0; t < transactions.size(); t++) {
            AnomalyScript.Transaction transaction = transactions.get(t);
            int session = sessions[transaction.session()];
            sink.begin(
                    session,
                    places.next(session),
                    firstId + t,
                    transaction.isAborted() ? Status.ABORTED : Status.COMMITTED);
            if (options.realTime()) {
                sink.realTime(times.begin[t], times.end[t]);
            }
            if (options.timestamps()) {
                sink.start(times.start[t]);
                if (!transaction.isAborted()) {
                    sink.commit(times.commit[t]);
                }
            }
            if (options.expectedOrder() && !transaction.isAborted()) {
                sink.order(times.commit[t]);
            }
            for (AnomalyScript.Step step : transaction.steps()) {
                write(script, transaction, step, fresh);
            }
            sink.end(times.end[t]);
        }
    }

    private void write(
            AnomalyScript script, AnomalyScript.Transaction transaction, AnomalyScript.Step step, Fresh fresh)
            throws IOException {
        int key = fresh.key(step.key());
        int value = fresh.value(step.value());
        switch (options.shape()) {
            case REGISTERS -> sink.operation(step.isWrite() ? OpKind.WRITE : OpKind.READ, key, value);
            case CAS -> {
                boolean single = transaction.steps().size() == 1;
                sink.operation(single ? OpKind.READ : step.isWrite() ? OpKind.CAS_WRITE : OpKind.CAS_READ, key, value);
            }
            case ROWS -> throw new IllegalStateException("rows have anomalies of their own");
            case LIST_APPEND -> {
                if (step.isWrite()) {
                    sink.operation(OpKind.APPEND, key, value);
                } else {
                    long[] list = script.listUpTo(step.key(), step.value()).stream()
                            .mapToLong(fresh::value)
                            .toArray();
                    sink.listRead(key, list, list.length);
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
                keys[scripted] = requests.freshKey();
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
            if (transactions.get(0).isTimed()) {
                setTimestamps(transactions);
                for (int t = 0; t < count; t++) {
                    begin[t] = begin[t] == 0 ? running.tick() : begin[t];
                    ended = endAll(ended, t + 1);
                }
                return;
            }
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

        /** Those of the script, on a clock that has not been there yet, and then is beyond them. */
        private void setTimestamps(List<AnomalyScript.Transaction> transactions) {
            long before = running.tick();
            long last = 0;
            for (int t = 0; t < transactions.size(); t++) {
                start[t] = before + transactions.get(t).start();
                commit[t] = before + transactions.get(t).commit();
                last = Math.max(last, Math.max(start[t], commit[t]));
            }
            while (running.tick() < last) {
                // the clock goes on
            }
        }

        private int endAll(int from, int to) {
            for (int t = from; t < to; t++) {
                end[t] = running.tick();
            }
            return to;
        }
    }
}
