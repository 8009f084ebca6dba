package org.isolde.flink.sink;

import java.nio.charset.StandardCharsets;
import java.util.Properties;
import org.apache.flink.api.common.serialization.Encoder;
import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.functions.sink.filesystem.OutputFileConfig;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.BasePathBucketAssigner;
import org.apache.flink.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;
import org.isolde.flink.FoundViolation;

/** Writes violations as the monitor does, a JSON object a line or message, but for the numbers and times that a cluster has not. */
public final class ViolationSinks {
    /** How long a broker lets a transaction stand unless it is told otherwise; one that asks for more is refused. */
    private static final String TRANSACTION_MILLIS = "900000";

    private ViolationSinks() {}

    /** Counts violations for Flink's metrics. */
    public static DataStream<FoundViolation> counted(DataStream<FoundViolation> violations) {
        return violations
                .map(new CountedViolations())
                .returns(FoundViolation.TYPE)
                .name("violations")
                .uid("counted-violations");
    }

    /** To files {@code violations-*.jsonl} of a folder; those that are being written begin with a dot. */
    public static void files(DataStream<FoundViolation> violations, Path folder) {
        Encoder<FoundViolation> lines =
                (violation, out) -> out.write((violation.json() + "\n").getBytes(StandardCharsets.UTF_8));
        violations
                .sinkTo(FileSink.forRowFormat(folder, lines)
                        .withBucketAssigner(new BasePathBucketAssigner<>())
                        .withRollingPolicy(OnCheckpointRollingPolicy.build())
                        .withOutputFileConfig(OutputFileConfig.builder()
                                .withPartPrefix("violations")
                                .withPartSuffix(".jsonl")
                                .build())
                        .build())
                .name("violations to files")
                .uid("violations-to-files");
    }

    /**
     * To a topic, in transactions: whoever reads with {@code isolation.level=read_committed} sees each once.
     *
     * @param clients properties of Kafka's clients; {@code transactional.id} is what the names of transactions begin with, which no
     *     other job may use at the same time
     */
    public static void topic(
            DataStream<FoundViolation> violations, String brokers, String topic, Properties clients, String name) {
        violations
                .sinkTo(KafkaSink.<FoundViolation>builder()
                        .setProperty("transaction.timeout.ms", TRANSACTION_MILLIS)
                        .setKafkaProducerConfig(clients)
                        .setBootstrapServers(brokers)
                        .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
                        .setTransactionalIdPrefix(clients.getProperty("transactional.id", name))
                        .setRecordSerializer(KafkaRecordSerializationSchema.<FoundViolation>builder()
                                .setTopic(topic)
                                .setValueSerializationSchema(new Messages())
                                .build())
                        .build())
                .name("violations to topic " + topic)
                .uid("violations-to-topic");
    }

    /** A class with a name: the connector asks what it writes, and a lambda can't say. */
    private static final class Messages implements SerializationSchema<FoundViolation> {
        private static final long serialVersionUID = 1L;

        @Override
        public byte[] serialize(FoundViolation violation) {
            return violation.json().getBytes(StandardCharsets.UTF_8);
        }
    }
}
