package org.isolde.flink.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.isolde.cluster.JobPlan;

/** Asks Kafka for the topics of a job before it begins: a job would go on asking for ever. */
final class Topics {
    private static final int PATIENCE_SECONDS = 10;

    private Topics() {}

    static void check(JobPlan plan) throws JobException, InterruptedException {
        if (plan.kafka() == null) {
            return;
        }
        Set<String> there = ask(plan, admin -> admin.listTopics().names());
        List<String> missing = new ArrayList<>(plan.topics());
        if (plan.outTopic() != null) {
            missing.add(plan.outTopic());
        }
        missing.removeAll(there);
        if (!missing.isEmpty()) {
            throw new JobException(
                    "Kafka at " + plan.kafka() + " has no topic " + String.join(", ", missing) + "; make it first");
        }
    }

    /** How many partitions the largest topic has: if no more than these read, all of them have something to read. */
    static int partitions(JobPlan plan) throws JobException, InterruptedException {
        return ask(plan, admin -> admin.describeTopics(plan.topics()).allTopicNames()).values().stream()
                .mapToInt(topic -> topic.partitions().size())
                .max()
                .orElse(1);
    }

    private static <T> T ask(JobPlan plan, Function<Admin, KafkaFuture<T>> question)
            throws JobException, InterruptedException {
        Properties properties = plan.clients().forClient();
        properties.setProperty("bootstrap.servers", plan.kafka());
        try (Admin admin = Admin.create(properties)) {
            return question.apply(admin).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (KafkaException | ExecutionException e) {
            // what Kafka wraps around it says nothing
            Throwable reason = e;
            while (reason.getCause() != null) {
                reason = reason.getCause();
            }
            throw new JobException(
                    "Kafka at " + plan.kafka() + " can't be asked for its topics: " + reason.getMessage());
        } catch (TimeoutException e) {
            throw new JobException("Kafka at " + plan.kafka() + " does not answer within " + PATIENCE_SECONDS
                    + " s; is that its address, and are --kafka-properties right?");
        }
    }
}
