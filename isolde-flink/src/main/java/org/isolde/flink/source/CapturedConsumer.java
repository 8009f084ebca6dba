package org.isolde.flink.source;

import org.apache.flink.connector.kafka.source.metrics.KafkaSourceReaderMetrics;
import org.apache.flink.metrics.groups.SourceReaderMetricGroup;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/** The metrics of a reader of Kafka, which get to see its consumer; nobody else does. */
final class CapturedConsumer extends KafkaSourceReaderMetrics {
    private volatile KafkaConsumer<?, ?> consumer;

    CapturedConsumer(SourceReaderMetricGroup metrics) {
        super(metrics);
    }

    @Override
    public void registerNumBytesIn(KafkaConsumer<?, ?> of) {
        consumer = of;
        super.registerNumBytesIn(of);
    }

    @SuppressWarnings("unchecked")
    KafkaConsumer<byte[], byte[]> consumer() {
        return (KafkaConsumer<byte[], byte[]>) consumer;
    }
}
