package org.isolde.generate;

/**
 * The serial and the strict store: a transaction takes effect as a whole at one point between its begin and its end.
 *
 * <p>Invariant: nothing happens between the start and the commit timestamp of a transaction, so the order of these points
 * is a serialization that respects real time.
 */
final class AtomicStore implements Store {
    private final InFlight running;
    private final KeyState state;

    AtomicStore(InFlight running, KeyState state) {
        this.running = running;
        this.state = state;
    }

    @Override
    public void begin(int slot) {
        // nothing is seen before the transaction takes effect
    }

    @Override
    public boolean advance(int slot) {
        if (running.step[slot]++ > 0) {
            return false;
        }
        running.start[slot] = running.tick();
        running.executeAll(slot, state.current);
        if (running.effective[slot]) {
            running.install(slot);
        }
        running.commit[slot] = running.tick();
        return true;
    }
}
