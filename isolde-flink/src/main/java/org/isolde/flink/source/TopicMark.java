package org.isolde.flink.source;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * What a reader of a partition says between its messages, in the place of one: by when the next ones were there to be read, or up to when everything has been.
 */
final class TopicMark extends ConsumerRecord<byte[], byte[]> {
    private final boolean read;
    private final long time;
    private final long backlogEnd;
    private final long backlogTime;

    private TopicMark(String topic, int partition, boolean read, long time, long backlogEnd, long backlogTime) {
        super(topic, partition, 0, null, null);
        this.read = read;
        this.time = time;
        this.backlogEnd = backlogEnd;
        this.backlogTime = backlogTime;
    }

    /** Everything that was there at a time has been read. */
    static TopicMark read(String topic, int partition, long time) {
        return new TopicMark(topic, partition, true, time, 0, 0);
    }

    /**
     * The messages that follow were there by a time.
     *
     * @param backlogEnd those before this offset were there before that, when is told by their own timestamps
     * @param backlogTime and by this time at the latest
     */
    static TopicMark offered(String topic, int partition, long time, long backlogEnd, long backlogTime) {
        return new TopicMark(topic, partition, false, time, backlogEnd, backlogTime);
    }

    boolean isRead() {
        return read;
    }

    long time() {
        return time;
    }

    long backlogEnd() {
        return backlogEnd;
    }

    long backlogTime() {
        return backlogTime;
    }
}
