package org.isolde.cli;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isolde.generate.ArrivalOrder;
import org.isolde.generate.Delays;
import org.isolde.generate.Generator;
import org.isolde.generate.GeneratorOptions;
import org.isolde.generate.HistoryShape;
import org.isolde.generate.InjectedAnomaly;
import org.isolde.generate.InjectedRowAnomaly;
import org.isolde.generate.KeyDistribution;
import org.isolde.generate.RowMix;
import org.isolde.generate.SimulatedStore;
import org.isolde.generate.TimestampViolation;
import org.isolde.history.History;
import org.isolde.history.format.Format;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code isolde generate}: a synthetic history of a simulated store. */
@Command(
        name = "generate",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Makes a synthetic history: clients run transactions on a simulated store that keeps a chosen level.",
            "",
            "The same options and seed give the same history everywhere.",
            ""
        },
        footer = {
            "",
            "Stores: serial (one transaction after the other), strict (concurrent, strict serializable), si (snapshot"
                    + " isolation), causal (replicas with lag), read-committed, none (no isolation at all).",
            "",
            "Anomalies to inject: thin-air-read aborted-read future-read not-my-last-write not-my-own-write"
                    + " intermediate-read non-repeatable-reads session-guarantee-violation non-monotonic-read fractured-read"
                    + " causality-violation long-fork lost-update write-skew",
            "",
            "Into rows: phantom predicate-write-skew result-set-mismatch old-snapshot",
            "",
            "Wrong timestamps to inject, by name or by the axiom that they violate: early-start (session)"
                    + " internal-mismatch (int) stale-snapshot (ext) write-conflict (noconflict) start-after-commit"
                    + " same-commit",
            "",
            "Native text goes out while it is made, so that a history may be longer than memory.",
            "",
            "Examples:",
            "  isolde generate --store si --transactions 10000 --out history.jsonl",
            "  isolde generate --inject long-fork | isolde check -",
            "  isolde generate --store si --timestamps --shuffle 'normal(100ms,10ms)' --inject ext --out late.jsonl",
            "",
            "Exit codes: 0 written, 2 bad call."
        })
final class GenerateCommand implements Callable<Integer> {
    private static final Pattern NORMAL = Pattern.compile("\\s*normal\\(([^,]*),([^,]*)\\)\\s*");

    @Option(names = "--store", description = "The store to simulate (default: serial).")
    private String store = "serial";

    @Option(
            names = "--shape",
            description = "registers (the default), list-append, cas (single operations), or rows (of a table).")
    private String shape = "registers";

    @Option(names = "--sessions", description = "Sessions (default: ${DEFAULT-VALUE}).")
    private int sessions = 10;

    @Option(names = "--transactions", description = "Transactions (default: ${DEFAULT-VALUE}).")
    private int transactions = 1000;

    @Option(names = "--ops", paramLabel = "N|MIN-MAX", description = "Operations a transaction (default: 8).")
    private String operations = "8";

    @Option(names = "--keys", description = "Keys (default: ${DEFAULT-VALUE}).")
    private int keys = 100;

    @Option(names = "--read-ratio", description = "Share of reads among the operations (default: ${DEFAULT-VALUE}).")
    private double readRatio = 0.5;

    @Option(
            names = "--rmw",
            description = "Share of writes preceded by a read of their key; 1 gives mini-transactions (default:"
                    + " ${DEFAULT-VALUE}).")
    private double rmw = 0.5;

    @Option(names = "--blind-writes", description = "No write is preceded by a read of its key: the same as --rmw 0.")
    private boolean blindWrites;

    @Option(
            names = "--distribution",
            description = "How often each key is used: uniform (the default), zipfian, hotspot, exponential.")
    private String distribution = "uniform";

    @Option(names = "--theta", description = "Exponent of the zipfian distribution (default: ${DEFAULT-VALUE}).")
    private double theta = 0.99;

    @Option(names = "--abort-rate", description = "Share of transactions that abort (default: ${DEFAULT-VALUE}).")
    private double abortRate;

