package org.isolde.flink.source;

import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.apache.flink.connector.kafka.source.reader.KafkaPartitionSplitReader;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.WakeupException;

/**
 * Reads partitions, and says between the messages up to when it has read them. Every now and then it asks the broker where they end ({@link Probes}); when it has come there, everything
 * that was there at that time has been read. While the broker does not answer, no time passes.
 */
final class TopicReader extends KafkaPartitionSplitReader {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final CapturedConsumer metrics;
    private final long interval;
    private final Probes probes = new Probes();
    private long asked = Long.MIN_VALUE;

    TopicReader(Properties properties, SourceReaderContext context, CapturedConsumer metrics, long interval) {
        super(properties, context, metrics);
        this.metrics = metrics;
        this.consumer = metrics.consumer();
        this.interval = interval;
    }

    @Override
    public RecordsWithSplitIds<ConsumerRecord<byte[], byte[]>> fetch() {
        TimedRecords records = new TimedRecords();
        ConsumerRecords<byte[], byte[]> polled;
        try {
            ask();
            polled = consumer.poll(Duration.ofMillis(interval));
        } catch (WakeupException e) {
            // somebody has something else for this thread to do
            return records;
        }
        long now = System.currentTimeMillis();
        for (TopicPartition partition : polled.partitions()) {
            metrics.maybeAddRecordsLagMetric(consumer, partition);
            records.add(partition, probes, polled.records(partition), now);
        }
        for (TopicPartition partition : consumer.assignment()) {
            records.read(partition, probes.readBy(partition, position(partition)));
        }
        metrics.updateNumBytesInCounter();
        return records;
    }

    private void ask() {
        long now = System.currentTimeMillis();
        if (now >= asked && now - asked < interval && asked != Long.MIN_VALUE) {
            return;
        }
        Set<TopicPartition> partitions = consumer.assignment();
        Map<TopicPartition, Long> ends;
        try {
            ends = consumer.endOffsets(partitions, PATIENCE);
        } catch (RetriableException e) {
            // it is asked again the next time; until then nobody knows whether all has been read
            return;
        }
        asked = now;
        probes.add(now, ends);
    }

    /** Behind the messages may be some of Kafka's own, which nobody gets to see. */
    private long position(TopicPartition partition) {
        while (true) {
            try {
                return consumer.position(partition);
            } catch (WakeupException e) {
                // it has an answer, but is told to do something else first: that follows at once
            }
        }
    }
}
