package org.isolde.generate;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isolde.history.OpKind;
import org.isolde.history.Scalars;
import org.isolde.history.Status;

/**
 * Writes the transactions of a row anomaly into a history at a moment when nothing else is in flight. In real time they all
 * overlap, so that it adds nothing to the anomaly; the expected order is that of the script.
 */
final class RowInjector {
    private static final String CONDITION = "c1 = 1";

    private final GeneratorOptions options;
    private final InFlight running;
    private final RowStore store;
    private final RowSink sink;
    private int tables;

    RowInjector(GeneratorOptions options, InFlight running, RowStore store, RowSink sink) {
        this.options = options;
        this.running = running;
        this.store = store;
        this.sink = sink;
    }

    /** Writes them, with ids from {@code firstId} on, each in one of the sessions. */
    void inject(List<List<InjectedRowAnomaly.Step>> transactions, int[] sessions, int firstId) throws IOException {
        String table = "injected" + ++tables;
        Scalars scalars = sink.scalars();
        Map<Character, Integer> versions = new HashMap<>();
        long[] begins = new long[transactions.size()];
        long[] numbers = new long[transactions.size()];
        for (int t = 0; t < begins.length; t++) {
            begins[t] = running.tick();
            numbers[t] = store.nextNumber();
        }
        for (int t = 0; t < begins.length; t++) {
            long end = running.tick();
            sink.begin(sessions[t], TransactionSink.UNNUMBERED, firstId + t, Status.COMMITTED);
            if (options.realTime()) {
                // one begins before any ends
                sink.realTime(begins[t], end);
            }
            if (options.expectedOrder()) {
                sink.order(end);
            }
            if (options.versions() > 0) {
                sink.number(numbers[t]);
            }
            for (InjectedRowAnomaly.Step step : transactions.get(t)) {
                if (step.kind() == 'p') {
                    predicate(table, step, numbers, versions);
                    continue;
                }
                char row = step.rows().charAt(0);
                long code = code(table, row);
                if (step.kind() == 'r') {
                    sink.row(OpKind.READ, code, versions.get(row));
                } else {
                    int version = running.freshValue();
                    versions.put(row, version);
                    store.writeVersion(code, version, scalars.text(String.valueOf(row)), 1, Scalars.NULL);
                    store.addVersion(code, version);
                }
            }
            sink.end(end);
        }
    }

    private void predicate(String table, InjectedRowAnomaly.Step step, long[] numbers, Map<Character, Integer> versions)
            throws IOException {
        int count = step.rows().length();
        long[] keys = new long[count];
        long[] seen = new long[count];
        for (int i = 0; i < count; i++) {
            keys[i] = code(table, step.rows().charAt(i));
            seen[i] = versions.get(step.rows().charAt(i));
        }
        sink.predicate(sink.scalars().text(table), sink.scalars().text(CONDITION), keys, seen, count);
        if (options.versions() > 0) {
            sink.sees(numbers[step.sees() - 1]);
        }
    }

    private long code(String table, char row) {
        return sink.scalars().text(table + "/" + row);
    }
}
