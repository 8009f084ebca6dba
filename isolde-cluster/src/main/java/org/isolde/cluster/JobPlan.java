package org.isolde.cluster;

import java.time.Duration;
import java.util.List;
import org.isolde.history.Level;

/**
 * A job: what it reads, what it checks, where its findings go, and how it runs.
 *
 * @param kind whether the input has an end
 * @param level si or ser
 * @param sessionOrder whether the order of a session's transactions counts
 * @param initial the initial value of all keys, as JSON; null: what a header says, else null
 * @param files files and folders of JSON Lines, or URIs that the cluster can read; none if Kafka is read
 * @param kafka brokers of Kafka; null if files are read
 * @param topics of Kafka
 * @param clients properties of Kafka's clients
 * @param skipBadLines whether a line that can't be read is counted and passed over
 * @param out the folder that violations are written to; null for none
 * @param outTopic the topic that violations are written to; null for none
 * @param json whether JSON is printed instead of sentences
 * @param parallelism how many tasks share the work; 0: as many as the cluster is set to
 * @param backend where state is kept; null: where the cluster is set to
 * @param state the folder of checkpoints, which the job goes on from; null for none
 * @param checkpointEvery how often state is saved, and what was found is told; null for never
 * @param settle how long a session that is silent, or not heard of yet, is waited for; null for ever, where the input has an end
 * @param retain how long versions are kept for whoever looks back at them
 */
public record JobPlan(
        Kind kind,
        Level level,
        boolean sessionOrder,
        String initial,
        List<String> files,
        String kafka,
        List<String> topics,
        ClientProperties clients,
        boolean skipBadLines,
        String out,
        String outTopic,
        boolean json,
        int parallelism,
        Backend backend,
        String state,
        Duration checkpointEvery,
        Duration settle,
        Duration retain) {
    /** What the input is. */
    public enum Kind {
        /** It has an end: of Kafka, what is there when the job begins. */
        CHECK,
        /** It goes on for ever, or as long as somebody lets it; of files, to their end. */
        MONITOR;

        /** The word of the command line. */
        public String text() {
            return this == CHECK ? "check" : "monitor";
        }
    }

    /** Where state is kept. */
    public enum Backend {
        HEAP,
        ROCKSDB
    }
}
