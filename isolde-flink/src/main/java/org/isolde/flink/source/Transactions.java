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
    /** From files. */
    public static Transactions of(
            StreamExecutionEnvironment environment, LineFiles files, String initial, boolean skipBadLines) {
        return of(
                environment.fromSource(
                        files.source(initial, environment.getParallelism()), WatermarkStrategy.noWatermarks(), "files"),
                skipBadLines);
    }

    /**
     * From topics of Kafka, each from its beginning.
     *
     * @param clients properties of Kafka's clients
     * @param bounded whether to end with what is there now
     */
    public static Transactions of(
            StreamExecutionEnvironment environment,
            String brokers,
            List<String> topics,
            Properties clients,
            boolean bounded,
            String initial,
            boolean skipBadLines) {
        KafkaSourceBuilder<Incoming> source = KafkaSource.<Incoming>builder()
                // what a sender has taken back was never sent
                .setProperty("isolation.level", "read_committed")
                .setProperties(clients)
                .setBootstrapServers(brokers)
                .setTopics(topics)
                .setStartingOffsets(OffsetsInitializer.earliest())
                .setDeserializer(new TopicLines(initial));
        if (bounded) {
            source.setBounded(OffsetsInitializer.latest());
        }
        return of(
                environment.fromSource(source.build(), WatermarkStrategy.noWatermarks(), "topics " + topics),
                skipBadLines);
    }

    private static Transactions of(DataStreamSource<Incoming> read, boolean skipBadLines) {
        SingleOutputStreamOperator<StreamTransaction> taken = read.uid("transactions")
                .process(new TakenLines(skipBadLines), StreamTransaction.TYPE)
                .name("transactions")
                .uid("taken-lines");
        return new Transactions(taken, taken.getSideOutput(TakenLines.BAD));
    }
}
