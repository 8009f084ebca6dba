package org.isolde.sql.job;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.isolde.run.option.Option;
import org.isolde.run.option.Option.Section;
import org.isolde.run.option.OptionType;
import org.isolde.sql.generate.GeneratorOptions;
import org.isolde.sql.instrument.Semantics;
import org.isolde.sql.known.KnownPolicy;
import org.isolde.sql.oracle.CaseOptions;
import org.isolde.sql.oracle.OracleKind;

/** The options of fuzzing, apart from those that say which database it is. A {@link FuzzPlan} reads them. */
public final class FuzzOptions {
    private static final GeneratorOptions USUAL = GeneratorOptions.DEFAULT;

    public static final Option<String> ISOLATION = Option.of(
                    "isolation", "NAME", OptionType.text(), "The isolation level of the transactions")
            .otherwisePlanned("the strongest of the database");

    public static final Option<Semantics> SEMANTICS = Option.of(
                    "semantics",
                    "HOW",
                    OptionType.choice(Semantics.values(), each -> each.name().toLowerCase(Locale.ROOT), "semantics"),
                    "What the database is held to: `vendor`, what its vendor documents, as that InnoDB's writes see the"
                            + " newest rows while its reads see a snapshot; or `strict`, that all statements of a"
                            + " transaction see the same")
            .otherwise(Semantics.VENDOR)
            .in(
                    Section.TEST,
                    "Semantics",
                    "What the vendor documents, or that all statements of a transaction see the same.");

    public static final Option<List<OracleKind>> ORACLE = Option.of(
                    "oracle",
                    "NAMES",
                    OptionType.choice(OracleKind.values(), OracleKind::text, "oracle")
                            .listed(),
                    "What is looked at, with commas between: `reordered`, `isolation`, `state`, `crash`, `atomicity`")
            .otherwise(List.of(OracleKind.values()), "all that are sound at the level")
            .in(Section.MORE, "Oracles", "With commas between: reordered, isolation, state, crash, atomicity.");

    public static final Option<KnownPolicy> KNOWN = Option.of(
                    "known",
                    "HOW",
                    OptionType.choice(
                            KnownPolicy.values(),
                            each -> each.name().toLowerCase(Locale.ROOT),
                            "way to tell what is known"),
                    "What becomes of behaviours of the database that are known and not fixed: `mention` each once, with"
                            + " where it is described, which is no finding; `report` them as findings; or `omit` them")
            .otherwise(KnownPolicy.MENTION)
            .in(Section.MORE, "Known behaviours");

    /** Null: without limit. */
    public static final Option<Duration> TIME = Option.of(
                    "time", "TIME", OptionType.positiveTime(), "For how long, as 60s or 10m")
            .otherwise(Duration.ofSeconds(10), "10s, or no limit with --cases or --case")
            .in(Section.TEST, "Time", "As 60s or 10m.");

    /** Null: without limit. */
    public static final Option<Long> CASES = Option.of(
                    "cases", "N", OptionType.wholeNumber(1), "How many test cases, instead of --time")
            .otherwisePlanned("no limit")
            .in(Section.TEST, "Cases", "Instead of a time.");

    /** Null: it never does. */
    public static final Option<Integer> UNTIL = Option.of(
                    "until", "N", OptionType.integer(1), "End at this number of findings")
            .otherwisePlanned("no limit")
            .in(Section.TEST, "Findings", "End at this number of them.");

    public static final Option<Long> SEED = Option.of(
                    "seed",
                    "N",
                    OptionType.wholeNumber(Long.MIN_VALUE),
                    "What the cases are made from; the same seed gives the same cases, byte for byte")
            .otherwise(1L)
            .in(Section.TEST, "Seed");

    /** Null: all of them. */
    public static final Option<Long> CASE = Option.of(
                    "case",
                    "N",
                    OptionType.wholeNumber(0),
                    "Just this case of the seed, by the number that a finding or the log tells; its script is kept too")
            .otherwisePlanned("all, from 0 on")
            .in(Section.MORE, "Just this case", "Of the seed.");

