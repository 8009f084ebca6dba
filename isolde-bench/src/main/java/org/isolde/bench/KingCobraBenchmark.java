package org.isolde.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isolde.report.plot.LinePanel;
import org.isolde.report.plot.Picture;

/**
 * What a general checker makes of ordering information: figures 13 and 14 of the paper on Emme, Enne and King Cobra.
 * Serializability of three workloads, with and without session order, and with more and more of the version order.
 *
 * <p>The files have one session after the other, so that the order of the input explains nothing; all histories are
 * serializable. The operations of a workload are the same however much of their order is known.
 */
final class KingCobraBenchmark implements Benchmark {
    /** The paper's limit. */
    private static final String TIMEOUT = "300s";

    private static final int CLIENTS = 20;
    private static final int KEYS = 1_000;
    private static final int OPERATIONS = 8;

    /** How much of the version order is known where figure 13 has one, in percent. */
    private static final int WITH_VERSIONS = 90;

    /**
     * The paper's shares of reads, read-modify-writes and writes, as the generator is told them: reads among all operations,
     * and writes behind a read of their key among all writes.
     */
    private record Workload(String name, String title, double readRatio, double rmw) {}

    private static final List<Workload> WORKLOADS = List.of(
            new Workload("rmw", "read-modify-write", 75.0 / 150, 50.0 / 75),
            new Workload("read-write", "read/write", 0.5, 0),
            new Workload("heavy-write", "heavy write", 20.0 / 110, 10.0 / 90));

    @Override
    public String run(Laboratory laboratory, Sizes sizes) throws IOException, InterruptedException {
        Sizes.WhiteBox whiteBox = sizes.whiteBox();
        List<Map<String, Series>> all = new ArrayList<>();
        for (Workload workload : WORKLOADS) {
            all.add(measure(laboratory, workload, whiteBox));
        }
        laboratory.draw("king-cobra", picture(all, whiteBox.known()));
        return "### With more and more of the version order\n\n"
                + "`ser` of three workloads of " + Table.count(whiteBox.ordered()) + " transactions of " + OPERATIONS
                + " operations by " + CLIENTS + " clients on " + Table.count(KEYS)
                + " keys: read-modify-write (25% reads, 25% writes, 50% reads and writes of one key), read/write (half and"
                + " half) and heavy write (10% reads, 10% reads and writes of one key, 80% writes). Not more than "
                + TIMEOUT + " each.\n\n"
                + Recipe.typed(
                        options("R", "W") + " --versions V --transactions N --seed 1",
                        List.of("--level ser --timeout " + TIMEOUT + " [--no-session-order]"))
                + "With and without session order and version order, of which " + WITH_VERSIONS
                + "% is known then (figure 13):\n\n"
                + orders(all)
                + "\nWithout session order, by how much of the version order is known (figure 14):\n\n"
                + shares(all, whiteBox.known());
    }

    private static String options(String readRatio, String rmw) {
        return "--store strict --sessions " + CLIENTS + " --ops " + OPERATIONS + " --keys " + KEYS + " --read-ratio "
                + readRatio + " --rmw " + rmw + " --order sessions --no-real-time";
    }

    private static String name(boolean sessionOrder, int known) {
        return "ser, " + (sessionOrder ? "session order, " : "") + known + "% of the versions";
    }

    private static Map<String, Series> measure(Laboratory laboratory, Workload workload, Sizes.WhiteBox sizes)
            throws IOException, InterruptedException {
        Map<String, Command> commands = new LinkedHashMap<>();
        for (int known : sizes.known()) {
            add(laboratory, commands, workload, sizes.ordered(), false, known);
        }
        for (int known : List.of(0, WITH_VERSIONS)) {
            add(laboratory, commands, workload, sizes.ordered(), false, known);
            add(laboratory, commands, workload, sizes.ordered(), true, known);
        }
        List<Command> checks = List.copyOf(commands.values());
        Group group = Group.of(
                workload.title(),
                sizes.ordered(),
                laboratory.floor(checks.get(0).input()),
                checks);
        laboratory.measure("king-cobra", List.of(group));
        Map<String, Series> series = new LinkedHashMap<>();
        group.checks().forEach(check -> series.put(check.command().name(), check));
        return series;
    }

