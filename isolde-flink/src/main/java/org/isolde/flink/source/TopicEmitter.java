package org.isolde.flink.source;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.connector.base.source.reader.RecordEmitter;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplitState;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.isolde.flink.Incoming;

/**
 * Makes transactions of messages, each with the time by which it was there to be read, and watermarks of the marks between them ({@link TopicMark}).
 *
 * <p>When what was there before the job looked was offered, only its own timestamps can tell. They need not be in order; the latest so far is the time of the partition then.
 */
final class TopicEmitter
        implements RecordEmitter<ConsumerRecord<byte[], byte[]>, Incoming, KafkaPartitionSplitState>,
                Collector<Incoming> {
    /** How far a partition has come in what was there before. */
    private static final class Backlog {
        long time = Long.MIN_VALUE;
        long told = Long.MIN_VALUE;
    }

    private final TopicLines lines;
    private final long interval;
    private final Map<String, Backlog> backlogs = new HashMap<>();
    private TopicMark mark;
    private SourceOutput<Incoming> output;
    private long time;

    TopicEmitter(TopicLines lines, long interval) {
        this.lines = lines;
        this.interval = interval;
    }

    @Override
    public void emitRecord(
            ConsumerRecord<byte[], byte[]> message, SourceOutput<Incoming> out, KafkaPartitionSplitState split)
            throws IOException {
        output = out;
        if (message instanceof TopicMark said) {
            if (said.isRead()) {
                backlogs.remove(split.splitId());
                out.emitWatermark(new Watermark(said.time()));
            } else {
                mark = said;
            }
            return;
        }
        time = mark.time();
        Backlog backlog = null;
        if (message.offset() < mark.backlogEnd()) {
            backlog = backlogs.computeIfAbsent(split.splitId(), any -> new Backlog());
            backlog.time = Math.max(backlog.time, Math.min(message.timestamp(), mark.backlogTime()));
            time = backlog.time;
        }
        lines.deserialize(message, this);
        split.setCurrentOffset(message.offset() + 1);
        if (backlog != null && (backlog.told == Long.MIN_VALUE || backlog.time - backlog.told >= interval)) {
            backlog.told = backlog.time;
            // others of the same time may follow
            out.emitWatermark(new Watermark(backlog.time - 1));
        }
    }

    @Override
    public void collect(Incoming line) {
        output.collect(line, time);
    }

    @Override
    public void close() {
        // the output is Flink's
    }
}
