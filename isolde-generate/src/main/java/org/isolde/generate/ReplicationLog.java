package org.isolde.generate;

import java.util.Arrays;

/**
 * The writing transactions of one replica, for the others to apply in this order.
 *
 * <p>Entries keep their number for ever; those that everybody has applied are forgotten when room is needed.
 *
 * <p>Invariant: entry {@code e} is at {@code e - forgotten} of the columns, and its writes are at
 * {@code firstWrite(e) .. firstWrite(e + 1) - 1}, numbers that hold until the next {@link #end}.
 */
final class ReplicationLog {
    private final int replicas;
    private long forgotten;
    private int entries;
    private long[] stamp = new long[16];
    private int[] firstWrite = new int[17];
    private long[] dependency;
    private long[] due;
    private int[] key = new int[64];
    private int[] value = new int[64];
    private int writes;

    ReplicationLog(int replicas) {
        this.replicas = replicas;
        dependency = new long[16 * replicas];
        due = new long[16 * replicas];
    }

    /** A write of the transaction that the next {@link #end} enters. */
    void write(int k, int v) {
        if (writes == key.length) {
            key = Arrays.copyOf(key, writes * 2);
            value = Arrays.copyOf(value, writes * 2);
        }
        key[writes] = k;
        value[writes++] = v;
    }

    /**
     * Enters a transaction with the writes since the last one.
     *
     * @param dependencies how many entries of each replica come before it
     * @param dues when it arrives at each replica; no earlier than the entry before it
     * @param applied how many entries everybody has applied
     */
    void end(long itsStamp, long[] dependencies, long[] dues, long applied) {
        if (entries == stamp.length) {
            forget((int) (applied - forgotten));
            if (entries > stamp.length / 2) {
                grow(stamp.length * 2);
            }
        }
        stamp[entries] = itsStamp;
        System.arraycopy(dependencies, 0, dependency, entries * replicas, replicas);
        for (int replica = 0; replica < replicas; replica++) {
            int at = entries * replicas + replica;
            due[at] = entries == 0 ? dues[replica] : Math.max(dues[replica], due[at - replicas]);
        }
        firstWrite[++entries] = writes;
    }

    private void grow(int capacity) {
        stamp = Arrays.copyOf(stamp, capacity);
        firstWrite = Arrays.copyOf(firstWrite, capacity + 1);
        dependency = Arrays.copyOf(dependency, capacity * replicas);
        due = Arrays.copyOf(due, capacity * replicas);
    }

    private void forget(int count) {
        int gone = firstWrite[count];
        System.arraycopy(stamp, count, stamp, 0, entries - count);
        System.arraycopy(dependency, count * replicas, dependency, 0, (entries - count) * replicas);
        System.arraycopy(due, count * replicas, due, 0, (entries - count) * replicas);
        System.arraycopy(key, gone, key, 0, writes - gone);
        System.arraycopy(value, gone, value, 0, writes - gone);
        for (int i = count; i <= entries; i++) {
            firstWrite[i - count] = firstWrite[i] - gone;
        }
        entries -= count;
        writes -= gone;
        forgotten += count;
    }

    /** How many entries there have been. */
    long size() {
        return forgotten + entries;
    }

    long stamp(long entry) {
        return stamp[(int) (entry - forgotten)];
    }

    long dependency(long entry, int replica) {
        return dependency[(int) (entry - forgotten) * replicas + replica];
    }

    long due(long entry, int replica) {
        return due[(int) (entry - forgotten) * replicas + replica];
    }

    int firstWrite(long entry) {
        return firstWrite[(int) (entry - forgotten)];
    }

    int key(int write) {
        return key[write];
    }

    int value(int write) {
        return value[write];
    }
}