    private static void add(
            Laboratory laboratory,
            Map<String, Command> commands,
            Workload workload,
            int transactions,
            boolean sessionOrder,
            int known)
            throws IOException, InterruptedException {
        String options = options(Double.toString(workload.readRatio()), Double.toString(workload.rmw()));
        Path history = Recipe.of(
                        "king-cobra-" + workload.name() + "-" + known,
                        transactions,
                        options + " --versions " + known / 100.0)
                .file(laboratory.data(), "jsonl");
        List<String> words = new ArrayList<>(List.of("--level", "ser", "--timeout", TIMEOUT));
        if (!sessionOrder) {
            words.add("--no-session-order");
        }
        String name = name(sessionOrder, known);
        commands.put(name, laboratory.check(name, history, words.toArray(new String[0])));
    }

    /** Figure 13. */
    private static Table orders(List<Map<String, Series>> all) {
        Table table = new Table(
                "workload", "session order", ">versions known", ">seconds", ">CPU seconds", ">peak RSS, MB", "verdict");
        for (int workload = 0; workload < WORKLOADS.size(); workload++) {
            for (boolean sessionOrder : new boolean[] {false, true}) {
                for (int known : List.of(0, WITH_VERSIONS)) {
                    Series series = all.get(workload).get(name(sessionOrder, known));
                    table.row(
                            WORKLOADS.get(workload).title(),
                            sessionOrder ? "yes" : "no",
                            known + "%",
                            Table.seconds(series.seconds()),
                            Table.seconds(series.cpuSeconds()),
                            Table.megabytes(series.peakBytes()),
                            CheckTable.verdict(series.exitCode()));
                }
            }
        }
        return table;
    }

    /** Figure 14: CPU seconds. */
    private static Table shares(List<Map<String, Series>> all, List<Integer> known) {
        List<String> titles = new ArrayList<>(List.of(">versions known"));
        WORKLOADS.forEach(workload -> titles.add(">" + workload.title() + ", CPU seconds"));
        Table table = new Table(titles.toArray(new String[0]));
        for (int percent : known) {
            List<String> cells = new ArrayList<>(List.of(percent + "%"));
            for (Map<String, Series> workload : all) {
                Series series = workload.get(name(false, percent));
                boolean decided = isDecided(series);
                cells.add(Table.seconds(series.cpuSeconds()) + (decided ? "" : ", undecided"));
            }
            table.row(cells.toArray(new String[0]));
        }
        return table;
    }

    private static boolean isDecided(Series series) {
        return series.exitCode() != 3;
    }

    private static Picture picture(List<Map<String, Series>> all, List<Integer> known) {
        Picture picture = new Picture(
                        "What knowing the version order saves",
                        "CPU seconds of isolde check --level ser, with and without session order and version order, and"
                                + " by the share of the versions that is known.")
                .withOwnScales();
        LinePanel orders = new LinePanel(
                "session order, versions", "CPU seconds", List.of("neither", "versions", "sessions", "both"));
        LinePanel shares = new LinePanel(
                "versions known, %",
                "CPU seconds, no session order",
                known.stream().map(percent -> Integer.toString(percent)).toList());
        for (int workload = 0; workload < WORKLOADS.size(); workload++) {
            Map<String, Series> series = all.get(workload);
            String title = WORKLOADS.get(workload).title();
            orders.line(
                    title,
                    workload,
                    false,
                    seconds(series.get(name(false, 0))),
                    seconds(series.get(name(false, WITH_VERSIONS))),
                    seconds(series.get(name(true, 0))),
                    seconds(series.get(name(true, WITH_VERSIONS))));
            shares.line(
                    title,
                    workload,
                    false,
                    known.stream()
                            .mapToDouble(percent -> seconds(series.get(name(false, percent))))
                            .toArray());
        }
        picture.add(orders);
        picture.add(shares);
        return picture;
    }

    /** No point where there is no answer. */
    private static double seconds(Series series) {
        return isDecided(series) ? series.cpuSeconds() : Double.NaN;
    }
}
