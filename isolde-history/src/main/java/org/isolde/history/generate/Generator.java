package org.isolde.history.generate;

import java.util.Arrays;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.HistoryBuilder;
import org.isolde.history.Segment;
import org.isolde.history.Status;

/**
 * Generates synthetic histories: random clients on a simulated store.
 *
 * <p>Up to {@code concurrency} transactions are in flight, each in a session of its own; at every step one of them, drawn
 * at random, advances. Transactions have ids from 0 in the order in which they end, and arrive in that order unless
 * another one is asked for. Values are unique over the whole history, counted from 1, unless so many are given that they
 * repeat; the initial value is 0.
 *
 * <p>An anomaly is injected at a random place in the middle third, when all transactions in flight have ended.
 *
 * <p>Invariant: the history depends on the options alone; {@code slots[0 .. active - 1]} are the slots in use.
 */
public final class Generator {
    private final GeneratorOptions options;
    private final RandomSource random;
    private final HistoryBuilder builder = new HistoryBuilder();
    private final Segment segment = builder.segment();
    private final InFlight running;
    private final Workload workload;
    private final Store store;
    private final boolean ownAppendsApart;

    private final int[] slots;
    private int active;
    /** Sessions without a transaction in flight. */
    private final int[] idle;

    private int idleCount;
    private int nextSession;
    private int started;
    private int arrived;

    private Generator(GeneratorOptions options) {
        this.options = options;
        this.random = new RandomSource(options.seed());
        boolean lists = options.shape() == HistoryShape.LIST_APPEND;
        int keys = Workload.keys(options);
        KeyState state = options.store() == SimulatedStore.CAUSAL ? null : new KeyState(keys, lists);
        this.running = new InFlight(options, state, random);
        this.workload = new Workload(options, running, random);
        this.store = switch (options.store()) {
            case SERIAL, STRICT -> new AtomicStore(running, state);
            case SI -> new SnapshotStore(running, state);
            case CAUSAL ->
                new CausalStore(
                        running,
                        random,
                        keys,
                        Math.min(options.replicas(), options.sessions()),
                        options.replicationLag());
            case READ_COMMITTED -> new ReadCommittedStore(running, state, lists);
            case NONE -> new LawlessStore(running, state, random);
        };
        this.ownAppendsApart = !store.appendsInPlace();
        this.slots = new int[options.concurrency()];
        this.idle = new int[options.sessions()];
        for (int slot = 0; slot < slots.length; slot++) {
            slots[slot] = slot;
        }
        for (int session = 0; session < idle.length; session++) {
            idle[session] = session;
        }
        this.idleCount = idle.length;
        this.nextSession = idle.length;
    }

    /** The history that the options ask for. */
    public static History generate(GeneratorOptions options) {
        return new Generator(options).run();
    }

    private History run() {
        int[] places = injectionPlaces();
        Injector injector = new Injector(options, running, workload, segment);
        for (int i = 0; i < places.length; i++) {
            simulate(places[i]);
            AnomalyScript script = options.inject().get(i).script();
            injector.inject(script, sessionsFor(script), arrived);
            arrived += script.transactions().size();
        }
        simulate(options.transactions());
        builder.initialValue(0, segment.scalars());
        builder.header("generator", options.json());
        try {
            return Rearrangement.of(builder.build(), options.order(), random);
        } catch (BadHistoryException e) {
            throw new IllegalStateException("the generator made a history that is none", e);
        }
    }

    private int[] injectionPlaces() {
        int[] places = new int[options.inject().size()];
        int third = options.transactions() / 3;
        for (int i = 0; i < places.length; i++) {
            places[i] = third + random.below(options.transactions() - 2 * third + 1);
        }
        Arrays.sort(places);
        return places;
    }

    /**
     * Distinct sessions for an anomaly: existing ones, as far as there are enough. Those of a causal store are at replicas
     * that don't know of the anomaly; if it joined two of them, it would break causality for all that they do later.
     */
    private int[] sessionsFor(AnomalyScript script) {
        int[] sessions = new int[script.sessions()];
        int existing = options.store() == SimulatedStore.CAUSAL ? 0 : idleCount;
        for (int i = 0; i < sessions.length; i++) {
            if (i < existing) {
                int drawn = i + random.below(idleCount - i);
                sessions[i] = idle[drawn];
                idle[drawn] = idle[i];
                idle[i] = sessions[i];
            } else {
                sessions[i] = nextSession++;
            }
        }
        return sessions;
    }

    /** Runs until so many transactions in all have been started, and have ended. */
    private void simulate(int until) {
        while (true) {
            while (active < slots.length && started < until) {
                start(slots[active++]);
            }
            if (active == 0) {
                return;
            }
            int at = active == 1 ? 0 : random.below(active);
            int slot = slots[at];
            if (!store.advance(slot)) {
                end(slot);
                slots[at] = slots[--active];
                slots[active] = slot;
            }
        }
    }

    private void start(int slot) {
        started++;
        int drawn = idleCount == 1 ? 0 : random.below(idleCount);
        running.session[slot] = idle[drawn];
        idle[drawn] = idle[--idleCount];
        running.step[slot] = 0;
        workload.plan(slot);
        decideFate(slot);
        running.begin[slot] = running.tick();
        store.begin(slot);
    }

    private void decideFate(int slot) {
        running.fate[slot] = Status.COMMITTED;
        running.effective[slot] = true;
        if (options.abortRate() + options.unknownRate() == 0) {
            return;
        }
        if (random.chance(options.abortRate() + options.unknownRate())) {
            boolean aborts = random.chance(options.abortRate() / (options.abortRate() + options.unknownRate()));
            running.fate[slot] = aborts ? Status.ABORTED : Status.UNKNOWN;
            running.effective[slot] = !aborts && random.chance(0.5);
        }
    }

    private void end(int slot) {
        Status status = running.fate[slot];
        if (status == Status.COMMITTED && !running.effective[slot]) {
            status = Status.ABORTED;
        }
        segment.begin(running.session[slot], arrived++, 0);
        if (status != Status.COMMITTED) {
            segment.status(status);
        }
        long end = running.tick();
        if (options.realTime()) {
            segment.realTime(running.begin[slot], status == Status.UNKNOWN ? Long.MAX_VALUE : end);
        }
        if (options.timestamps()) {
            segment.start(running.start[slot], 0);
            if (status == Status.COMMITTED) {
                segment.commit(running.commit[slot], 0);
            }
        }
        running.writeOperations(slot, segment, ownAppendsApart);
        // a client that has lost an answer goes on in a new session
        idle[idleCount++] = status == Status.UNKNOWN ? nextSession++ : running.session[slot];
    }
}
