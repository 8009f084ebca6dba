package org.isolde.run.workload;

import static org.isolde.run.workload.WorkloadOptions.KEYS;
import static org.isolde.run.workload.WorkloadOptions.LENGTH;
import static org.isolde.run.workload.WorkloadOptions.READ_RATIO;
import static org.isolde.run.workload.WorkloadOptions.ROLLBACK_RATIO;
import static org.isolde.run.workload.WorkloadOptions.UNDO_RATIO;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.isolde.generate.RandomSource;
import org.isolde.run.Ability;
import org.isolde.run.Session;
import org.isolde.run.option.Options;

/**
 * Light-weight transactions: each is one read, compare-and-set or insert-if-absent of one key, so that linearizability
 * can be decided. What a session expects is what it saw last, which others may have replaced since: some succeed, some
 * fail. A key is retired after so many successes.
 */
public final class LwtWorkload implements Workload {
    /** How often a session tries to insert a key of which it knows nothing. */
    private static final double BOLD_INSERTS = 0.2;

    @Override
    public String name() {
        return "lwt";
    }

    @Override
    public String summary() {
        return "single reads, compare-and-sets and inserts-if-absent, for linearizability";
    }

    @Override
    public Set<Ability> needs() {
        return Set.of(Ability.COMPARE_AND_SET);
    }

    @Override
    public Options defaults() {
        return Options.none()
                .with(KEYS, 3)
                .with(LENGTH, 1)
                .with(READ_RATIO, 0.2)
                .with(ROLLBACK_RATIO, 0.0)
                .with(UNDO_RATIO, 0.0);
    }

    @Override
    public TransactionSource start(Options options) {
        LiveKeys keys = new LiveKeys(options);
        Map<Integer, Memory> memories = new ConcurrentHashMap<>();
        return (session, random) -> {
            Memory memory = memories.computeIfAbsent(session, none -> new Memory(keys.size()));
            int slot = keys.draw(random);
            long key = keys.key(slot);
            return memory.knows(slot, key)
                    ? known(keys, memory, slot, options.get(READ_RATIO), random)
                    : unknown(keys, memory, slot, key, random);
        };
    }

    private static Transaction known(LiveKeys keys, Memory memory, int slot, double readRatio, RandomSource random) {
        long key = memory.keys[slot];
        return random.chance(readRatio)
                ? reading(memory, slot, key)
                : comparing(keys, memory, slot, key, memory.values[slot]);
    }

    private static Transaction unknown(LiveKeys keys, Memory memory, int slot, long key, RandomSource random) {
        return random.chance(BOLD_INSERTS)
                ? comparing(keys, memory, slot, key, Session.ABSENT)
                : reading(memory, slot, key);
    }

    private static Transaction reading(Memory memory, int slot, long key) {
        return operations -> memory.saw(slot, key, operations.read(key));
    }

    private static Transaction comparing(LiveKeys keys, Memory memory, int slot, long key, long expected) {
        return operations -> {
            // whether it succeeds or not, what is there now is another value
            memory.forget(slot);
            if (operations.compareAndSet(key, expected)) {
                keys.wrote(slot, key);
            }
        };
    }

    /**
     * What a session saw last.
     *
     * <p>Invariant: {@code values[slot]} is what it saw of {@code keys[slot]}; that is -1 if it knows nothing.
     */
    private static final class Memory {
        private final long[] keys;
        private final long[] values;

        Memory(int slots) {
            keys = new long[slots];
            values = new long[slots];
            Arrays.fill(keys, -1);
        }

        boolean knows(int slot, long key) {
            return keys[slot] == key;
        }

        void saw(int slot, long key, long value) {
            keys[slot] = key;
            values[slot] = value;
        }

        void forget(int slot) {
            keys[slot] = -1;
        }
    }
}