    @Option(
            names = "--unknown-rate",
            description = "Share of transactions whose outcome is unknown; half of them take effect (default:"
                    + " ${DEFAULT-VALUE}).")
    private double unknownRate;

    @Option(names = "--concurrency", description = "Transactions in flight at once (default: as many as sessions).")
    private int concurrency;

    @Option(names = "--replicas", description = "Replicas of a causal store (default: ${DEFAULT-VALUE}).")
    private int replicas = 3;

    @Option(
            names = "--lag",
            description = "Replication lag of a causal store, in transactions (default: ${DEFAULT-VALUE}).")
    private int lag = 10;

    @Option(names = "--timestamps", description = "Record the store's start and commit timestamps.")
    private boolean timestamps;

    @Option(
            names = "--predicates",
            description = "Share of the statements on rows that go by a condition (default: ${DEFAULT-VALUE}).")
    private double predicates = RowMix.DEFAULT.predicates();

    @Option(names = "--inserts", description = "Share of them that inserts a row (default: ${DEFAULT-VALUE}).")
    private double inserts = RowMix.DEFAULT.inserts();

    @Option(names = "--deletes", description = "Share of them that deletes one (default: ${DEFAULT-VALUE}).")
    private double deletes = RowMix.DEFAULT.deletes();

    @Option(
            names = "--matches",
            description = "Rows that a condition matches on average, if all are there (default: ${DEFAULT-VALUE}).")
    private int matches = RowMix.DEFAULT.matches();

    @Option(
            names = "--versions",
            paramLabel = "X",
            description = "Record version orders, with this share of the versions in them, and of rows the snapshots"
                    + " (default: 1 for rows, else 0).")
    private Double versions;

    @Option(
            names = "--expected-order",
            description = "Record each transaction's place in the order of commits, as an expected serial order.")
    private boolean expectedOrder;

    @Option(names = "--no-real-time", description = "Don't record begin and end of transactions.")
    private boolean noRealTime;

    @Option(
            names = "--values",
            paramLabel = "N",
            description =
                    "So many values for all writes of the shape cas, so that they repeat (default: every write has"
                            + " its own).")
    private int values;

    @Option(
            names = "--order",
            paramLabel = "ORDER",
            description = "In which order transactions are written: ends (the default), sessions (one after the other),"
                    + " shuffled (at random, each session in its own order).")
    private String order = "ends";

    @Option(
            names = "--shuffle",
            paramLabel = "DELAY",
            description = {
                "Write transactions as a collector gets them, each delayed at random after its end: 200ms (evenly, at most"
                        + " that) or 'normal(100ms,10ms)' (mean and deviation). They are numbered, for those of a session"
                        + " may come in any order.",
                "A tick of the generated clock is taken for 2.5 microseconds, so that 100,000 transactions end in a second;"
                        + " whoever reads them faster sees shorter delays."
            })
    private String shuffle;

    @Option(names = "--inject", paramLabel = "ANOMALY", split = ",", description = "Put an anomaly into the middle.")
    private List<String> inject = List.of();

    @Option(names = "--seed", description = "What makes one history differ from the next (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--out", paramLabel = "FILE", description = "Where to write (default: standard output).")
    private String out = "-";

    @Option(
            names = "--to",
            paramLabel = "FORMAT",
            description = "The format to write (default: by the extension, or isolde on standard output).")
    private String toFormat;

    @Option(names = "--lossy", description = "Leave out what the format can't hold.")
    private boolean lossy;

    @Override
    public Integer call() throws IOException {
        Format target = Outputs.format(toFormat, out, Format.ISOLDE);
        GeneratorOptions options = options(target);
        if (target == Format.ISOLDE && Generator.canWrite(options)) {
            try (Progress progress = new Progress("generating")) {
                Outputs.write(stream -> Generator.write(options, stream), out);
            }
            return Main.SATISFIED;
        }
        try (Progress progress = new Progress("generating")) {
            History history = Generator.generate(options);
            Outputs.refuseLossesOfMadeUp(history, target, lossy);
            progress.phase("writing");
            Outputs.write(history, target, out);
        }
        return Main.SATISFIED;
    }

