package org.isolde.flink.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.isolde.cluster.JobPlan;

/** Asks Kafka for the topics of a job before it begins: a job would go on asking for ever. */
final class Topics {
    private static final int PATIENCE_SECONDS = 10;

    private Topics() {}

    static void check(JobPlan plan) throws JobException, InterruptedException {
        if (plan.kafka() == null) {
            return;
        }
        Properties properties = plan.clients().forClient();
        properties.setProperty("bootstrap.servers", plan.kafka());
        Set<String> there;
        try (Admin admin = Admin.create(properties)) {
            there = admin.listTopics().names().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
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
}
