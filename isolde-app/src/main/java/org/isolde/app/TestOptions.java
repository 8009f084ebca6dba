package org.isolde.app;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.isolde.history.Level;
import org.isolde.run.option.Option;
import org.isolde.run.option.Option.Availability;
import org.isolde.run.option.Option.Section;
import org.isolde.run.option.OptionType;
import org.isolde.run.runner.RunOptions;
import org.isolde.run.workload.WorkloadOptions;
import org.isolde.run.workload.Workloads;

/**
 * The options of a test, apart from those that say which database it is: those declared here, and those of its runs and
 * their workload.
 */
public final class TestOptions {
    private static final String TARGETED = "targeted";

    public static final Option<String> ISOLATION = Option.of(
                    "isolation",
                    "NAME",
                    OptionType.text(),
                    "What the database is asked for, as its documentation calls it: `read-committed`,"
                            + " `repeatable-read`, `serializable` ...; blanks and underscores do too. Give the one that"
                            + " your application uses")
            .otherwisePlanned("its strongest");

    public static final Option<Set<Level>> LEVEL = Option.of(
                    "level",
                    "LEVELS",
                    OptionType.of(Level::parse, TestOptions::text, TestOptions::texts),
                    "What is checked, as in 'isolde levels', with commas between; it never changes what the database is asked for")
            .orShort('l')
            .otherwisePlanned("what the database claims for --isolation");

    public static final Option<String> WORKLOAD = Option.of("workload", "NAME", OptionType.text(), "")
            .helping(() -> "What the transactions do: "
                    + Workloads.all().stream()
                            .map(workload -> "`" + workload.name() + "`")
                            .collect(Collectors.joining(", ")))
            .otherwisePlanned("`mini`; `lwt` with `--level lin`, and for databases that can do nothing else");

    public static final Option<String> SCENARIO = Option.of(
            "scenario",
            "targeted",
            OptionType.of(TestOptions::scenario, scenario -> scenario, scenario -> scenario),
            "The same as `--workload targeted`: mini-transactions steered at each of the 14 anomalies, on the same few"
                    + " keys at once");

    /** Null: without limit. */
    public static final Option<Integer> ROUNDS = Option.of(
                    "rounds", "N", OptionType.integer(1), "Run so many rounds; each is checked while the next runs")
            .otherwise(1, "1, or no limit with --until")
            .in(Section.TEST, "Rounds");

    public static final Option<Until> UNTIL = Option.of(
                    "until",
                    "WHAT",
                    Until.TYPE,
                    "Go on with rounds until the first violation, or until a time is over, as in"
                            + " `--until violation`, `--until 10m` or `--until violation,10m`")
            .otherwise(Until.ROUNDS_ARE_OVER, "")
            .in(Section.TEST, "Until", "The first violation, or a time: violation,10m.");

    public static final Option<Boolean> MONITOR = Option.flag(
                    "monitor",
                    "Also check the history while it is recorded, by the database's timestamps, for ser or si, whichever"
                            + " is claimed; and say what that costs. The workload also runs without it, for a sixth of"
                            + " --time before and after")
            .in(Section.MORE, "Monitor", "Check while it runs, by the database's timestamps.")
            .only(Availability.TIMESTAMPS);

    public static final Option<Duration> SETTLE = Option.of(
                    "settle",
                    "TIME",
                    OptionType.positiveTime(),
                    "With --monitor: how long the verdict on a read stays open for transactions that come late")
            .otherwise(Duration.ofSeconds(2), "2s, and --fault-for on top with --fault")
            .in(Section.MORE, "The monitor waits", "For transactions that come late.")
            .only(Availability.TIMESTAMPS);

    public static final Option<Duration> TIMEOUT = Option.of(
                    "timeout",
                    "TIME",
                    OptionType.time(),
                    "How long the check of a round may take; what is open then is undecided")
            .otherwise(Duration.ofMinutes(5))
            .in(Section.MORE, "Time of a check");

    private TestOptions() {}

    /** All that there are, in the order in which they are told: what is tested, how, and for how long. */
    public static List<Option<?>> all() {
        List<Option<?>> all = new ArrayList<>(List.of(ISOLATION, LEVEL, WORKLOAD, SCENARIO));
        all.addAll(WorkloadOptions.all());
        all.addAll(besideTheWorkload());
        return all;
    }

    /** How the runs and their checks go, whatever is tested and by which workload. */
    static List<Option<?>> besideTheWorkload() {
        List<Option<?>> options = new ArrayList<>(RunOptions.all());
        options.addAll(List.of(ROUNDS, UNTIL, MONITOR, SETTLE, TIMEOUT));
        return options;
    }

    private static String scenario(String text) {
        // fixed interleavings, which are called scenarios elsewhere, are another command
        if (!text.strip().equals(TARGETED)) {
            throw new IllegalArgumentException("takes '" + TARGETED + "', and not '" + text
                    + "'; other workloads go by --workload, fixed interleavings by 'isolde scenarios'");
        }
        return TARGETED;
    }

    private static List<String> texts(Set<Level> levels) {
        return levels.stream().map(Level::text).toList();
    }

    private static String text(Set<Level> levels) {
        return String.join(",", texts(levels));
    }
}
