package org.isolde.flink.source;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** The messages of one poll, partition by partition, with marks before and behind them. */
final class TimedRecords implements RecordsWithSplitIds<ConsumerRecord<byte[], byte[]>> {
    private final Map<String, List<ConsumerRecord<byte[], byte[]>>> bySplit = new LinkedHashMap<>();
    private Iterator<Map.Entry<String, List<ConsumerRecord<byte[], byte[]>>>> splits;
    private Iterator<ConsumerRecord<byte[], byte[]>> records;

    private List<ConsumerRecord<byte[], byte[]>> of(TopicPartition partition) {
        return bySplit.computeIfAbsent(KafkaPartitionSplit.toSplitId(partition), split -> new ArrayList<>());
    }

    /** Adds messages, in order, which are there now. */
    void add(TopicPartition partition, Probes probes, List<ConsumerRecord<byte[], byte[]>> messages, long now) {
        long by = probes.offeredBy(partition, messages.get(messages.size() - 1).offset(), now);
        List<ConsumerRecord<byte[], byte[]>> all = of(partition);
        all.add(TopicMark.offered(
                partition.topic(),
                partition.partition(),
                by,
                probes.backlogEnd(partition),
                probes.backlogTime(partition)));
        all.addAll(messages);
    }

    /** Everything that was there at a time has been read by now. */
    void read(TopicPartition partition, long time) {
        if (time != Long.MIN_VALUE) {
            of(partition).add(TopicMark.read(partition.topic(), partition.partition(), time));
        }
    }

    @Override
    public String nextSplit() {
        splits = splits == null ? bySplit.entrySet().iterator() : splits;
        if (!splits.hasNext()) {
            records = null;
            return null;
        }
        Map.Entry<String, List<ConsumerRecord<byte[], byte[]>>> next = splits.next();
        records = next.getValue().iterator();
        return next.getKey();
    }

    @Override
    public ConsumerRecord<byte[], byte[]> nextRecordFromSplit() {
        return records != null && records.hasNext() ? records.next() : null;
    }

    /** A stream has no end. */
    @Override
    public Set<String> finishedSplits() {
        return Set.of();
    }
}
