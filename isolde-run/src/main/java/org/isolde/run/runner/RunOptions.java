package org.isolde.run.runner;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isolde.run.option.Option;
import org.isolde.run.option.Option.Availability;
import org.isolde.run.option.Option.Section;
import org.isolde.run.option.OptionType;

/** The options of a run: what its sessions do beside the workload, how long, and what is done to the nodes meanwhile. */
public final class RunOptions {
    private static final List<Option<?>> RECORDED = new ArrayList<>();
    private static final List<Option<?>> OTHERS = new ArrayList<>();

    public static final Option<Integer> TABLES =
            recorded(Option.of("tables", "N", OptionType.integer(1), "Over how many tables the keys are spread")
                    .otherwise(3)
                    .in(Section.MORE, "Tables"));

    public static final Option<Boolean> SECONDARY_INDEX =
            recorded(Option.flag("secondary-index", "Read rows by a second, indexed column instead of the primary key")
                    .in(Section.MORE, "Read by a secondary index")
                    .only(Availability.SQL));

    public static final Option<Integer> RETRIES = recorded(Option.of(
                    "retries",
                    "N",
                    OptionType.integer(0),
                    "How often an aborted transaction is tried again on the same keys")
            .otherwise(3)
            .in(Section.MORE, "Retries"));

    public static final Option<StatementUse> STATEMENTS = recorded(Option.of(
                    "statements",
                    "HOW",
                    OptionType.choice(StatementUse.values(), StatementUse::text, "way to use statements"),
                    "How prepared statements are re-used: `shared` by all keys, `per-key`, `fresh` in each transaction,"
                            + " or `mixed`: shared in one half of the sessions, per-key in the other")
            .otherwise(StatementUse.MIXED)
            .in(Section.MORE, "Statements")
            .only(Availability.SQL));

    public static final Option<CertificateUse> CERTIFICATE = recorded(Option.of(
                    "certificate",
                    "HOW",
                    OptionType.choice(CertificateUse.values(), CertificateUse::text, "way to get a certificate"),
                    "For workloads on rows: `auto` recovers the database's own order of versions and its snapshots where"
                            + " there is a way, `none` does not, `shadow` also repeats reads in a second connection on the"
                            + " same snapshot and compares")
            .otherwise(CertificateUse.AUTO)
            .in(Section.MORE, "Certificate")
            .only(Availability.ROWS));

    /** Null: without limit. */
    public static final Option<Duration> TIME =
            other(Option.of("time", "TIME", OptionType.positiveTime(), "How long a round runs, as 20s or 5m")
                    .otherwise(Duration.ofSeconds(8), "8s, or no limit with --transactions")
                    .in(Section.TEST, "Time of a round", "As 20s or 5m."));

    /** 0: without limit. */
    public static final Option<Long> TRANSACTIONS = other(Option.of(
                    "transactions",
                    "N",
                    OptionType.wholeNumber(0),
                    "How many transactions a round commits, instead of --time or before it is over")
            .otherwise(0L, "no limit")
            .in(Section.MORE, "Transactions of a round"));

    public static final Option<List<Fault.Kind>> FAULT = other(Option.of(
                    "fault",
                    "KIND",
                    OptionType.choice(Fault.Kind.values(), Fault.Kind::text, "fault")
                            .listed(),
                    "For servers that Isolde started: " + faults()
                            + ", one node at a time, on a schedule that the history tells")
            .otherwise(List.of(), "none")
            .in(Section.MORE, "Faults", "For servers that Isolde starts."));

    public static final Option<Duration> FAULT_EVERY =
            other(Option.of("fault-every", "TIME", OptionType.positiveTime(), "The time between faults")
                    .otherwise(Duration.ofSeconds(5))
                    .in(Section.MORE, "Time between faults"));

    public static final Option<Duration> FAULT_FOR =
            other(Option.of("fault-for", "TIME", OptionType.positiveTime(), "How long a fault lasts")
                    .otherwise(Duration.ofSeconds(2))
                    .in(Section.MORE, "Time of a fault"));

    private RunOptions() {}

    private static <T> Option<T> recorded(Option<T> option) {
        RECORDED.add(option);
        return option;
    }

    private static <T> Option<T> other(Option<T> option) {
        OTHERS.add(option);
        return option;
    }

    private static String faults() {
        return Arrays.stream(Fault.Kind.values())
                .map(kind -> "`" + kind.text() + "` (" + kind.help() + ")")
                .collect(Collectors.joining(" or "));
    }

    /** Those that the history tells, because what it holds depends on them. */
    public static List<Option<?>> recorded() {
        return Collections.unmodifiableList(RECORDED);
    }

    public static List<Option<?>> all() {
        return Stream.concat(RECORDED.stream(), OTHERS.stream()).toList();
    }
}
