package org.isolde.generate;

import org.isolde.history.OpKind;

/**
 * Read committed: every read sees the latest committed value, or the transaction's own; writes are installed together at
 * commit.
 *
 * <p>A list has one uncommitted appender at a time, because who has read its own append has seen where it stands. The
 * others wait for its end if they began earlier and abort if they began later ("wait-die": nobody waits in a circle).
 *
 * <p>Invariant: the order of commits is a commit order for AWDIT's definition 2.4: whoever has read from a transaction
 * reads, from then on, what that one installed or something later. {@code appender[key]} is the slot + 1 of the
 * transaction that has appended to a list and not ended.
 */
final class ReadCommittedStore implements Store {
    private final InFlight running;
    private final KeyState state;
    private final int[] appender;

    ReadCommittedStore(InFlight running, KeyState state, boolean lists) {
        this.running = running;
        this.state = state;
        this.appender = lists ? new int[state.current.length] : null;
    }

    @Override
    public void begin(int slot) {
        running.start[slot] = running.tick();
    }

    @Override
    public boolean advance(int slot) {
        int op = running.first(slot) + running.step[slot];
        if (op == running.end(slot)) {
            end(slot);
            return false;
        }
        int key = running.key[op];
        if (running.kind[op] == OpKind.APPEND) {
            int other = appender[key] - 1;
            if (other >= 0 && other != slot) {
                return running.begin[slot] < running.begin[other] || abort(slot);
            }
            appender[key] = slot + 1;
        }
        running.execute(slot, op, state.current[key]);
        running.step[slot]++;
        return true;
    }

    /** Ends a transaction at the append that it can't do; always false. */
    private boolean abort(int slot) {
        int op = running.first(slot) + running.step[slot];
        running.value[op] = running.freshValue();
        running.count[slot] = ++running.step[slot];
        running.effective[slot] = false;
        end(slot);
        return false;
    }

    private void end(int slot) {
        if (running.effective[slot]) {
            running.install(slot);
        }
        for (int op = running.first(slot); appender != null && op < running.end(slot); op++) {
            if (running.kind[op] == OpKind.APPEND && appender[running.key[op]] == slot + 1) {
                appender[running.key[op]] = 0;
            }
        }
        running.commit[slot] = running.tick();
    }
}
