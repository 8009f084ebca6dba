package org.isolde.generate;

import java.util.List;

/**
 * What history to generate; {@link #builder} has the defaults.
 *
 * <p>Invariant: all fields are in range and go together (the constructor refuses others by
 * {@link IllegalArgumentException} with the cure), and equal options give equal histories.
 *
 * @param store the store to simulate
 * @param shape what the operations are
 * @param sessions sessions at any time; each unknown outcome ends one and opens another
 * @param transactions transactions of all statuses, without the injected ones
 * @param minimumOperations the fewest operations of a transaction; the number is uniform up to the most
 * @param maximumOperations the most operations of a transaction
 * @param keys keys in use at any time
 * @param readRatio the share of reads among the operations, as far as {@code rmw} leaves room for it
 * @param rmw the share of writes that are preceded by a read of their key in their transaction: 0 for blind writes, 1
 *     for mini-transactions; in the shape {@code cas} the share of writes that are a compare-and-set
 * @param distribution how often each key is used
 * @param theta the exponent of the zipfian distribution
 * @param abortRate the share of transactions that abort of their own will (not for a conflict)
 * @param unknownRate the share of transactions whose outcome is unknown; half of them take effect
 * @param concurrency how many transactions are in flight at once
 * @param replicas the replicas of a causal store
 * @param replicationLag how many transactions take effect, on average, before a replica of a causal store sees one
 * @param appendsPerKey after so many appends a list is replaced by one with a fresh key
 * @param failedCas the share of compare-and-sets that try to insert a key that is there
 * @param values how many values there are to write in the shape {@code cas}, so that they repeat; 0 if every write has a
 *     value of its own
 * @param realTime whether begin and end are recorded
 * @param timestamps whether start and commit timestamps are recorded; they explain the history if the store is serial,
 *     strict or si
 * @param rows what clients ask for in the shape {@code rows}
 * @param versions the share of the versions that version orders name, 0 for no version orders; those of transactions of
 *     unknown outcome are never named. In the shape {@code rows} transactions then have numbers and snapshots, too
 * @param expectedOrder whether each transaction has its place in an expected serial order; that of a store si is the order
 *     of commits, which does not explain all its histories
 * @param order the order of the transactions in the input
 * @param delays how long each transaction is on its way to whoever writes them down, so that they come in another order
 *     than that of their ends; null if not at all
 * @param seed what makes one history differ from the next
 * @param inject anomalies to put into the middle of the history, in this order
 * @param rowAnomalies anomalies to put there in the shape {@code rows}
 * @param violations wrong timestamps to put there after these
 */
