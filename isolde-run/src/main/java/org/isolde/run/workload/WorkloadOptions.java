package org.isolde.run.workload;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.isolde.generate.KeyDistribution;
import org.isolde.run.option.Option;
import org.isolde.run.option.Option.Availability;
import org.isolde.run.option.Option.Section;
import org.isolde.run.option.OptionType;

/** The options of workloads; each workload has {@link Workload#defaults} of its own. */
public final class WorkloadOptions {
    private static final List<Option<?>> DECLARED = new ArrayList<>();

    public static final Option<Long> SEED =
            declare(Option.of("seed", "N", OptionType.wholeNumber(Long.MIN_VALUE), "The seed of the workload")
                    .otherwise(1L, "a new one, which is told")
                    .in(Section.TEST, "Seed"));

    public static final Option<Integer> SESSIONS =
            declare(Option.of("sessions", "N", OptionType.integer(1), "How many clients at once")
                    .otherwise(8, "by workload, mostly 8")
                    .in(Section.TEST, "Sessions"));

    public static final Option<Integer> KEYS =
            declare(Option.of("keys", "N", OptionType.integer(1), "How many keys are in use at a time")
                    .otherwise(6, "by workload")
                    .in(Section.TEST, "Keys"));

    public static final Option<WritesPerKey> WRITES_PER_KEY = declare(Option.of(
                    "writes-per-key",
                    "N[-M]",
                    WritesPerKey.TYPE,
                    "After so many writes a key is retired, and a fresh one takes its place; 0: never")
            .otherwise(new WritesPerKey(3, 8), "by workload, mostly 3-8")
            .in(Section.MORE, "Writes per key"));

    public static final Option<KeyDistribution> DISTRIBUTION = declare(Option.of(
                    "distribution",
                    "NAME",
                    OptionType.choice(KeyDistribution.values(), KeyDistribution::text, "distribution of keys"),
                    "How often each key is used: `uniform`, `zipfian`, `hotspot`, `exponential`")
            .otherwise(KeyDistribution.UNIFORM, "by workload")
            .in(Section.MORE, "Distribution of keys"));

    public static final Option<Double> THETA =
            declare(Option.of("theta", "X", OptionType.decimal(Double.POSITIVE_INFINITY), "How skewed zipfian is")
                    .otherwise(0.99)
                    .in(Section.MORE, "Theta"));

    public static final Option<Integer> LENGTH = declare(Option.of(
                    "length",
                    "N",
                    OptionType.integer(1),
                    "Operations of a transaction, where the workload leaves it open")
            .otherwise(4, "by workload")
            .in(Section.MORE, "Operations of a transaction"));

    public static final Option<Double> READ_RATIO = declare(
            Option.of("read-ratio", "X", OptionType.decimal(1), "Share of reads, where the workload leaves it open")
                    .otherwise(0.5, "by workload")
                    .in(Section.MORE, "Share of reads"));

    public static final Option<Double> ROLLBACK_RATIO = declare(Option.of(
                    "rollback-ratio",
                    "X",
                    OptionType.decimal(1),
                    "Share of the read-only transactions that end by ROLLBACK")
            .otherwise(0.2, "by workload")
            .in(Section.MORE, "Share of rollbacks", "Of transactions that only read."));

    public static final Option<Double> UNDO_RATIO = declare(Option.of(
                    "undo-ratio",
                    "X",
                    OptionType.decimal(1),
                    "Share of the transactions that wrote which end by ROLLBACK and are tried again; and of those which"
                            + " write once more and undo that by ROLLBACK TO a savepoint")
            .otherwise(0.1, "0.1, but 0 in `targeted` and `lwt`")
            .in(Section.MORE, "Share of undone writes", "By ROLLBACK, and at savepoints."));

    public static final Option<PredicateMix> MIX = declare(Option.of(
                    "mix",
                    "NAME",
                    OptionType.choice(PredicateMix.values(), PredicateMix::text, "mix"),
                    "What transactions of `predicate` are made of: `hunt` (what makes phantoms and others likely),"
                            + " `phantoms` (fresh rows and reads by conditions alone), `items` (single rows"
                            + " by their keys) or `predicates` (reads and updates, by keys and by conditions)")
            .otherwise(PredicateMix.HUNT)
            .in(Section.MORE, "Mix", "Of the workload predicate.")
            .only(Availability.ROWS));

    public static final Option<Double> PREDICATE_RATIO = declare(
            Option.of("predicate-ratio", "X", OptionType.decimal(1), "Share of conditions in the mix `predicates`")
                    .otherwise(0.5)
                    .in(Section.MORE, "Share of conditions", "Of the mix predicates.")
                    .only(Availability.ROWS));

    private WorkloadOptions() {}

    private static <T> Option<T> declare(Option<T> option) {
        DECLARED.add(option);
        return option;
    }

    public static List<Option<?>> all() {
        return Collections.unmodifiableList(DECLARED);
    }
}
