package org.isolde.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isolde.bench.LiveDatabase.Load;
import org.isolde.report.plot.LinePanel;
import org.isolde.report.plot.Picture;
import org.isolde.run.Isolation;
import org.isolde.run.record.TransactionLog;

/**
 * Abort rates of mini-transactions and of general ones, over sessions, keys and skew, as in MTC's figure 11. What is
 * compared runs in turn, mini and then general, so that a slow minute hits both.
 */
final class AbortsBenchmark implements Benchmark {
    static final List<String> WORKLOADS = List.of("mini", "general");
    static final List<String> ISOLATIONS = List.of(Isolation.SERIALIZABLE, Isolation.REPEATABLE_READ);

    /** What stays while something else changes. */
    private static final int SESSIONS = 8;

    private static final int KEYS = 1_000;

    private final Table table = new Table(
            "over",
            ">sessions",
            ">keys",
            ">theta",
            "isolation",
            ">mini: committed/s",
            ">aborted",
            ">general: committed/s",
            ">aborted");

    /** A value of the axis, and the load there but for its workload and isolation. */
    private record Point(String label, Load load) {}

    @Override
    public String run(Laboratory laboratory, Sizes sizes) throws IOException, InterruptedException {
        Sizes.Live live = sizes.live();
        List<Point> sessions = new ArrayList<>();
        live.sessions()
                .forEach(count ->
                        sessions.add(new Point(Integer.toString(count), new Load(null, null, count, KEYS, 0))));
        List<Point> keys = new ArrayList<>();
        live.keys().forEach(count -> keys.add(new Point(Table.count(count), new Load(null, null, SESSIONS, count, 0))));
        List<Point> thetas = new ArrayList<>();
        live.thetas()
                .forEach(theta -> thetas.add(new Point(
                        theta == 0 ? "0" : Double.toString(theta), new Load(null, null, SESSIONS, KEYS, theta))));
        Picture picture = new Picture(
                "Abort rates of mini-transactions and general transactions",
                "Aborted share of all attempts over the number of sessions, the number of keys and the skew.");
        String version;
        try (LiveDatabase database = new LiveDatabase(live.database())) {
            version = database.version();
            Rounds rounds = new Rounds(laboratory, database, live.point());
            picture.add(panel(rounds, "sessions", "sessions", sessions));
            picture.add(panel(rounds, "keys", "keys", keys));
            picture.add(panel(rounds, "skew", "theta of a zipfian distribution", thetas));
        }
        laboratory.draw("abort-rates", picture);
        return "### Abort rates\n\n"
                + version + ": the share of attempts that the database aborted, nothing retried, on a table that has"
                + " all its keys from the beginning, " + live.point().toMillis() / 1e3
                + " s for each figure. Where they don't change: "
                + SESSIONS + " sessions and " + Table.count(KEYS) + " keys, uniform. Mini-transactions have 1 to 4"
                + " operations, general ones " + LiveDatabase.GENERAL_OPERATIONS + ".\n\n" + table;
    }

    private record Rounds(Laboratory laboratory, LiveDatabase database, Duration point) {}

    private LinePanel panel(Rounds rounds, String over, String label, List<Point> points)
            throws IOException, InterruptedException {
        LinePanel panel = new LinePanel(
                label, "aborted, %", points.stream().map(Point::label).toList());
        Map<String, double[]> lines = new LinkedHashMap<>();
        for (int at = 0; at < points.size(); at++) {
            rounds.laboratory()
                    .say("aborts: over " + over + ", " + points.get(at).label());
            Load base = points.get(at).load();
            for (String isolation : ISOLATIONS) {
                List<String> cells = new ArrayList<>(List.of(
                        over,
                        Integer.toString(base.sessions()),
                        Table.count(base.keys()),
                        Table.fixed(base.theta(), 2),
                        isolation));
                List<Rates> both = measure(rounds, over, base, isolation);
                for (int workload = 0; workload < WORKLOADS.size(); workload++) {
                    double aborted = 100 * both.get(workload).aborted();
                    cells.add(Table.count(Math.round(both.get(workload).committed())));
                    cells.add(Table.fixed(aborted, 1) + "%");
                    lines.computeIfAbsent(
                                    WORKLOADS.get(workload) + ", " + isolation.replace('-', ' '),
                                    name -> new double[points.size()])[at] = aborted;
                }
                table.row(cells.toArray(new String[0]));
            }
        }
        lines.forEach(
                (name, values) -> panel.line(name, name.startsWith("mini") ? 0 : 1, name.endsWith("read"), values));
        return panel;
    }

    /** Medians of committed transactions a second, and of the aborted share. */
    private record Rates(double committed, double aborted) {}

    /** The rates of each workload. */
    private static List<Rates> measure(Rounds rounds, String over, Load base, String isolation)
            throws IOException, InterruptedException {
        int runs = rounds.laboratory().runs();
        double[][] committed = new double[WORKLOADS.size()][runs];
        double[][] aborted = new double[WORKLOADS.size()][runs];
        for (int run = 0; run < runs; run++) {
            for (int workload = 0; workload < WORKLOADS.size(); workload++) {
                Load load = new Load(WORKLOADS.get(workload), isolation, base.sessions(), base.keys(), base.theta());
                LiveDatabase.Outcome result =
                        rounds.database().run(load, run + 1, rounds.point(), 0, TransactionLog.NOTHING);
                committed[workload][run] = result.committedPerSecond();
                aborted[workload][run] = result.abortRate();
                record(rounds.laboratory().json(), over, load, run + 1, result);
            }
        }
        List<Rates> rates = new ArrayList<>();
        for (int workload = 0; workload < WORKLOADS.size(); workload++) {
            rates.add(new Rates(Series.median(committed[workload]), Series.median(aborted[workload])));
        }
        return rates;
    }

    private static void record(JsonLines json, String over, Load load, int run, LiveDatabase.Outcome result)
            throws IOException {
        Map<String, Object> measurement = new LinkedHashMap<>();
        measurement.put("benchmark", "aborts");
        measurement.put("over", over);
        measurement.put("workload", load.workload());
        measurement.put("isolation", load.isolation());
        measurement.put("sessions", load.sessions());
        measurement.put("keys", load.keys());
        measurement.put("theta", load.theta());
        measurement.put("run", run);
        measurement.put("seconds", result.seconds());
        measurement.put("committed", result.committed());
        measurement.put("aborted", result.aborted());
        json.write(measurement);
    }
}
