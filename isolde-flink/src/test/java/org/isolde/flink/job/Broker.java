package org.isolde.flink.job;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Future;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

/** A broker of Kafka in this JVM, its own controller, which can be stopped and started again with what it has on disk. */
final class Broker implements AutoCloseable {
    private final String address;
    private final KafkaConfig config;
    private KafkaRaftServer server;

    Broker(Path folder) throws Exception {
        int port;
        int controller;
        try (ServerSocket one = free();
                ServerSocket other = free()) {
            port = one.getLocalPort();
            controller = other.getLocalPort();
        }
        address = "127.0.0.1:" + port;
        Properties properties = new Properties();
        properties.putAll(Map.ofEntries(
                Map.entry("process.roles", "broker,controller"),
                Map.entry("node.id", "1"),
                Map.entry("controller.quorum.voters", "1@127.0.0.1:" + controller),
                Map.entry("listeners", "PLAINTEXT://" + address + ",CONTROLLER://127.0.0.1:" + controller),
                Map.entry("advertised.listeners", "PLAINTEXT://" + address),
                Map.entry("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT"),
                Map.entry("controller.listener.names", "CONTROLLER"),
                Map.entry("log.dirs", folder.toString()),
                Map.entry("auto.create.topics.enable", "false"),
                Map.entry("offsets.topic.replication.factor", "1"),
                Map.entry("offsets.topic.num.partitions", "1"),
                Map.entry("transaction.state.log.replication.factor", "1"),
                Map.entry("transaction.state.log.min.isr", "1"),
                Map.entry("transaction.state.log.num.partitions", "1"),
                Map.entry("group.initial.rebalance.delay.ms", "0")));
        config = KafkaConfig.fromProps(properties);
        new Formatter()
                .setPrintStream(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8))
                .setNodeId(1)
                .setClusterId(Uuid.randomUuid().toString())
                .setReleaseVersion(MetadataVersion.latestProduction())
                .setControllerListenerName("CONTROLLER")
                .setMetadataLogDirectory(folder.toString())
                .addDirectory(folder.toString())
                .run();
        start();
    }

    private static ServerSocket free() throws IOException {
        return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    String address() {
        return address;
    }

    void start() {
        server = new KafkaRaftServer(config, Time.SYSTEM);
        server.startup();
    }

    void stop() {
        server.shutdown();
        server.awaitShutdown();
    }

    @Override
    public void close() {
        stop();
    }

    private Map<String, Object> client() {
        return Map.of("bootstrap.servers", address);
    }

    void topic(String name, int partitions) throws Exception {
        try (Admin admin = Admin.create(client())) {
            admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1)))
                    .all()
                    .get();
        }
    }

    /** Sends lines, the session as key; returns when the broker has them all. */
    void send(String topic, List<String> lines) throws Exception {
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(client(), new StringSerializer(), new StringSerializer())) {
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (String line : lines) {
                String session = line.substring(0, Math.max(0, line.indexOf(',')));
                sent.add(producer.send(new ProducerRecord<>(topic, session, line)));
            }
            for (Future<RecordMetadata> each : sent) {
                each.get();
            }
        }
    }

    /** What is there now, of transactions that are committed. */
    List<String> read(String topic) {
        Properties properties = new Properties();
        properties.putAll(client());
        properties.put("isolation.level", "read_committed");
        List<String> values = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(properties, new StringDeserializer(), new StringDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(each -> new TopicPartition(topic, each.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(each -> consumer.position(each) < ends.get(each))) {
                consumer.poll(Duration.ofMillis(100)).forEach(message -> values.add(message.value()));
            }
        }
        return values;
    }

    /** Up to where a group has read all partitions together. */
    long readBy(String group) throws Exception {
        try (Admin admin = Admin.create(client())) {
            return admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get().values().stream()
                    .mapToLong(each -> each.offset())
                    .sum();
        }
    }
}
