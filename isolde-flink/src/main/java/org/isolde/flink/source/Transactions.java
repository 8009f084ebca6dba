package org.isolde.flink.source;

import java.util.List;
import java.util.Properties;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.KafkaSourceBuilder;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSource;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.isolde.flink.BadLine;
import org.isolde.flink.Incoming;
import org.isolde.flink.StreamTransaction;

/**
 * Transactions as they are read, in no order that anybody could rely on.
 *
 * @param transactions what was read
 * @param badLines what could not be read, if such lines are put aside
 */
public record Transactions(DataStream<StreamTransaction> transactions, DataStream<BadLine> badLines) {
    /**
     * From files.
     *
     * @param stream whether what is read is judged on the way, by {@link FileTime}
     */
    public static Transactions of(
            StreamExecutionEnvironment environment,
            LineFiles files,
            String initial,
            boolean stream,
            boolean skipBadLines) {
        return of(
                environment.fromSource(
                        files.source(initial, environment.getParallelism(), stream),
                        stream ? FileTime.strategy() : WatermarkStrategy.noWatermarks(),
                        "files"),
                skipBadLines);
    }

    /**
     * From topics of Kafka, each from its beginning.
     *
     * @param clients properties of Kafka's clients
     * @param bounded whether to end with what is there now
     * @param interval how often, in milliseconds, a stream is to tell up to when it has been read
     * @param readers how many may read, at most: as many as find something to read
     */
    public static Transactions of(
            StreamExecutionEnvironment environment,
            String brokers,
            List<String> topics,
            Properties clients,
            boolean bounded,
            long interval,
            int readers,
            String initial,
            boolean skipBadLines) {
        Properties properties = new Properties();
        // what a sender has taken back was never sent
        properties.setProperty("isolation.level", "read_committed");
        properties.putAll(clients);
        KafkaSourceBuilder<Incoming> source = KafkaSource.<Incoming>builder()
                .setProperties(properties)
                .setBootstrapServers(brokers)
                .setTopics(topics)
                .setStartingOffsets(OffsetsInitializer.earliest())
                .setDeserializer(new TopicLines(initial));
        String name = "topics " + topics;
        if (bounded) {
            source.setBounded(OffsetsInitializer.latest());
            return of(environment.fromSource(source.build(), WatermarkStrategy.noWatermarks(), name), skipBadLines);
        }
        properties.setProperty("bootstrap.servers", brokers);
        DataStreamSource<Incoming> read = environment.fromSource(
                new TopicSource(source.build(), properties, new TopicLines(initial), interval),
                WatermarkStrategy.noWatermarks(),
                name);
        return of(read.setParallelism(Math.min(readers, environment.getParallelism())), skipBadLines);
    }

    private static Transactions of(DataStreamSource<Incoming> read, boolean skipBadLines) {
        SingleOutputStreamOperator<StreamTransaction> taken = read.uid("transactions")
                .process(new TakenLines(skipBadLines), StreamTransaction.TYPE)
                .name("transactions")
                .uid("taken-lines")
                // in the same task: what is read stays in its order
                .setParallelism(read.getParallelism());
        return new Transactions(taken, taken.getSideOutput(TakenLines.BAD));
    }
}