    public static final Option<Duration> CASE_TIME = Option.of(
                    "case-time",
                    "TIME",
                    OptionType.positiveTime(),
                    "How long a case may take before what it executes is cancelled and it is given up")
            .otherwise(CaseOptions.USUAL.limit())
            .in(Section.MORE, "Time of a case", "What takes longer is given up.");

    public static final Option<Integer> JOBS = Option.of(
                    "jobs", "N", OptionType.integer(1), "How many cases are executed at once")
            .otherwise(1)
            .in(Section.TEST, "Jobs", "Cases at once.");

    public static final Option<Integer> ORDERS = Option.of(
                    "orders", "N", OptionType.integer(1), "In how many orders a case is executed without transactions")
            .otherwise(CaseOptions.USUAL.orders())
            .in(Section.MORE, "Orders");

    public static final Option<Integer> TRANSACTIONS = Option.of(
                    "transactions", "N", OptionType.integer(1), "Transactions of a case")
            .otherwise(USUAL.transactions())
            .in(Section.MORE, "Transactions");

    public static final Option<Integer> OPEN = Option.of(
                    "open", "N", OptionType.integer(1), "Of these open at once, at most")
            .otherwise(USUAL.open())
            .in(Section.MORE, "Open at once");

    public static final Option<Integer> STATEMENTS = Option.of(
                    "statements", "N", OptionType.integer(1), "Statements of a transaction, at most")
            .otherwise(USUAL.statements())
            .in(Section.MORE, "Statements", "Of a transaction, at most.");

    public static final Option<Integer> TABLES = Option.of(
                    "tables", "N", OptionType.integer(2), "Tables of a case, at most")
            .otherwise(USUAL.tables())
            .in(Section.MORE, "Tables", "At most.");

    public static final Option<Integer> ROWS = Option.of(
                    "rows", "N", OptionType.integer(1), "Rows of a table in the beginning, at most")
            .otherwise(USUAL.rows())
            .in(Section.MORE, "Rows", "Of a table, at most.");

    public static final Option<Integer> DEPTH = Option.of(
                    "depth", "N", OptionType.integer(1), "How deep expressions are nested")
            .otherwise(USUAL.depth())
            .in(Section.MORE, "Depth", "How deep expressions are nested.");

    public static final Option<Double> ABORTS =
            share("aborts", "The share of transactions that are rolled back", USUAL.aborts(), "Aborted transactions");

    public static final Option<Double> SAVEPOINTS =
            share("savepoints", "The share of transactions with a savepoint", USUAL.savepoints(), "With a savepoint");

    public static final Option<Double> LOCKS = share(
            "locks",
            "The share of plain queries that lock their rows, by `for update` or `for share`",
            USUAL.locks(),
            "Locking queries");

    public static final Option<Double> TOUCHING =
            share("touching", "The share of statements that are to touch rows", USUAL.touching(), "Touching rows");

    public static final Option<Double> CHECKS =
            share("checks", "The share of tables with check constraints", USUAL.checks(), "Tables with checks");

    public static final Option<Duration> REDUCTION = Option.of(
                    "reduction", "TIME", OptionType.time(), "How long a finding is made smaller, at most")
            .otherwise(Duration.ofSeconds(30))
            .in(Section.MORE, "Reduction", "How long a finding is made smaller, at most.");

    private FuzzOptions() {}

    private static Option<Double> share(String name, String help, double usual, String title) {
        return Option.of(name, "SHARE", OptionType.decimal(1), help)
                .otherwise(usual)
                .in(Section.MORE, title, "A share, from 0 to 1.");
    }

    /** All that there are, in the order in which they are told: what is held to what, for how long, and what cases are like. */
    public static List<Option<?>> all() {
        return List.of(
                ISOLATION,
                SEMANTICS,
                ORACLE,
                KNOWN,
                TIME,
                CASES,
                UNTIL,
                SEED,
                CASE,
                CASE_TIME,
                JOBS,
                ORDERS,
                TRANSACTIONS,
                OPEN,
                STATEMENTS,
                TABLES,
                ROWS,
                DEPTH,
                ABORTS,
                SAVEPOINTS,
                LOCKS,
                TOUCHING,
                CHECKS,
                REDUCTION);
    }
}
