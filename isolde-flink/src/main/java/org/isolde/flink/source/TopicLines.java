package org.isolde.flink.source;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.isolde.flink.Incoming;

/** Makes transactions of messages: the value of one is a line, or several. What has no value, as what was deleted, says nothing. */
final class TopicLines implements KafkaRecordDeserializationSchema<Incoming> {
    private static final long serialVersionUID = 1L;

    private final String initial;
    private transient LineParser parser;
    private transient List<Incoming> lines;

    /**
     * @param initial the initial value of all keys, as JSON
     */
    TopicLines(String initial) {
        this.initial = initial;
    }

    @Override
    public void open(DeserializationSchema.InitializationContext context) {
        parser = new LineParser(initial, true);
        lines = new ArrayList<>();
    }

    @Override
    public void deserialize(ConsumerRecord<byte[], byte[]> message, Collector<Incoming> out) throws IOException {
        byte[] value = message.value();
        if (value == null) {
            return;
        }
        lines.clear();
        parser.parse(value, value.length, message.timestamp(), line -> place(message, line), lines);
        lines.forEach(out::collect);
    }

    private static String place(ConsumerRecord<byte[], byte[]> message, long line) {
        return "topic " + message.topic() + ", partition " + message.partition() + ", offset " + message.offset()
                + (line == 1 ? "" : ", line " + line);
    }

    @Override
    public TypeInformation<Incoming> getProducedType() {
        return Incoming.TYPE;
    }
}
