package org.isolde.cli;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
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

/** {@code isolde generate}: a synthetic history of a simulated store. */
final class GenerateCommand extends Command {
    private static final Pattern NORMAL = Pattern.compile("\\s*normal\\(([^,]*),([^,]*)\\)\\s*");
    private String store = "serial";
    private String shape = "registers";
    private int sessions = 10;
    private int transactions = 1000;
    private String operations = "8";
    private int keys = 100;
    private double readRatio = 0.5;
    private double rmw = 0.5;
    private boolean blindWrites;
    private String distribution = "uniform";
    private double theta = 0.99;
    private double abortRate;
    private double unknownRate;
    private int concurrency;
    private int replicas = 3;
    private int lag = 10;
    private boolean timestamps;
    private double predicates = RowMix.DEFAULT.predicates();
    private double inserts = RowMix.DEFAULT.inserts();
    private double deletes = RowMix.DEFAULT.deletes();
    private int matches = RowMix.DEFAULT.matches();
    private Double versions;
    private boolean expectedOrder;
    private boolean noRealTime;
    private int values;
    private String order = "ends";
    private String shuffle;
    private List<String> inject = List.of();
    private long seed;
    private String out = "-";
    private String toFormat;
    private boolean lossy;

    @Override
    String[] description() {
        return new String[] {
            "Makes a synthetic history: clients run transactions on a simulated store that keeps a chosen level.",
            "",
            "The same options and seed give the same history everywhere.",
            ""
        };
    }

    @Override
    String[] footer() {
        return new String[] {
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
        };
    }

    @Override
    void declare(Syntax syntax) {
        syntax.keepOrder();
        syntax.option("--store", "<store>", text -> store = text, "The store to simulate (default: serial).");
        syntax.option(
                "--shape",
                "<shape>",
                text -> shape = text,
                "registers (the default), list-append, cas (single operations), or rows (of a table).");
        syntax.option(
                "--sessions",
                "<sessions>",
                text -> sessions = Syntax.integer(text),
                "Sessions (default: " + sessions + ").");
        syntax.option(
                "--transactions",
                "<transactions>",
                text -> transactions = Syntax.integer(text),
                "Transactions (default: " + transactions + ").");
        syntax.option("--ops", "N|MIN-MAX", text -> operations = text, "Operations a transaction (default: 8).");
        syntax.option("--keys", "<keys>", text -> keys = Syntax.integer(text), "Keys (default: " + keys + ").");
        syntax.option(
                "--read-ratio",
                "<readRatio>",
                text -> readRatio = Syntax.decimal(text),
                "Share of reads among the operations (default: " + readRatio + ").");
        syntax.option(
                "--rmw",
                "<rmw>",
                text -> rmw = Syntax.decimal(text),
                "Share of writes preceded by a read of their key; 1 gives mini-transactions (default:" + " " + rmw
                        + ").");
        syntax.flag(
                "--blind-writes",
                () -> blindWrites = true,
                "No write is preceded by a read of its key: the same as --rmw 0.");
        syntax.option(
                "--distribution",
                "<distribution>",
                text -> distribution = text,
                "How often each key is used: uniform (the default), zipfian, hotspot, exponential.");
        syntax.option(
                "--theta",
                "<theta>",
                text -> theta = Syntax.decimal(text),
                "Exponent of the zipfian distribution (default: " + theta + ").");
        syntax.option(
                "--abort-rate",
                "<abortRate>",
                text -> abortRate = Syntax.decimal(text),
                "Share of transactions that abort (default: " + abortRate + ").");
        syntax.option(
                "--unknown-rate",
                "<unknownRate>",
                text -> unknownRate = Syntax.decimal(text),
                "Share of transactions whose outcome is unknown; half of them take effect (default:" + " " + unknownRate
                        + ").");
        syntax.option(
                "--concurrency",
                "<concurrency>",
                text -> concurrency = Syntax.integer(text),
                "Transactions in flight at once (default: as many as sessions).");
        syntax.option(
                "--replicas",
                "<replicas>",
                text -> replicas = Syntax.integer(text),
                "Replicas of a causal store (default: " + replicas + ").");
        syntax.option(
                "--lag",
                "<lag>",
                text -> lag = Syntax.integer(text),
                "Replication lag of a causal store, in transactions (default: " + lag + ").");
        syntax.flag("--timestamps", () -> timestamps = true, "Record the store's start and commit timestamps.");
        syntax.option(
                "--predicates",
                "<predicates>",
                text -> predicates = Syntax.decimal(text),
                "Share of the statements on rows that go by a condition (default: " + predicates + ").");
        syntax.option(
                "--inserts",
                "<inserts>",
                text -> inserts = Syntax.decimal(text),
                "Share of them that inserts a row (default: " + inserts + ").");
        syntax.option(
                "--deletes",
                "<deletes>",
                text -> deletes = Syntax.decimal(text),
                "Share of them that deletes one (default: " + deletes + ").");
        syntax.option(
                "--matches",
                "<matches>",
                text -> matches = Syntax.integer(text),
                "Rows that a condition matches on average, if all are there (default: " + matches + ").");
        syntax.option(
                "--versions",
                "X",
                text -> versions = Syntax.decimal(text),
                "Record version orders, with this share of the versions in them, and of rows the snapshots"
                        + " (default: 1 for rows, else 0).");
        syntax.flag(
                "--expected-order",
                () -> expectedOrder = true,
                "Record each transaction's place in the order of commits, as an expected serial order.");
        syntax.flag("--no-real-time", () -> noRealTime = true, "Don't record begin and end of transactions.");
        syntax.option(
                "--values",
                "N",
                text -> values = Syntax.integer(text),
                "So many values for all writes of the shape cas, so that they repeat (default: every write has"
                        + " its own).");
        syntax.option(
                "--order",
                "ORDER",
                text -> order = text,
                "In which order transactions are written: ends (the default), sessions (one after the other),"
                        + " shuffled (at random, each session in its own order).");
        syntax.option(
                "--shuffle",
                "DELAY",
                text -> shuffle = text,
                "Write transactions as a collector gets them, each delayed at random after its end: 200ms (evenly, at most"
                        + " that) or 'normal(100ms,10ms)' (mean and deviation). They are numbered, for those of a session"
                        + " may come in any order.",
                "A tick of the generated clock is taken for 2.5 microseconds, so that 100,000 transactions end in a second;"
                        + " whoever reads them faster sees shorter delays.");
        syntax.list("--inject", "ANOMALY", texts -> inject = texts, "Put an anomaly into the middle.");
        syntax.option(
                "--seed",
                "<seed>",
                text -> seed = Syntax.longInteger(text),
                "What makes one history differ from the next (default: " + seed + ").");
        syntax.option("--out", "FILE", text -> out = text, "Where to write (default: standard output).");
        syntax.option(
                "--to",
                "FORMAT",
                text -> toFormat = text,
                "The format to write (default: by the extension, or isolde on standard output).");
        syntax.flag("--lossy", () -> lossy = true, "Leave out what the format can't hold.");
        syntax.standard();
    }

    @Override
    int call() throws IOException {
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
