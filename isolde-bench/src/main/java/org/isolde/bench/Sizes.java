package org.isolde.bench;

import java.time.Duration;
import java.util.List;
import org.isolde.broken.Fault;

/**
 * How large the histories are, in transactions.
 *
 * @param stores the simulated stores that they come from
 * @param weak for the weak levels
 * @param growth for the growth, each twice the one before
 * @param huge for the one that is read from the binary format only; 0 for none
 * @param formats for the formats
 * @param sessions for those where every transaction is a session of its own
 * @param strong for the strong levels
 * @param whiteBox for what a database tells of itself
 * @param live for databases that run
 * @param monitor for a stream
 * @param cluster for a job of Flink
 * @param kills how often a test and a monitor are killed; no size, but as much a matter of time
 * @param soak how long each soak takes
 * @param mutations how many inputs are damaged
 * @param power for databases that are broken on purpose
 * @param fuzz for random SQL
 */
record Sizes(
        List<String> stores,
        List<Integer> weak,
        List<Integer> growth,
        int huge,
        int formats,
        List<Integer> sessions,
        Strong strong,
        WhiteBox whiteBox,
        Live live,
        int monitor,
        List<Integer> cluster,
        int kills,
        Duration soak,
        int mutations,
        Power power,
        Fuzz fuzz) {
    static final List<String> STORES = List.of("serial", "causal");

    /**
     * For the strong levels.
     *
     * @param mini mini-transactions, each twice the one before
     * @param lists list-append
     * @param register single operations on one register
     * @param repeated the same with values that repeat
     * @param general histories with blind writes
     */
    record Strong(List<Integer> mini, int lists, int register, List<Integer> repeated, List<General> general) {}

    /**
     * For databases that run.
     *
     * @param recorderDatabase where recording is measured, one that is fast
     * @param recorderIsolations its levels
     * @param runMilliseconds how long each of its runs takes
     * @param pairs of runs, with and without a recording
     * @param database where workloads are compared
     * @param point how long each abort rate is measured
     * @param sessions for the abort rates
     * @param keys likewise
     * @param thetas likewise; 0 is uniform
     * @param committed transactions, for the time from end to end
     */
    record Live(
            String recorderDatabase,
            List<String> recorderIsolations,
            int runMilliseconds,
            int pairs,
            String database,
            Duration point,
            List<Integer> sessions,
            List<Integer> keys,
            List<Double> thetas,
            List<Integer> committed) {}

    /**
     * For what a database tells of itself.
     *
     * @param ordered transactions of registers whose version order is known in part
     * @param known how much of it, in percent
     * @param items transactions on rows without predicates
     * @param few with predicates
     * @param mixed with predicates, each twice the one before
     */
    record WhiteBox(int ordered, List<Integer> known, int items, int few, List<Integer> mixed) {}

    /**
     * For databases that are broken on purpose.
     *
     * @param database one that is known to keep its level
     * @param rounds how long each takes, until one has found the fault
     */
    record Power(
            String database,
            String isolation,
            List<Fault> faults,
            List<Double> probabilities,
            List<String> workloads,
            List<Duration> rounds) {}

    /**
     * For random SQL.
     *
     * @param time of each run
     * @param rounds how often single steps are measured
     * @param faults that are looked for
     * @param limit how long each is looked for
     */
    record Fuzz(
            List<Fuzzed> databases,
            Duration time,
            int rounds,
            List<Fault> faults,
            List<Double> probabilities,
            Duration limit) {}

    /** A database at a level, and how many jobs at once; the first number is one. */
    record Fuzzed(String database, String isolation, List<Integer> jobs) {}

    /** So many transactions on so many keys. */
    record General(int transactions, int keys) {}

    static Sizes full() {
        return new Sizes(
                STORES,
                List.of(100_000, 1_000_000),
                List.of(125_000, 250_000, 500_000, 1_000_000, 2_000_000),
                0,
                1_000_000,
                List.of(10_000, 20_000),
                new Strong(
                        List.of(125_000, 250_000, 500_000, 1_000_000),
                        100_000,
                        1_000_000,
                        List.of(10_000, 30_000, 100_000),
                        List.of(
                                new General(1_000, 1_000),
                                new General(5_000, 10_000),
                                new General(5_000, 1_000),
                                new General(10_000, 10_000),
                                new General(10_000, 1_000),
                                new General(20_000, 10_000),
                                new General(20_000, 1_000),
                                new General(100_000, 10_000))),
                new WhiteBox(
                        10_000,
                        List.of(0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100),
                        100_000,
                        2_500,
                        List.of(25_000, 50_000, 100_000, 200_000)),
                new Live(
                        "rocksdb",
                        List.of("serializable", "snapshot"),
                        250,
                        100,
                        "postgres:18.6",
                        Duration.ofMillis(2_000),
                        List.of(2, 4, 8, 16, 32),
                        List.of(50, 100, 200, 500, 1_000, 5_000),
                        List.of(0.0, 0.5, 0.8, 1.0, 1.2),
                        List.of(2_000, 5_000, 10_000, 20_000)),
                3_000_000,
                List.of(100_000, 1_000_000, 4_000_000),
                100,
                Duration.ofMinutes(10),
                100_000,
                new Power(
                        "postgres:18.6",
                        "serializable",
                        List.of(Fault.values()),
                        List.of(0.2, 0.01, 0.001),
                        List.of("mini", "list-append", "general", "bank", "predicate"),
                        List.of(
                                Duration.ofMillis(500),
                                Duration.ofSeconds(1),
                                Duration.ofSeconds(2),
                                Duration.ofSeconds(4))),
                new Fuzz(
                        List.of(
                                new Fuzzed("h2", "read-committed", List.of(1, 2)),
                                new Fuzzed("sqlite", "serializable", List.of(1, 2)),
                                new Fuzzed("postgres:18.6", "repeatable-read", List.of(1, 2)),
                                new Fuzzed("mariadb", "repeatable-read", List.of(1, 2))),
                        Duration.ofSeconds(30),
                        40,
                        List.of(Fault.values()),
                        List.of(1.0, 0.1),
                        Duration.ofSeconds(60)));
    }

    /** A hundredth or so: enough to see that all works, too little to mean anything. */
    static Sizes quick() {
        return new Sizes(
                STORES,
                List.of(10_000),
                List.of(2_500, 5_000, 10_000, 20_000),
                0,
                10_000,
                List.of(1_000, 2_000),
                new Strong(
                        List.of(5_000, 10_000),
                        2_000,
                        10_000,
                        List.of(1_000),
                        List.of(new General(1_000, 1_000), new General(2_000, 1_000))),
                new WhiteBox(1_000, List.of(0, 50, 100), 2_000, 500, List.of(1_000, 2_000)),
                new Live(
                        "rocksdb",
                        List.of("serializable", "snapshot"),
                        100,
                        5,
                        "postgres:18.6",
                        Duration.ofMillis(300),
                        List.of(2, 8),
                        List.of(50, 1_000),
                        List.of(0.0, 1.0),
                        List.of(200, 500)),
                20_000,
                List.of(10_000),
                3,
                Duration.ofSeconds(5),
                1_000,
                new Power(
                        "postgres:18.6",
                        "serializable",
                        List.of(Fault.values()),
                        List.of(0.2),
                        List.of("mini", "predicate"),
                        List.of(Duration.ofMillis(500), Duration.ofSeconds(1))),
                new Fuzz(
                        List.of(
                                new Fuzzed("h2", "read-committed", List.of(1)),
                                new Fuzzed("sqlite", "serializable", List.of(1)),
                                new Fuzzed("postgres:18.6", "repeatable-read", List.of(1))),
                        Duration.ofSeconds(3),
                        6,
                        List.of(Fault.values()),
                        List.of(1.0, 0.1),
                        Duration.ofSeconds(10)));
    }

    Sizes withHuge(int transactions) {
        return new Sizes(
                stores,
                weak,
                growth,
                transactions,
                formats,
                sessions,
                strong,
                whiteBox,
                live,
                monitor,
                cluster,
                kills,
                soak,
                mutations,
                power,
                fuzz);
    }

    Sizes withKills(int count) {
        return new Sizes(
                stores, weak, growth, huge, formats, sessions, strong, whiteBox, live, monitor, cluster, count, soak,
                mutations, power, fuzz);
    }

    Sizes withSoak(Duration time) {
        return new Sizes(
                stores, weak, growth, huge, formats, sessions, strong, whiteBox, live, monitor, cluster, kills, time,
                mutations, power, fuzz);
    }

    Sizes withMutations(int count) {
        return new Sizes(
                stores, weak, growth, huge, formats, sessions, strong, whiteBox, live, monitor, cluster, kills, soak,
                count, power, fuzz);
    }

    /** For a stream of about ten minutes, where histories are huge. */
    int monitorForLong() {
        return monitor * 20;
    }
}
