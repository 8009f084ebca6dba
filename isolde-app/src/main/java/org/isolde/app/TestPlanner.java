package org.isolde.app;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.isolde.app.monitor.MonitorPlan;
import org.isolde.history.Level;
import org.isolde.run.Ability;
import org.isolde.run.Access;
import org.isolde.run.Database;
import org.isolde.run.DatabaseException;
import org.isolde.run.Databases;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase.Tables;
import org.isolde.run.Target;
import org.isolde.run.runner.Fault;
import org.isolde.run.runner.StatementUse;
import org.isolde.run.workload.Workload;
import org.isolde.run.workload.WorkloadOptions;
import org.isolde.run.workload.Workloads;

/**
 * Makes a plan of what a user asks for: fills in what is left open, and refuses what makes no sense. The command line
 * and the page both plan their tests here.
 */
public final class TestPlanner {
    private final Target target;
    private final Database database;
    private final TestOptions options;

    private TestPlanner(Target target, Database database, TestOptions options) {
        this.target = target;
        this.database = database;
        this.options = options;
    }

    /**
     * Plans a test.
     *
     * @param options under their names on the command line, without hyphens; what is missing has its default
     * @param folder where run folders are made
     * @param command the call, as it may be shown, without secrets; the plan's has the seed too
     * @throws PlanException if an option is unknown or makes no sense
     * @throws DatabaseException if the database is unknown, or has no such level or setting
     */
    public static TestPlan plan(
            Target target, Access access, Map<String, String> options, Path folder, List<String> command)
            throws PlanException, DatabaseException {
        Database database = Databases.of(target);
        Databases.checkOptions(database, target);
        return new TestPlanner(target, database, new TestOptions(options)).plan(access, folder, command);
    }

    private TestPlan plan(Access access, Path folder, List<String> command) throws PlanException, DatabaseException {
        Set<Level> wanted = wantedLevels();
        Isolation isolation = isolation(wanted);
        Set<Level> levels = EnumSet.copyOf(wanted == null ? Set.of(isolation.claims()) : wanted);
        MonitorPlan monitor = monitor(isolation);
        if (monitor != null) {
            // what the monitor says is held to a check of the same level
            levels.add(monitor.level());
        }
        Workload workload = workload(levels);
        WorkloadOptions workloadOptions = options.workload(workload.defaults());
        List<String> until = new ArrayList<>(options.list("until"));
        boolean violation = until.remove("violation");
        until.remove("time");
        if (until.size() > 1) {
            throw new PlanException("--until takes 'violation', a time such as 10m, or both");
        }
        Duration total = until.isEmpty() ? null : untilTime(until.get(0));
        int tables = options.integer("tables", 3, 1);
        int retries = options.integer("retries", 3, 0);
        long transactions = options.number("transactions", 0, 0);
        int rounds = options.integer("rounds", violation || total != null ? 0 : 1, options.has("rounds") ? 1 : 0);
        return new TestPlan(
                target,
                database,
                access,
                isolation,
                levels,
                workload,
                workloadOptions,
                new Tables(tables, workload.needs().contains(Ability.LISTS), options.flag("secondary-index")),
                !options.has("time") && transactions > 0 ? null : options.positive("time", "8s"),
                transactions,
                retries,
                options.choice(
                        "statements",
                        StatementUse.MIXED,
                        StatementUse.values(),
                        StatementUse::text,
                        "way to use statements"),
                new TestPlan.Faults(
                        faultKinds(), options.positive("fault-every", "5s"), options.positive("fault-for", "2s")),
                monitor,
                rounds,
                violation,
                total,
                options.time("timeout", "5m"),
                folder,
                withSeed(command, workloadOptions.seed()));
    }

