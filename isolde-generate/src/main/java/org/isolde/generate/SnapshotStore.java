package org.isolde.generate;

import org.isolde.history.OpKind;

/**
 * Snapshot isolation: reads see the state at begin, writes are installed at commit, and the first committer wins.
 *
 * <p>No old versions are kept: all reads of a transaction see the state at its begin, so they are done there.
 *
 * <p>Invariant: no two effective transactions that overlap write the same key.
 */
final class SnapshotStore implements Store {
    private final InFlight running;
    private final KeyState state;
    /** When each key was last written. */
    private final long[] writtenAt;

    SnapshotStore(InFlight running, KeyState state) {
        this.running = running;
        this.state = state;
        this.writtenAt = new long[state.current.length];
    }

    @Override
    public void begin(int slot) {
        running.start[slot] = running.tick();
        running.executeAll(slot, state.current);
    }

    @Override
    public boolean advance(int slot) {
        long commit = running.tick();
        running.commit[slot] = commit;
        if (running.effective[slot] && conflicts(slot)) {
            running.effective[slot] = false;
        }
        if (running.effective[slot]) {
            running.install(slot);
            for (int op = running.first(slot); op < running.end(slot); op++) {
                if (OpKind.isWrite(running.kind[op])) {
                    writtenAt[running.key[op]] = commit;
                }
            }
        }
        return false;
    }

    private boolean conflicts(int slot) {
        for (int op = running.first(slot); op < running.end(slot); op++) {
            if (OpKind.isWrite(running.kind[op]) && writtenAt[running.key[op]] > running.start[slot]) {
                return true;
            }
        }
        return false;
    }
}
