package org.isolde.app;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
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
import org.isolde.run.Target;
import org.isolde.run.certificate.CertificateSource;
import org.isolde.run.certificate.CertificateSources;
import org.isolde.run.option.Option;
import org.isolde.run.option.Options;
import org.isolde.run.runner.CertificateUse;
import org.isolde.run.runner.RunOptions;
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
    private final Options given;

    private TestPlanner(Target target, Database database, Options given) {
        this.target = target;
        this.database = database;
        this.given = given;
    }

    /**
     * Plans a test.
     *
     * @param options texts by the names of {@link TestOptions}; what is missing has its default
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
        try {
            return new TestPlanner(target, database, Options.parse(TestOptions.all(), options))
                    .plan(access, folder, command);
        } catch (IllegalArgumentException e) {
            throw new PlanException(e.getMessage(), e);
        }
    }

    private TestPlan plan(Access access, Path folder, List<String> command) throws PlanException, DatabaseException {
        Isolation isolation = isolation();
        Set<Level> wanted = given.get(TestOptions.LEVEL);
        Set<Level> levels = EnumSet.copyOf(wanted == null ? Set.of(isolation.claims()) : wanted);
        MonitorPlan monitor = monitor(isolation);
        if (monitor != null) {
            // what the monitor says is held to a check of the same level
            levels.add(monitor.level());
        }
        checkAvailability();
        Workload workload = workload(levels);
        Options options = filledIn(workload);
        CertificateSource certificates = certificates(workload, isolation, options);
        return new TestPlan(
                new TestPlan.Tested(
                        certificates == null ? target : certificates.started(target), database, access, isolation),
                levels,
                workload,
                options,
                certificates,
                monitor,
                folder,
                withSeed(command, options));
    }

    /** An option that the database knows nothing of would be without effect, and nobody would notice. */
    private void checkAvailability() throws PlanException {
        for (Option<?> option : TestOptions.all()) {
            if (given.isGiven(option) && !option.availability().includes(database)) {
                throw new PlanException("--" + option.name() + " is "
                        + option.availability().words() + ", and " + database.name() + " is none of them");
            }
        }
    }

    private Options filledIn(Workload workload) {
        Options options = given.over(workload.defaults());
        if (!given.isGiven(WorkloadOptions.SEED)) {
            options = options.with(WorkloadOptions.SEED, System.nanoTime() >>> 20);
        }
        if (!given.isGiven(RunOptions.TIME) && given.get(RunOptions.TRANSACTIONS) > 0) {
            options = options.with(RunOptions.TIME, null);
        }
        if (!given.isGiven(TestOptions.ROUNDS) && !given.get(TestOptions.UNTIL).equals(Until.ROUNDS_ARE_OVER)) {
            options = options.with(TestOptions.ROUNDS, null);
        }
        return options;
    }

    /** Null if there is none, or is to be none. */
    private CertificateSource certificates(Workload workload, Isolation isolation, Options options)
            throws PlanException {
        if (!workload.needs().contains(Ability.ROWS)) {
            if (given.isGiven(RunOptions.CERTIFICATE)) {
                throw new PlanException("--certificate is for workloads on rows, and " + workload.name() + " is none");
            }
            return null;
        }
        CertificateUse use = options.get(RunOptions.CERTIFICATE);
        CertificateSource found =
                use == CertificateUse.NONE ? null : CertificateSources.of(database, target, isolation);
        if (use == CertificateUse.SHADOW && found == null) {
            throw new PlanException(
                    "--certificate shadow compares with a certificate, and Isolde knows no way to recover"
                            + " one from " + database.name() + " at " + isolation.name());
        }
        return found;
    }

    /** Null if there is to be none. */
    private MonitorPlan monitor(Isolation isolation) throws PlanException {
        if (!given.get(TestOptions.MONITOR)) {
            if (given.isGiven(TestOptions.SETTLE)) {
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
        Duration settle = given.get(TestOptions.SETTLE);
        if (!given.isGiven(TestOptions.SETTLE) && given.isGiven(RunOptions.FAULT)) {
            // what is under way when a fault begins ends when the fault does
            settle = settle.plus(given.get(RunOptions.FAULT_FOR));
        }
        return new MonitorPlan(level, settle);
    }

    /**
     * What the database is asked for: as given, else its strongest. {@code --level} never chooses it: where another level
     * of the database has the name of one to be checked, or promises all of them already, it is asked which is meant.
     */
    private Isolation isolation() throws DatabaseException, PlanException {
        if (given.isGiven(TestOptions.ISOLATION)) {
            return Databases.isolation(database, target, given.get(TestOptions.ISOLATION));
        }
        Isolation strongest = database.defaultIsolation(target);
        if (given.isGiven(TestOptions.LEVEL)) {
            Set<Level> checked = given.get(TestOptions.LEVEL);
            List<Isolation> meant = meantBy(checked);
            if (meant.stream().anyMatch(isolation -> !isolation.equals(strongest))) {
                if (!meant.contains(strongest)) {
                    meant.add(strongest);
                }
                throw new WhichIsolationException(
                        "--level "
                                + String.join(
                                        ",", checked.stream().map(Level::text).toList())
                                + " says what is checked, not what " + database.name()
                                + " is asked for, and it has several isolation levels that this may be about. Say which by"
                                + " --isolation: "
                                + String.join(
                                        ", or ",
                                        meant.stream().map(Isolation::name).toList()),
                        meant);
            }
        }
        return strongest;
    }

    /** The isolation levels that bear the name of a level, and the weakest that promises all of them. */
    private List<Isolation> meantBy(Set<Level> checked) {
        List<Isolation> meant = new ArrayList<>();
        boolean promised = false;
        for (Isolation candidate : database.isolations(target)) {
            boolean named = checked.stream().anyMatch(level -> level.aliases().contains(candidate.name()));
            boolean promises = !promised && checked.stream().allMatch(candidate.claims()::implies);
            promised |= promises;
            if (named || promises) {
                meant.add(candidate);
            }
        }
        return meant;
    }

    private Workload workload(Set<Level> checked) throws PlanException {
        if (given.isGiven(TestOptions.SCENARIO) && given.isGiven(TestOptions.WORKLOAD)) {
            throw new PlanException("--scenario is a workload of its own; give one of --workload and --scenario");
        }
        // linearizability is about single operations, and lwt has nothing else
        boolean single = checked.contains(Level.LIN) || !database.abilities().contains(Ability.REGISTERS);
        Workload work = Workloads.byName(
                given.isGiven(TestOptions.SCENARIO)
                        ? given.get(TestOptions.SCENARIO)
                        : given.isGiven(TestOptions.WORKLOAD)
                                ? given.get(TestOptions.WORKLOAD)
                                : single ? "lwt" : "mini");
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

    /** The call that repeats the test exactly. */
    private List<String> withSeed(List<String> command, Options options) {
        List<String> whole = new ArrayList<>(command);
        if (!given.isGiven(WorkloadOptions.SEED)) {
            whole.add("--" + WorkloadOptions.SEED.name());
            whole.add(options.text(WorkloadOptions.SEED));
        }
        return whole;
    }
}
