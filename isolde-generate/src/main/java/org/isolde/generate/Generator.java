package org.isolde.generate;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.HistoryBuilder;
import org.isolde.history.Scalars;
import org.isolde.history.Segment;
import org.isolde.history.Status;

/**
 * Generates synthetic histories: random clients on a simulated store.
 *
 * <p>Up to {@code concurrency} transactions are in flight, each in a session of its own; at every step one of them, drawn
 * at random, advances. Transactions have ids from 0 in the order in which they end, and arrive in that order unless
 * another one, or delays on the way, are asked for. Values are unique over the whole history, counted from 1, unless so
 * many are given that they repeat; the initial value is 0.
 *
 * <p>An anomaly is injected at a random place in the middle third, when all transactions in flight have ended.
 *
 * <p>Invariant: the history depends on the options alone; {@code slots[0 .. active - 1]} are the slots in use.
 */
public final class Generator {
    /** What registers have before anybody writes them. */
    private static final long INITIAL = 0;

    private final GeneratorOptions options;
    private final RandomSource random;
    private final TransactionSink sink;
    private final InFlight running;
    private final Requests requests;
    private final Store store;
    /** The same where it is a table; else null. */
    private final RowStore rows;

    private final RowSink rowSink;
    private final VersionLog versions;
    private final boolean ownAppendsApart;

    private final int[] slots;
    private int active;
    /** Sessions without a transaction in flight. */
    private final int[] idle;

    private int idleCount;
    private int nextSession;
    private int started;
    private int arrived;
    /** How many transactions each session has had; null if nobody wants to know. */
    private int[] places;

