package org.isolde.generate;

import org.isolde.history.OpKind;

/**
 * No isolation: writes are there for all to see at once, nothing is ever undone, and some reads see an older value.
 *
 * <p>Invariant: {@code recent} holds the last {@link #RECENT} values of each key in a ring; a read sees one of them.
 */
final class LawlessStore implements Store {
    private static final int RECENT = 4;
    private static final double STALE_READS = 0.125;

    private final InFlight running;
    private final KeyState state;
    private final RandomSource random;
    private final int[] recent;
    private final int[] written;

    LawlessStore(InFlight running, KeyState state, RandomSource random) {
        this.running = running;
        this.state = state;
        this.random = random;
        this.written = new int[state.current.length];
        this.recent = new int[Math.multiplyExact(state.current.length, RECENT)];
    }

    @Override
    public void begin(int slot) {
        running.start[slot] = running.tick();
    }

    @Override
    public boolean advance(int slot) {
        int op = running.first(slot) + running.step[slot]++;
        if (op == running.end(slot)) {
            running.commit[slot] = running.tick();
            return false;
        }
        int key = running.key[op];
        if (OpKind.isWrite(running.kind[op])) {
            int value = running.freshValue();
            running.value[op] = value;
            state.install(key, value);
            recent[key * RECENT + (++written[key] & (RECENT - 1))] = value;
        } else {
            int age = random.chance(STALE_READS) ? random.below(RECENT) : 0;
            int seen = recent[key * RECENT + ((written[key] - age) & (RECENT - 1))];
            if (running.kind[op] == OpKind.CAS_FAILED) {
                running.execute(slot, op, seen);
            } else {
                running.value[op] = seen;
            }
        }
        return true;
    }

    @Override
    public boolean appendsInPlace() {
        return true;
    }
}
