package org.isolde.flink;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.state.KeyedStateStore;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.isolde.online.axiom.Decoder;
import org.isolde.online.axiom.Encoder;

/**
 * Messages whose reads can't be judged yet, by the place where they look: a heap, for the next one that the watermark passes is wanted, and no timers of Flink, which are one
 * object and one record in each checkpoint for each key.
 *
 * <p>In the state are the reads that were open in some checkpoint, each written once, in the first of them: for each group of keys, checkpoint by checkpoint, the reads that had come since
 * the one before, key by key, so that another parallelism can deal them out. When the watermark has passed all reads of a checkpoint, they are removed.
 *
 * <p>Invariant: {@code places}, {@code records} and {@code saved} are one binary heap by place.
 */
final class OpenWork {
    /** Reads that were written in one checkpoint: how far they look, and for which groups there are some. */
    private static final class Chunk {
        final long number;
        long last = Long.MIN_VALUE;
        final BitSet groups = new BitSet();

        Chunk(long number) {
            this.number = number;
        }
    }

    /** Says where a message looks. */
    interface Looks {
        long at(byte[] record);
    }

    private final KeptKeys.Turn turn;
    private final MapState<Long, byte[]> state;
    private final KeyGroupRange range;
    private final int groups;
    /** Group by group, from the first that is kept here: a name that belongs to it, for state belongs to names. */
    private final Name[] names;

    private long[] places = new long[64];
    private byte[][] records = new byte[64][];
    /** Whether a checkpoint has it. */
    private boolean[] saved = new boolean[64];

    private int count;
    private final List<Chunk> chunks = new ArrayList<>();
    private long nextChunk;

    /**
     * @param range the groups that are kept here
     * @param groups how many there are in all
     */
    OpenWork(KeyedStateStore store, KeptKeys.Turn turn, KeyGroupRange range, int groups) {
        this.turn = turn;
        this.range = range;
        this.groups = groups;
        state = store.getMapState(new MapStateDescriptor<>("open", LongSerializer.INSTANCE, new BytesCodec()));
        names = new Name[range.getNumberOfKeyGroups()];
        Encoder encoder = new Encoder();
        int found = 0;
        for (long number = 0; found < names.length; number++) {
            // the same in every process
            Name name = new Name(encoder.clear().octet(0).ordered(number).toBytes());
            int group = KeyGroupRangeAssignment.assignToKeyGroup(name, groups);
            if (range.contains(group) && names[group - range.getStartKeyGroup()] == null) {
                names[group - range.getStartKeyGroup()] = name;
                found++;
            }
        }
    }

    // ---- the heap

    int size() {
        return count;
    }

    /** Whether there is one that looks no further than a time. */
    boolean has(long upTo) {
        return count > 0 && places[0] <= upTo;
    }

    void add(long place, byte[] record) {
        add(place, record, false);
    }

    private void add(long place, byte[] record, boolean inState) {
        if (count == places.length) {
            places = Arrays.copyOf(places, count * 2);
            records = Arrays.copyOf(records, count * 2);
            saved = Arrays.copyOf(saved, count * 2);
        }
        int at = count++;
        while (at > 0 && places[(at - 1) / 2] > place) {
            set(at, (at - 1) / 2);
            at = (at - 1) / 2;
        }
        set(at, place, record, inState);
    }

    /** Takes out the one that looks least far. */
    byte[] poll() {
        byte[] first = records[0];
        count--;
        long place = places[count];
        byte[] record = records[count];
        boolean inState = saved[count];
        records[count] = null;
        if (count > 0) {
            int at = 0;
            for (int child = 1; child < count; child = 2 * at + 1) {
                child += child + 1 < count && places[child + 1] < places[child] ? 1 : 0;
                if (places[child] >= place) {
                    break;
                }
                set(at, child);
                at = child;
            }
            set(at, place, record, inState);
        }
        return first;
    }

    private void set(int to, int from) {
        set(to, places[from], records[from], saved[from]);
    }

    private void set(int to, long place, byte[] record, boolean inState) {
        places[to] = place;
        records[to] = record;
        saved[to] = inState;
    }

    // ---- state

    /** Brings the state up to a watermark that all reads here are behind. */
    void flush(long watermark) throws Exception {
        for (Chunk chunk : chunks) {
            if (chunk.last <= watermark) {
                for (int group = chunk.groups.nextSetBit(0); group >= 0; group = chunk.groups.nextSetBit(group + 1)) {
                    turn.to(names[group]);
                    state.remove(chunk.number);
                }
            }
        }
        chunks.removeIf(chunk -> chunk.last <= watermark);
        Chunk chunk = new Chunk(nextChunk++);
        Encoder[] reads = new Encoder[names.length];
        Encoder one = new Encoder();
        for (int i = 0; i < count; i++) {
            if (!saved[i]) {
                saved[i] = true;
                chunk.last = Math.max(chunk.last, places[i]);
                split(records[i], reads, one);
            }
        }
        for (int group = 0; group < reads.length; group++) {
            if (reads[group] != null) {
                chunk.groups.set(group);
                turn.to(names[group]);
                state.put(chunk.number, reads[group].toBytes());
            }
        }
        if (!chunk.groups.isEmpty()) {
            chunks.add(chunk);
        }
    }

    /** Writes the reads of a message to the groups of their keys, as messages of one key. */
    private void split(byte[] record, Encoder[] reads, Encoder one) {
        KeyWork.Walk walk = new KeyWork.Walk(record);
        while (walk.next()) {
            if (walk.readsFrom == walk.readsEnd) {
                continue;
            }
            int hash = Name.hash(record, walk.keyFrom, walk.keyEnd);
            int group = KeyGroupRangeAssignment.computeKeyGroupForKeyHash(hash, groups) - range.getStartKeyGroup();
            if (reads[group] == null) {
                reads[group] = new Encoder();
            }
            walk.reads(one.clear());
            reads[group].number(one.size()).raw(one.bytes(), 0, one.size());
        }
    }

    /**
     * Takes up what was open in the checkpoint from which the job goes on.
     *
     * @param passed the watermark of that checkpoint where the keys of a group were kept then
     */
    void restore(Map<Integer, Long> passed, Looks looks) throws Exception {
        Map<Long, Chunk> known = new java.util.TreeMap<>();
        for (int group = 0; group < names.length; group++) {
            turn.to(names[group]);
            long watermark = passed.getOrDefault(range.getStartKeyGroup() + group, Long.MIN_VALUE);
            for (Map.Entry<Long, byte[]> each : state.entries()) {
                Chunk chunk = known.computeIfAbsent(each.getKey(), Chunk::new);
                chunk.groups.set(group);
                Decoder in = new Decoder(each.getValue());
                while (in.hasMore()) {
                    byte[] record = in.raw((int) in.number());
                    long place = looks.at(record);
                    chunk.last = Math.max(chunk.last, place);
                    if (place > watermark) {
                        add(place, record, true);
                    }
                }
            }
        }
        chunks.addAll(known.values());
        nextChunk = chunks.isEmpty() ? 0 : chunks.get(chunks.size() - 1).number + 1;
    }
}