    private GeneratorOptions options(Format target) {
        try {
            return builder(target).build();
        } catch (IllegalArgumentException e) {
            throw new Main.CallException(e.getMessage());
        }
    }

    private GeneratorOptions.Builder builder(Format target) {
        // formats without times are what was asked for: no need to insist on --lossy
        boolean realTime =
                !noRealTime && target != Format.PLUME && target != Format.AWDIT_TEST && target != Format.TIMEKILLER;
        int dash = operations.indexOf('-');
        int least = number(dash < 0 ? operations : operations.substring(0, dash));
        int most = dash < 0 ? least : number(operations.substring(dash + 1));
        GeneratorOptions.Builder builder = GeneratorOptions.builder();
        if (versions != null) {
            builder.versions(versions);
        }
        return builder.store(oneOf("store", store, SimulatedStore.values()))
                .shape(oneOf("shape", shape, HistoryShape.values()))
                .sessions(sessions)
                .transactions(transactions)
                .operations(least, most)
                .keys(keys)
                .readRatio(readRatio)
                .rmw(blindWrites ? 0 : rmw)
                .distribution(oneOf("distribution", distribution, KeyDistribution.values()))
                .theta(theta)
                .abortRate(abortRate)
                .unknownRate(unknownRate)
                .concurrency(concurrency)
                .replicas(replicas)
                .replicationLag(lag)
                .realTime(realTime)
                .timestamps(timestamps || target == Format.TIMEKILLER)
                .rows(new RowMix(predicates, inserts, deletes, matches))
                .expectedOrder(expectedOrder)
                .values(values)
                .order(oneOf("order", order, ArrivalOrder.values()))
                .delays(delays())
                .seed(seed)
                .inject(inject.stream()
                        .filter(name -> violation(name) == null && rowAnomaly(name) == null)
                        .map(name -> oneOf("anomaly", name, InjectedAnomaly.values()))
                        .toList())
                .rowAnomalies(inject.stream()
                        .map(GenerateCommand::rowAnomaly)
                        .filter(Objects::nonNull)
                        .toList())
                .violations(inject.stream()
                        .map(GenerateCommand::violation)
                        .filter(Objects::nonNull)
                        .toList());
    }

    /** The wrong timestamps of a name, or of an axiom; null if there are none. */
    private static TimestampViolation violation(String name) {
        for (TimestampViolation violation : TimestampViolation.values()) {
            if (violation.text().equalsIgnoreCase(name.strip())
                    || violation.axiom().equalsIgnoreCase(name.strip())) {
                return violation;
            }
        }
        return null;
    }

    private static InjectedRowAnomaly rowAnomaly(String name) {
        for (InjectedRowAnomaly anomaly : InjectedRowAnomaly.values()) {
            if (anomaly.text().equalsIgnoreCase(name.strip())) {
                return anomaly;
            }
        }
        return null;
    }

    private Delays delays() {
        if (shuffle == null) {
            return null;
        }
        Matcher normal = NORMAL.matcher(shuffle);
        return normal.matches()
                ? Delays.normal(Amounts.duration(normal.group(1)), Amounts.duration(normal.group(2)))
                : Delays.upTo(Amounts.duration(shuffle));
    }

    private int number(String text) {
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            throw new Main.CallException("--ops takes a number or a range such as 2-8, not '" + operations + "'");
        }
    }

    /** The constant whose {@code text()} is the name. */
    private static <E extends Enum<E>> E oneOf(String what, String name, E[] constants) {
        StringBuilder known = new StringBuilder();
        for (E constant : constants) {
            String text = constant.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
            if (text.equalsIgnoreCase(name.strip())) {
                return constant;
            }
            known.append(' ').append(text);
        }
        throw new Main.CallException("'" + name + "' is not a known " + what + "; known are" + known);
    }
}