    /** Null if there is to be none. */
    private MonitorPlan monitor(Isolation isolation) throws PlanException {
        if (!options.flag("monitor")) {
            if (options.has("settle")) {
                throw new PlanException("--settle is how long a monitor waits; give --monitor too");
            }
            return null;
        }
        if (!database.hasTimestamps(target, isolation)) {
            throw new PlanException(
                    "--monitor checks by the database's timestamps, and " + target.shown() + " at " + isolation.name()
                            + " tells none; those that do: " + String.join(", ", Databases.withTimestamps()));
        }
        Level claimed = isolation.claims();
        Level level = claimed.implies(Level.SER) ? Level.SER : claimed.implies(Level.SI) ? Level.SI : null;
        if (level == null) {
            throw new PlanException("--monitor checks ser or si, and " + isolation.name() + " of " + database.name()
                    + " claims neither (but " + claimed.text() + "); choose another --isolation");
        }
        Duration settle = options.positive("settle", "2s");
        if (!options.has("settle") && options.has("fault")) {
            // what is under way when a fault begins ends when the fault does
            settle = settle.plus(options.positive("fault-for", "2s"));
        }
        return new MonitorPlan(level, settle);
    }

    private static Duration untilTime(String text) throws PlanException {
        if (!text.isEmpty() && !Character.isDigit(text.charAt(0))) {
            throw new PlanException("--until takes 'violation', a time such as 10m, or both, and not '" + text + "'");
        }
        return TestOptions.positiveTime("until", text);
    }

    /** Null if nothing was said. */
    private Set<Level> wantedLevels() throws PlanException {
        if (!options.has("level")) {
            return null;
        }
        try {
            return Level.parse(options.text("level"));
        } catch (IllegalArgumentException e) {
            throw new PlanException(e.getMessage());
        }
    }

    /** What the database is asked for: as given, else the weakest that claims the levels, else the strongest. */
    private Isolation isolation(Set<Level> wanted) throws DatabaseException {
        if (options.has("isolation")) {
            return Databases.isolation(database, target, options.text("isolation"));
        }
        if (wanted != null) {
            for (Isolation candidate : database.isolations(target)) {
                if (wanted.stream().allMatch(candidate.claims()::implies)) {
                    return candidate;
                }
            }
        }
        return database.defaultIsolation(target);
    }

    private Workload workload(Set<Level> checked) throws PlanException {
        String scenario = options.text("scenario");
        if (scenario != null && !scenario.equals("targeted")) {
            throw new PlanException("--scenario takes 'targeted', and not '" + scenario
                    + "'; other workloads go by --workload, fixed interleavings by 'isolde scenarios'");
        }
        if (scenario != null && options.has("workload")) {
            throw new PlanException("--scenario is a workload of its own; give one of --workload and --scenario");
        }
        Workload work;
        try {
            // linearizability is about single operations, and lwt has nothing else
            boolean single =
                    checked.contains(Level.LIN) || !database.abilities().contains(Ability.REGISTERS);
            String preferred = single ? "lwt" : "mini";
            work = Workloads.byName(
                    scenario != null ? scenario : options.has("workload") ? options.text("workload") : preferred);
        } catch (IllegalArgumentException e) {
            throw new PlanException(e.getMessage());
        }
        if (!database.abilities().containsAll(work.needs())) {
            List<String> possible = Workloads.all().stream()
                    .filter(one -> database.abilities().containsAll(one.needs()))
                    .map(Workload::name)
                    .toList();
            throw new PlanException("the workload " + work.name() + " can't be run on " + database.name()
                    + "; possible there: " + String.join(", ", possible));
        }
        if (checked.contains(Level.LIN) && !work.name().equals("lwt")) {
            throw new PlanException("lin is about single operations, and transactions of " + work.name()
                    + " have several; use --workload lwt, or --level sser");
        }
        return work;
    }

    private List<Fault.Kind> faultKinds() throws PlanException {
        List<Fault.Kind> kinds = new ArrayList<>();
        for (String name : options.list("fault")) {
            try {
                kinds.add(Fault.Kind.valueOf(name.toUpperCase(Locale.ROOT)));
            } catch (IllegalArgumentException e) {
                throw new PlanException("'" + name + "' is no fault; known are kill and pause");
            }
        }
        return kinds;
    }

    /** The call that repeats the test exactly. */
    private List<String> withSeed(List<String> command, long seed) {
        List<String> whole = new ArrayList<>(command);
        if (!options.has("seed")) {
            whole.add("--seed");
            whole.add(Long.toString(seed));
        }
        return whole;
    }
}
