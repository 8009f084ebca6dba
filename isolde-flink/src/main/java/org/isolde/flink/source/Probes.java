package org.isolde.flink.source;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * Where partitions ended at some times, which says by when a message was there, and up to when everything has been read. The clock is this machine's, and never goes back.
 *
 * <p>Invariant: times and ends don't fall from one probe to the next, and each partition has got past the ends before the first one or is on its way to it.
 */
final class Probes {
    private static final int MOST = 1024;

    private record Probe(long time, Map<TopicPartition, Long> ends) {
        long end(TopicPartition partition) {
            return ends.getOrDefault(partition, -1L);
        }
    }

    private final ArrayDeque<Probe> open = new ArrayDeque<>();
    /** The first probe of each partition: what was there before anybody looked. */
    private final Map<TopicPartition, Probe> first = new HashMap<>();

    private final Map<TopicPartition, Long> positions = new HashMap<>();
    private long last = Long.MIN_VALUE;

    /** The partitions ended there when it was asked, or later. */
    void add(long time, Map<TopicPartition, Long> ends) {
        last = Math.max(last, time);
        Probe probe = new Probe(last, Map.copyOf(ends));
        open.add(probe);
        ends.keySet().forEach(partition -> first.putIfAbsent(partition, probe));
        if (open.size() > MOST) {
            // less often tells the same, only not as finely
            boolean drop = false;
            for (Iterator<Probe> all = open.iterator(); all.hasNext(); drop = !drop) {
                all.next();
                if (drop && all.hasNext()) {
                    all.remove();
                }
            }
        }
    }

    /** By when a message was there, at the latest; it is there now. */
    long offeredBy(TopicPartition partition, long offset, long now) {
        for (Probe probe : open) {
            if (offset < probe.end(partition)) {
                return probe.time;
            }
        }
        return Math.max(last, now);
    }

    /** Up to when everything of a partition has been read, if it has been read up to a position; {@link Long#MIN_VALUE} if nobody knows. */
    long readBy(TopicPartition partition, long position) {
        positions.put(partition, position);
        long time = Long.MIN_VALUE;
        for (Probe probe : open) {
            if (!probe.ends.containsKey(partition) || position < probe.end(partition)) {
                break;
            }
            time = probe.time;
        }
        while (!open.isEmpty() && isPassed(open.peek())) {
            open.poll();
        }
        return time;
    }

    private boolean isPassed(Probe probe) {
        for (Map.Entry<TopicPartition, Long> end : probe.ends.entrySet()) {
            if (positions.getOrDefault(end.getKey(), -1L) < end.getValue()) {
                return false;
            }
        }
        return true;
    }

    /** Where a partition ended when it was first looked at; 0 if that was never. */
    long backlogEnd(TopicPartition partition) {
        return first.containsKey(partition) ? first.get(partition).end(partition) : 0;
    }

    /** When that was. */
    long backlogTime(TopicPartition partition) {
        return first.containsKey(partition) ? first.get(partition).time : Long.MIN_VALUE;
    }
}