    private Generator(GeneratorOptions options, RandomSource random, RowSink sink) {
        this.options = options;
        this.random = random;
        // the delays have numbers of their own: the transactions are the same with and without them
        this.sink = options.delays() == null
                ? sink
                : new DelayedSink(sink, options.delays(), new RandomSource(~options.seed()));
        this.places = options.delays() == null ? null : new int[options.sessions()];
        boolean lists = options.shape() == HistoryShape.LIST_APPEND;
        int keys = Requests.keys(options);
        KeyState state = options.store() == SimulatedStore.CAUSAL ? null : new KeyState(keys, lists);
        // what is known of the order has numbers of its own: the transactions are the same however much that is
        this.versions =
                options.versions() == 0 ? null : new VersionLog(options.versions(), new RandomSource(~options.seed()));
        this.running = new InFlight(options, state, versions, random);
        this.requests = new Requests(options, running, random);
        this.rowSink = sink;
        this.rows =
                options.shape() == HistoryShape.ROWS ? new RowStore(options, running, random, versions, sink) : null;
        this.store = rows != null ? rows : store(state, keys, lists);
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

    private Store store(KeyState state, int keys, boolean lists) {
        return switch (options.store()) {
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
    }

    /** What every key has before anybody writes it; a row is not there. */
    private static long initial(GeneratorOptions options) {
        return options.shape() == HistoryShape.ROWS ? Scalars.NULL : INITIAL;
    }

    /** The history that the options ask for. */
    public static History generate(GeneratorOptions options) {
        HistoryBuilder builder = new HistoryBuilder();
        Segment segment = builder.segment();
        RandomSource random = new RandomSource(options.seed());
        try {
            new Generator(options, random, new SegmentSink(segment)).run();
            builder.initialValue(initial(options), segment.scalars());
            header(options).forEach(builder::header);
            return Rearrangement.of(builder.build(), options.order(), random);
        } catch (BadHistoryException e) {
            throw new IllegalStateException("the generator made a history that is none", e);
        } catch (IOException e) {
            throw new UncheckedIOException("no stream was written", e);
        }
    }

    /** Whether {@link #write} can do it: it never has more of a history than what is in flight or delayed. */
    public static boolean canWrite(GeneratorOptions options) {
        return options.order() == ArrivalOrder.ENDS;
    }

    /**
     * Writes the history that the options ask for, in the native text format, while it is made. The bytes are those of the
     * history that {@link #generate} gives; list histories remember their lists, all others nothing. Does not close the
     * stream.
     */
    public static void write(GeneratorOptions options, OutputStream out) throws IOException {
        if (!canWrite(options)) {
            throw new IllegalArgumentException("transactions in another order than that of their ends are put into it"
                    + " afterwards: generate the history");
        }
        LineSink lines = new LineSink(out, initial(options), header(options));
        new Generator(options, new RandomSource(options.seed()), lines).run();
    }

    private static Map<String, String> header(GeneratorOptions options) {
        String generator = GeneratorHeader.json(options);
        // a stream, whose reader has an easier time if it knows whom it need not wait for
        return options.delays() == null
                ? Map.of("generator", generator)
                : new TreeMap<>(Map.of("generator", generator, "sessions", Integer.toString(options.sessions())));
    }

    private void run() throws IOException {
        List<AnomalyScript> scripts = new ArrayList<>();
        options.inject().forEach(anomaly -> scripts.add(anomaly.script()));
        options.violations().forEach(violation -> scripts.add(violation.script()));
        if (rows != null) {
            runRows();
            return;
        }
        int[] injections = injectionPlaces(scripts.size());
        Injector injector = new Injector(options, running, requests, sink);
        for (int i = 0; i < injections.length; i++) {
            simulate(injections[i]);
            AnomalyScript script = scripts.get(i);
            injector.inject(script, sessionsFor(script.sessions()), arrived, this::place);
            arrived += script.transactions().size();
        }
        simulate(options.transactions());
        if (versions != null) {
            versions.write(key -> key, sink);
        }
        sink.finish();
    }

    private void runRows() throws IOException {
        List<InjectedRowAnomaly> anomalies = options.rowAnomalies();
        int[] injections = injectionPlaces(anomalies.size());
        RowInjector injector = new RowInjector(options, running, rows, rowSink);
        for (int i = 0; i < injections.length; i++) {
            simulate(injections[i]);
            List<List<InjectedRowAnomaly.Step>> script = anomalies.get(i).transactions();
            injector.inject(script, sessionsFor(script.size()), arrived);
            arrived += script.size();
        }
        simulate(options.transactions());
        if (versions != null) {
            versions.write(rows::rowCode, sink);
        }
        sink.finish();
    }

    /** The number of a session's next transaction, where they are numbered. */
    private int place(int session) {
        if (places == null) {
            return TransactionSink.UNNUMBERED;
        }
        if (session >= places.length) {
            places = Arrays.copyOf(places, Math.max(session + 1, 2 * places.length));
        }
        return places[session]++;
    }

    private int[] injectionPlaces(int count) {
        int[] injections = new int[count];
        int third = options.transactions() / 3;
        for (int i = 0; i < count; i++) {
            injections[i] = third + random.below(options.transactions() - 2 * third + 1);
        }
        Arrays.sort(injections);
        return injections;
    }

    /**
     * Distinct sessions for an anomaly: existing ones, as far as there are enough. Those of a causal store are at replicas
     * that don't know of the anomaly; if it joined two of them, it would break causality for all that they do later.
     */
    private int[] sessionsFor(int count) {
        int[] sessions = new int[count];
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
    private void simulate(int until) throws IOException {
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
        if (rows == null) {
            requests.plan(slot);
        }
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

    private void end(int slot) throws IOException {
        Status status = running.fate[slot];
        if (status == Status.COMMITTED && !running.effective[slot]) {
            status = Status.ABORTED;
        }
        int session = running.session[slot];
        sink.begin(session, place(session), arrived++, status);
        long end = running.tick();
        if (options.realTime()) {
            sink.realTime(running.begin[slot], status == Status.UNKNOWN ? Long.MAX_VALUE : end);
        }
        if (options.timestamps()) {
            sink.start(running.start[slot]);
            if (status == Status.COMMITTED) {
                sink.commit(running.commit[slot]);
            }
        }
        if (options.expectedOrder() && running.effective[slot]) {
            sink.order(running.commit[slot]);
        }
        if (rows == null) {
            running.writeOperations(slot, sink, ownAppendsApart);
        } else {
            rows.writeCertificate(slot);
            rows.writeStatements(slot);
        }
        sink.end(end);
        // a client that has lost an answer goes on in a new session
        idle[idleCount++] = status == Status.UNKNOWN ? nextSession++ : session;
    }
}
