package org.isolde.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isolde.broken.BrokenDatabase;
import org.isolde.broken.Fault;
import org.isolde.run.Access;
import org.isolde.run.Databases;
import org.isolde.run.Target;
import org.isolde.run.artifact.FolderTree;
import org.isolde.run.option.Options;
import org.isolde.sql.finding.Finding;
import org.isolde.sql.job.FuzzJob;
import org.isolde.sql.job.FuzzListener;
import org.isolde.sql.job.FuzzOptions;
import org.isolde.sql.job.FuzzPlan;
import org.isolde.sql.job.FuzzResult;

/** What {@code isolde fuzz} finds: H2 with one fault that happens with some probability, until the first finding. */
final class FuzzPowerBenchmark implements Benchmark {
    private static final String ISOLATION = "snapshot";

    private final Table table = new Table(
            "fault", ">probability", ">found after, s", ">reduced in, s", ">transactions", ">statements", "as");

    @Override
    public String run(Laboratory laboratory, Sizes sizes) throws IOException, InterruptedException {
        Sizes.Fuzz fuzz = sizes.fuzz();
        try {
            // nothing may be found where nothing is wrong
            row(laboratory, fuzz, fuzz.faults().get(0), 0);
            for (Fault fault : fuzz.faults()) {
                for (double probability : fuzz.probabilities()) {
                    row(laboratory, fuzz, fault, probability);
                }
            }
        } catch (InterruptedException | IOException e) {
            throw e;
        } catch (Exception e) {
            throw new BenchmarkException("fuzz-power: " + e.getMessage());
        }
        return "### Power of fuzzing\n\nHow long `isolde fuzz`, with its defaults and one job, needs for the first finding on H2 at "
                + ISOLATION + " with a fault, and what that is reduced to. \"no\": not within "
                + fuzz.limit().toSeconds() + " s.\n\n" + table;
    }

    private void row(Laboratory laboratory, Sizes.Fuzz fuzz, Fault fault, double probability) throws Exception {
        laboratory.say("fuzz-power: " + fault.text() + " " + probability);
        BrokenDatabase kind = new BrokenDatabase();
        Target target =
                Target.parse("broken:h2", Map.of("fault", fault.text(), "probability", Double.toString(probability)));
        FuzzPlan plan = new FuzzPlan(
                kind,
                target,
                Access.plain(),
                Databases.isolation(kind, target, ISOLATION),
                Options.none().with(FuzzOptions.TIME, fuzz.limit()).with(FuzzOptions.UNTIL, 1));
        List<Finding> found = new ArrayList<>();
        FuzzListener listener = (finding, written) -> found.add(finding);
        Path folder = Files.createTempDirectory("isolde-bench");
        FuzzResult result;
        double seconds;
        try {
            FuzzJob job = new FuzzJob(plan, listener);
            long begin = System.nanoTime();
            result = job.run(folder);
            seconds = (System.nanoTime() - begin) / 1e9;
        } finally {
            FolderTree.delete(folder);
        }
        double reducing = result.counts().times().get("reducing");
        Map<String, Object> measurement = new LinkedHashMap<>();
        measurement.put("benchmark", "fuzz-power");
        measurement.put("fault", fault.text());
        measurement.put("probability", probability);
        measurement.put("found", !found.isEmpty());
        measurement.put("seconds", seconds - reducing);
        measurement.put("cases", result.counts().cases());
        laboratory.json().write(measurement);
        String name = probability == 0 ? "none" : fault.text();
        String often = probability == 0 ? "" : Double.toString(probability);
        if (found.isEmpty()) {
            long unconfirmed = result.counts().unconfirmed();
            table.row(name, often, "no", "", "", "", unconfirmed == 0 ? "" : unconfirmed + " not seen again");
            return;
        }
        Finding first = found.get(0);
        table.row(
                name,
                often,
                Table.fixed(seconds - reducing, 1),
                Table.fixed(reducing, 1),
                Integer.toString(first.transactions()),
                Integer.toString(first.statements()),
                first.cause());
    }
}
