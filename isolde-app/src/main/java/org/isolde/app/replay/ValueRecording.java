package org.isolde.app.replay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.HistoryBuilder;
import org.isolde.history.OpKind;
import org.isolde.history.Scalars;
import org.isolde.history.Segment;
import org.isolde.history.Status;
import org.isolde.run.Session;
import org.isolde.run.Session.Timestamps;
import org.isolde.run.record.OperationList;

/** What the sessions of one try saw of keys and values, as a history. */
final class ValueRecording implements Recording {
    private final HistoryBuilder builder = new HistoryBuilder();
    private final Segment segment = builder.segment();
    private final long start = System.nanoTime();
    /** For each session the times of its transactions' steps. */
    private final Map<Long, List<long[]>> times = new HashMap<>();

    @Override
    public long now() {
        return System.nanoTime() - start;
    }

    @Override
    public synchronized void add(
            long session,
            String name,
            Status status,
            OperationList operations,
            long begin,
            long end,
            Timestamps timestamps,
            long[] steps) {
        segment.begin(session, name == null ? Segment.NO_ID : segment.scalars().text(name), 0);
        times.computeIfAbsent(session, number -> new ArrayList<>()).add(steps);
        segment.status(status);
        segment.realTime(begin, end);
        if (timestamps != null) {
            segment.start(timestamps.start(), 0);
            segment.commit(timestamps.commit(), 0);
        }
        for (int i = 0; i < operations.size(); i++) {
            long key = operations.key(i);
            switch (operations.kind(i)) {
                case OpKind.LIST_READ -> {
                    long[] list = operations.list(i);
                    segment.listRead(key, list, list.length);
                }
                case OpKind.CAS_WRITE -> {
                    segment.op(OpKind.CAS_READ, key, code(operations.expected(i)));
                    segment.op(OpKind.CAS_WRITE, key, code(operations.value(i)));
                }
                case OpKind.CAS_FAILED -> segment.op(OpKind.CAS_FAILED, key, code(operations.expected(i)));
                default -> segment.op(operations.kind(i), key, code(operations.value(i)));
            }
        }
    }

    private long code(long value) {
        return value == Session.ABSENT ? Scalars.NULL : segment.scalars().number(value);
    }

    /** The history; nothing can be added any more. */
    synchronized History history() throws BadHistoryException {
        return builder.build();
    }

    /**
     * What was recorded, with its steps in the order in which they took place.
     *
     * @param history that of {@link #history}
     */
    synchronized Schedule schedule(History history) {
        Excerpt excerpt = Excerpt.of(history);
        Map<Step, Long> when = new HashMap<>();
        Map<Integer, Integer> next = new HashMap<>();
        for (int t = 0; t < excerpt.transactions().size(); t++) {
            int client = excerpt.transactions().get(t).client();
            int place = next.merge(client, 1, Integer::sum) - 1;
            long[] own = times.get(Long.parseLong(excerpt.clients().get(client).name()))
                    .get(place);
            for (int i = 0; i < own.length; i++) {
                when.put(new Step(t, i), own[i]);
            }
        }
        List<Step> order = new ArrayList<>(when.keySet());
        order.sort(Comparator.comparing((Step step) -> when.get(step))
                .thenComparing(Step::transaction)
                .thenComparing(Step::operation));
        return new Schedule(excerpt, order);
    }
}
