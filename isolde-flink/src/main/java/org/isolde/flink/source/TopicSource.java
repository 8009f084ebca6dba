package org.isolde.flink.source;

import java.util.Collection;
import java.util.Properties;
import java.util.function.Consumer;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.apache.flink.connector.base.source.reader.synchronization.FutureCompletingBlockingQueue;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumState;
import org.apache.flink.connector.kafka.source.reader.KafkaSourceReader;
import org.apache.flink.connector.kafka.source.reader.fetcher.KafkaSourceFetcherManager;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.util.UserCodeClassLoader;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.isolde.flink.Incoming;

/** Topics of Kafka as a stream that knows up to when it has been read: Flink's source of Kafka, with readers that ask for that ({@link TopicReader}). */
final class TopicSource
        implements Source<Incoming, KafkaPartitionSplit, KafkaSourceEnumState>, ResultTypeQueryable<Incoming> {
    private static final long serialVersionUID = 1L;

    private final KafkaSource<Incoming> source;
    private final Properties properties;
    private final TopicLines lines;
    private final long interval;

    /**
     * @param properties of Kafka's consumers
     * @param interval how often, in milliseconds, it is to tell up to when it has been read
     */
    TopicSource(KafkaSource<Incoming> source, Properties properties, TopicLines lines, long interval) {
        this.source = source;
        this.properties = properties;
        this.lines = lines;
        this.interval = interval;
    }

    @Override
    public SourceReader<Incoming, KafkaPartitionSplit> createReader(SourceReaderContext context) {
        lines.open(new DeserializationSchema.InitializationContext() {
            @Override
            public MetricGroup getMetricGroup() {
                return context.metricGroup();
            }

            @Override
            public UserCodeClassLoader getUserCodeClassLoader() {
                return context.getUserCodeClassLoader();
            }
        });
        // a file of properties may say all of that, but nobody is asked to
        Properties consumer = new Properties();
        consumer.put("key.deserializer", "org.apache.kafka.common.serialization.ByteArrayDeserializer");
        consumer.put("value.deserializer", "org.apache.kafka.common.serialization.ByteArrayDeserializer");
        consumer.put("auto.offset.reset", "earliest");
        consumer.put("enable.auto.commit", "false");
        consumer.putAll(properties);
        Configuration configuration = new Configuration();
        // offsets are committed for a group, and there need not be one
        configuration.setString("commit.offsets.on.checkpoint", Boolean.toString(properties.containsKey("group.id")));
        properties.stringPropertyNames().forEach(name -> configuration.setString(name, properties.getProperty(name)));
        CapturedConsumer metrics = new CapturedConsumer(context.metricGroup());
        FutureCompletingBlockingQueue<RecordsWithSplitIds<ConsumerRecord<byte[], byte[]>>> queue =
                new FutureCompletingBlockingQueue<>();
        Consumer<Collection<String>> nothing = finished -> {};
        return new KafkaSourceReader<>(
                queue,
                new KafkaSourceFetcherManager(
                        queue, () -> new TopicReader(consumer, context, metrics, interval), nothing),
                new TopicEmitter(lines, interval),
                configuration,
                context,
                metrics);
    }

    @Override
    public SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> createEnumerator(
            SplitEnumeratorContext<KafkaPartitionSplit> context) {
        return source.createEnumerator(context);
    }

    @Override
    public SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> restoreEnumerator(
            SplitEnumeratorContext<KafkaPartitionSplit> context, KafkaSourceEnumState checkpoint)
            throws java.io.IOException {
        return source.restoreEnumerator(context, checkpoint);
    }

    @Override
    public Boundedness getBoundedness() {
        return source.getBoundedness();
    }

    @Override
    public SimpleVersionedSerializer<KafkaPartitionSplit> getSplitSerializer() {
        return source.getSplitSerializer();
    }

    @Override
    public SimpleVersionedSerializer<KafkaSourceEnumState> getEnumeratorCheckpointSerializer() {
        return source.getEnumeratorCheckpointSerializer();
    }

    @Override
    public TypeInformation<Incoming> getProducedType() {
        return Incoming.TYPE;
    }
}
