package org.isolde.generate;

import org.isolde.history.OpKind;

/**
 * A causal store: each session talks to one replica, where its transactions take effect as a whole; the other replicas
 * apply them later, each after a lag of its own, but never before what they depend on.
 *
 * <p>Transactions are arbitrated by (Lamport clock, replica): a replica keeps, of each key, the value of the last writer
 * in that order among those that it has applied. Since the set of applied transactions is causally closed, the order of
 * arbitration is a commit order for causal consistency (AWDIT, definition 2.8).
 *
 * <p>Invariant: a replica's Lamport clock is at least that of everything it has applied; {@code applied[r][o]} counts the
 * writing transactions of origin {@code o} that replica {@code r} has applied.
 */
final class CausalStore implements Store {
    static final int MAX_REPLICAS = 1 << 10;
    private static final int REPLICA_BITS = 10;

    private final InFlight running;
    private final RandomSource random;
    private final int replicas;
    private final int lag;
    private final int[][] value;
    /** The arbitration stamp of each value. */
    private final long[][] stamp;

    private final long[] lamport;
    private final long[][] applied;
    private final ReplicationLog[] logs;
    private final long[] due;
    /** How many transactions have taken effect: the clock of the lag. */
    private long effects;

    CausalStore(InFlight running, RandomSource random, int keys, int replicas, int lag) {
        this.running = running;
        this.random = random;
        this.replicas = replicas;
        this.lag = lag;
        value = new int[replicas][keys];
        stamp = new long[replicas][keys];
        lamport = new long[replicas];
        applied = new long[replicas][replicas];
        due = new long[replicas];
        logs = new ReplicationLog[replicas];
        for (int origin = 0; origin < replicas; origin++) {
            logs[origin] = new ReplicationLog(replicas);
        }
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
        int replica = running.session[slot] % replicas;
        effects++;
        deliver(replica);
        running.start[slot] = running.tick();
        running.executeAll(slot, value[replica]);
        if (running.effective[slot]) {
            takeEffect(slot, replica);
        }
        running.commit[slot] = running.tick();
        return true;
    }

    private void takeEffect(int slot, int replica) {
        long own = ++lamport[replica] << REPLICA_BITS | replica;
        ReplicationLog log = logs[replica];
        boolean writes = false;
        for (int op = running.first(slot); op < running.end(slot); op++) {
            if (OpKind.isWrite(running.kind[op])) {
                int key = running.key[op];
                value[replica][key] = running.value[op];
                stamp[replica][key] = own;
                if (replicas > 1) {
                    log.write(key, running.value[op]);
                    writes = true;
                }
            }
        }
        if (writes) {
            for (int to = 0; to < replicas; to++) {
                due[to] = to == replica ? 0 : effects + 1 + random.below(2 * lag + 1);
            }
            log.end(own, applied[replica], due, leastApplied(replica));
            applied[replica][replica]++;
        }
    }

    private long leastApplied(int origin) {
        long least = Long.MAX_VALUE;
        for (int replica = 0; replica < replicas; replica++) {
            if (replica != origin) {
                least = Math.min(least, applied[replica][origin]);
            }
        }
        return least;
    }

    /** Applies at a replica everything that has arrived there and whose causes have. */
    private void deliver(int replica) {
        boolean progress = true;
        while (progress) {
            progress = false;
            for (int origin = 0; origin < replicas; origin++) {
                if (origin != replica) {
                    while (deliverNext(replica, origin)) {
                        progress = true;
                    }
                }
            }
        }
    }

    private boolean deliverNext(int replica, int origin) {
        ReplicationLog log = logs[origin];
        long next = applied[replica][origin];
        if (next == log.size() || log.due(next, replica) > effects) {
            return false;
        }
        for (int other = 0; other < replicas; other++) {
            if (other != origin && log.dependency(next, other) > applied[replica][other]) {
                return false;
            }
        }
        long theirs = log.stamp(next);
        for (int write = log.firstWrite(next); write < log.firstWrite(next + 1); write++) {
            int key = log.key(write);
            // a transaction's own later write of a key has the same stamp, and comes later in the log
            if (theirs >= stamp[replica][key]) {
                value[replica][key] = log.value(write);
                stamp[replica][key] = theirs;
            }
        }
        lamport[replica] = Math.max(lamport[replica], theirs >> REPLICA_BITS);
        applied[replica][origin]++;
        return true;
    }
}