public record GeneratorOptions(
        SimulatedStore store,
        HistoryShape shape,
        int sessions,
        int transactions,
        int minimumOperations,
        int maximumOperations,
        int keys,
        double readRatio,
        double rmw,
        KeyDistribution distribution,
        double theta,
        double abortRate,
        double unknownRate,
        int concurrency,
        int replicas,
        int replicationLag,
        int appendsPerKey,
        double failedCas,
        int values,
        boolean realTime,
        boolean timestamps,
        RowMix rows,
        double versions,
        boolean expectedOrder,
        ArrivalOrder order,
        Delays delays,
        long seed,
        List<InjectedAnomaly> inject,
        List<InjectedRowAnomaly> rowAnomalies,
        List<TimestampViolation> violations) {

    private static final long MAX_OPERATIONS = Integer.MAX_VALUE - 1024;
    private static final int MAX_LAG = 1_000_000_000;

    public GeneratorOptions {
        inject = List.copyOf(inject);
        rowAnomalies = List.copyOf(rowAnomalies);
        violations = List.copyOf(violations);
        atLeast("sessions", sessions, 1);
        atLeast("transactions", transactions, 0);
        atLeast("operations", minimumOperations, 1);
        atLeast("keys", keys, 1);
        atLeast("concurrency", concurrency, 1);
        atLeast("replicas", replicas, 1);
        atLeast("replication lag", replicationLag, 0);
        atLeast("appends per key", appendsPerKey, 1);
        atLeast("values", values, 0);
        share("read ratio", readRatio);
        share("rmw share", rmw);
        share("abort rate", abortRate);
        share("unknown rate", unknownRate);
        share("share of predicates", rows.predicates());
        share("share of inserts", rows.inserts());
        share("share of deletes", rows.deletes());
        share("share of known versions", versions);
        share("share of failed compare-and-sets", failedCas);
        check(
                maximumOperations >= minimumOperations,
                "the range of operations is empty: " + minimumOperations + " to " + maximumOperations);
        check(
                abortRate + unknownRate <= 1,
                "abort rate and unknown rate are more than 1 together: " + abortRate + " and " + unknownRate);
        check(theta > 0 && Double.isFinite(theta), "theta must be more than 0, not " + theta);
        check(
                concurrency <= sessions,
                "at most one transaction a session is in flight: concurrency " + concurrency
                        + " needs as many sessions," + " not " + sessions);
        check(replicationLag <= MAX_LAG, "replication lag must be at most " + MAX_LAG + ", not " + replicationLag);
        check(replicas <= CausalStore.MAX_REPLICAS, "more than " + CausalStore.MAX_REPLICAS + " replicas: " + replicas);
        check(
                (long) Math.max(transactions, concurrency) * maximumOperations <= MAX_OPERATIONS,
                "more than 2^31 operations, which is the design limit of a history; ask for fewer transactions or"
                        + " operations");
        check(
                shape != HistoryShape.LIST_APPEND || store != SimulatedStore.CAUSAL,
                "a causal store has no list-append: its replicas see appends in different orders; take registers");
        check(
                values == 0 || shape == HistoryShape.CAS,
                "values repeat only in the shape cas, for nobody could know which write a transaction saw; take that"
                        + " shape, or leave out the number of values");
        check(
                values == 0 || (inject.isEmpty() && violations.isEmpty()),
                "an anomaly needs values of its own; leave out the number of values");
        check(
                versions == 0 && !expectedOrder || store.hasCommitOrder(),
                "a store " + store.text()
                        + " has no order of versions or transactions to record; take serial, strict or" + " si");
        atLeast("matches", rows.matches(), 1);
        check(
                rows.inserts() + rows.deletes() <= 1,
                "inserts and deletes are more than 1 together: " + rows.inserts() + " and " + rows.deletes());
        check(
                versions == 0 || shape == HistoryShape.REGISTERS || shape == HistoryShape.ROWS,
                "version orders are recorded of registers and rows; lists say their order themselves, and repeated values have"
                        + " none");
        check(
                delays == null || order == ArrivalOrder.ENDS,
                "transactions that are delayed on their way have no other order; leave out one of the two");
        if (shape == HistoryShape.ROWS) {
            checkRows(store, unknownRate, timestamps, order, delays, inject, violations);
        }
        check(
                rowAnomalies.isEmpty() || shape == HistoryShape.ROWS,
                "an anomaly of predicates needs rows to ask for; take the shape rows");
        for (InjectedAnomaly anomaly : inject) {
            fits(anomaly.text(), anomaly.script(), shape);
        }
        for (TimestampViolation violation : violations) {
            fits(violation.text(), violation.script(), shape);
            check(timestamps, violation.text() + " is about timestamps; record them (--timestamps)");
        }
    }

    private static void checkRows(
            SimulatedStore store,
            double unknownRate,
            boolean timestamps,
            ArrivalOrder order,
            Delays delays,
            List<InjectedAnomaly> inject,
            List<TimestampViolation> violations) {
        check(store.hasCommitOrder(), "a store " + store.text() + " has no rows; take serial, strict or si");
        check(
                unknownRate == 0,
                "rows come with a certificate, which settles every outcome; leave out the unknown rate");
        check(!timestamps, "rows have snapshots in place of timestamps; leave these out");
        check(
                order == ArrivalOrder.ENDS && delays == null,
                "transactions on rows are written in the order of their ends; leave out the other order");
        check(
                inject.isEmpty() && violations.isEmpty(),
                "what can be injected into rows is phantom, predicate-write-skew, result-set-mismatch and old-snapshot");
    }

    /** All defaults: 1000 transactions of 8 operations in 10 sessions on 100 keys of a serial store. */
    public static Builder builder() {
        return new Builder();
    }

    private static void fits(String name, AnomalyScript script, HistoryShape shape) {
        check(
                shape != HistoryShape.CAS || script.isSingleOperations(),
                name + " is more than reads and compare-and-sets, which is all that the shape cas has; take registers"
                        + " or list-append");
    }

    private static void atLeast(String what, int number, int least) {
        check(number >= least, what + " must be at least " + least + ", not " + number);
    }

    private static void share(String what, double number) {
        check(number >= 0 && number <= 1, what + " must be from 0 to 1, not " + number);
    }

    private static void check(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }

    /** The defaults, and what the caller says instead. */
    public static final class Builder {
        private static final double BY_SHAPE = -1;

        private SimulatedStore store = SimulatedStore.SERIAL;
        private HistoryShape shape = HistoryShape.REGISTERS;
        private int sessions = 10;
        private int transactions = 1000;
        private int minimumOperations = 8;
        private int maximumOperations = 8;
        private int keys = 100;
        private double readRatio = 0.5;
        private double rmw = 0.5;
        private KeyDistribution distribution = KeyDistribution.UNIFORM;
        private double theta = 0.99;
        private double abortRate;
        private double unknownRate;
        private int concurrency;
        private int replicas = 3;
        private int replicationLag = 10;
        private int appendsPerKey = 32;
        private double failedCas = 0.1;
        private int values;
        private boolean realTime = true;
        private boolean timestamps;
        private RowMix rows = RowMix.DEFAULT;
        private double versions = BY_SHAPE;
        private boolean expectedOrder;
        private ArrivalOrder order = ArrivalOrder.ENDS;
        private Delays delays;
        private long seed;
        private List<InjectedAnomaly> inject = List.of();
        private List<InjectedRowAnomaly> rowAnomalies = List.of();
        private List<TimestampViolation> violations = List.of();

        private Builder() {}

        /** Default: serial. */
        public Builder store(SimulatedStore value) {
            store = value;
            return this;
        }

        /** Default: registers. */
        public Builder shape(HistoryShape value) {
            shape = value;
            return this;
        }

        /** Default: 10. */
        public Builder sessions(int value) {
            sessions = value;
            return this;
        }

        /** Default: 1000. */
        public Builder transactions(int value) {
            transactions = value;
            return this;
        }

        /** So many operations in every transaction. Default: 8. The shape cas has one, whatever is said here. */
        public Builder operations(int value) {
            return operations(value, value);
        }

        /** From so many to so many operations in a transaction. */
        public Builder operations(int minimum, int maximum) {
            minimumOperations = minimum;
            maximumOperations = maximum;
            return this;
        }

        /** Default: 100. */
        public Builder keys(int value) {
            keys = value;
            return this;
        }

        /** Default: 0.5. */
        public Builder readRatio(double value) {
            readRatio = value;
            return this;
        }

        /** Default: 0.5. */
        public Builder rmw(double value) {
            rmw = value;
            return this;
        }

        /** No write is preceded by a read of its key on purpose: the same as an rmw share of 0. */
        public Builder blindWrites() {
            return rmw(0);
        }

        /** Default: uniform. */
        public Builder distribution(KeyDistribution value) {
            distribution = value;
            return this;
        }

        /** Default: 0.99. */
        public Builder theta(double value) {
            theta = value;
            return this;
        }

        /** Default: 0. */
        public Builder abortRate(double value) {
            abortRate = value;
            return this;
        }

        /** Default: 0. */
        public Builder unknownRate(double value) {
            unknownRate = value;
            return this;
        }

        /** Default (and 0): as many as there are sessions. A serial store has one, whatever is said here. */
        public Builder concurrency(int value) {
            concurrency = value;
            return this;
        }

        /** Default: 3. */
        public Builder replicas(int value) {
            replicas = value;
            return this;
        }

        /** Default: 10. */
        public Builder replicationLag(int value) {
            replicationLag = value;
            return this;
        }

        /** Default: 32. */
        public Builder appendsPerKey(int value) {
            appendsPerKey = value;
            return this;
        }

        /** Default: 0.1. */
        public Builder failedCas(double value) {
            failedCas = value;
            return this;
        }

        /** Default: 0, every write has a value of its own. */
        public Builder values(int value) {
            values = value;
            return this;
        }

        /** Default: true. */
        public Builder realTime(boolean value) {
            realTime = value;
            return this;
        }

        /** Default: false. */
        public Builder timestamps(boolean value) {
            timestamps = value;
            return this;
        }

        /** Default: {@link RowMix#DEFAULT}. */
        public Builder rows(RowMix value) {
            rows = value;
            return this;
        }

        /** Default: all in the shape rows, else 0, no version orders. */
        public Builder versions(double value) {
            versions = value;
            return this;
        }

        /** Default: false. */
        public Builder expectedOrder(boolean value) {
            expectedOrder = value;
            return this;
        }

        /** Default: that of their ends. */
        public Builder order(ArrivalOrder value) {
            order = value;
            return this;
        }

        /** Default (and null): none. */
        public Builder delays(Delays value) {
            delays = value;
            return this;
        }

        /** Default: 0. */
        public Builder seed(long value) {
            seed = value;
            return this;
        }

        /** Default: none. */
        public Builder inject(InjectedAnomaly... values) {
            return inject(List.of(values));
        }

        /** Default: none. */
        public Builder inject(List<InjectedAnomaly> values) {
            inject = values;
            return this;
        }

        /** Default: none. */
        public Builder rowAnomalies(List<InjectedRowAnomaly> values) {
            rowAnomalies = values;
            return this;
        }

        /** Default: none. */
        public Builder violations(List<TimestampViolation> values) {
            violations = values;
            return this;
        }

        /** The options; {@link IllegalArgumentException} says what is out of range. */
        public GeneratorOptions build() {
            boolean oneOperation = shape == HistoryShape.CAS;
            return new GeneratorOptions(
                    store,
                    shape,
                    sessions,
                    transactions,
                    oneOperation ? 1 : minimumOperations,
                    oneOperation ? 1 : maximumOperations,
                    keys,
                    readRatio,
                    rmw,
                    distribution,
                    theta,
                    abortRate,
                    unknownRate,
                    store == SimulatedStore.SERIAL ? 1 : concurrency == 0 ? sessions : concurrency,
                    replicas,
                    replicationLag,
                    appendsPerKey,
                    failedCas,
                    values,
                    realTime,
                    timestamps,
                    rows,
                    versions != BY_SHAPE ? versions : shape == HistoryShape.ROWS ? 1 : 0,
                    expectedOrder,
                    order,
                    delays,
                    seed,
                    inject,
                    rowAnomalies,
                    violations);
        }
    }
}
