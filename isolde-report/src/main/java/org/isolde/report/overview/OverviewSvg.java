package org.isolde.report.overview;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.isolde.history.Status;
import org.isolde.report.Finding;
import org.isolde.report.Report;
import org.isolde.report.draw.Drawing;

/** Draws the whole history: transactions over time by how they ended, and where the findings lie. */
public final class OverviewSvg {
    private static final double LEFT = 64;
    private static final double TOP = 34;
    private static final double WIDTH = 700;
    private static final double HEIGHT = 140;
    private static final double STEP = WIDTH / Overview.PARTS;
    private static final int TICKS = 4;

    private final Overview overview;
    private final Report report;
    private final Drawing drawing;
    private final double unit;

    private OverviewSvg(Report report) {
        this.report = report;
        this.overview = new Overview(report.check().history());
        // transactions of a part as transactions a second
        this.unit = Double.isNaN(overview.seconds()) ? 1 : Overview.PARTS / overview.seconds();
        this.drawing = new Drawing("The whole history", sentence(overview));
    }

    public static Drawing of(Report report) {
        return new OverviewSvg(report).draw();
    }

    /** The numbers of a report's history in words. */
    public static String sentence(Report report) {
        return sentence(new Overview(report.check().history()));
    }

    private static String sentence(Overview overview) {
        List<String> parts = new ArrayList<>();
        for (Status status : Status.values()) {
            parts.add(String.format(Locale.ROOT, "%,d %s", overview.total(status), status.text()));
        }
        String all = String.join(", ", parts);
        return Double.isNaN(overview.seconds())
                ? all + "."
                : all
                        + String.format(
                                Locale.ROOT,
                                " in %.2f seconds: %,.0f committed a second.",
                                overview.seconds(),
                                overview.total(Status.COMMITTED) / overview.seconds());
    }

    private Drawing draw() {
        double most = 1e-9;
        for (int part = 0; part < Overview.PARTS; part++) {
            double all = 0;
            for (Status status : Status.values()) {
                all += overview.count(status, part) * unit;
            }
            most = Math.max(most, all);
        }
        double tick = tick(most);
        double top = Math.ceil(most / tick - 1e-9) * tick;
        for (int i = 0; i * tick <= top + tick / 2; i++) {
            double y = TOP + HEIGHT - i * tick / top * HEIGHT;
            drawing.add(
                    "path",
                    "class",
                    i == 0 ? "axis" : "grid",
                    "d",
                    "M" + Drawing.number(LEFT) + " " + Drawing.number(y) + "h" + Drawing.number(WIDTH));
            drawing.text("s e", LEFT - 7, y + 4, String.format(Locale.ROOT, "%,.0f", i * tick));
        }
        for (int part = 0; part < Overview.PARTS; part++) {
            bars(part, top);
        }
        marks();
        axis();
        legend();
        return drawing.size(LEFT + WIDTH + 24, TOP + HEIGHT + 66);
    }

    private void bars(int part, double top) {
        String[] styles = {"done", "failed", "lost"};
        double y = TOP + HEIGHT;
        drawing.open("g");
        drawing.tip(String.format(
                Locale.ROOT,
                "%,d committed, %,d aborted, %,d unknown",
                overview.count(Status.COMMITTED, part),
                overview.count(Status.ABORTED, part),
                overview.count(Status.UNKNOWN, part)));
        for (Status status : Status.values()) {
            double height = overview.count(status, part) * unit / top * HEIGHT;
            if (height > 0) {
                y -= height;
                drawing.add(
                        "rect",
                        "class",
                        styles[status.ordinal()],
                        "x",
                        LEFT + part * STEP + 0.5,
                        "y",
                        y,
                        "width",
                        STEP - 1,
                        "height",
                        height);
            }
        }
        drawing.close("g");
    }

    /** A triangle above each part with findings, with their numbers. */
    private void marks() {
        TreeMap<Integer, List<Integer>> findings = new TreeMap<>();
        for (int i = 0; i < report.findings().size(); i++) {
            for (int t : report.findings().get(i).anomaly().transactions()) {
                if (t > 0) {
                    findings.computeIfAbsent(overview.part(t), part -> new ArrayList<>())
                            .add(i + 1);
                    break;
                }
            }
        }
        double free = 0;
        for (var entry : findings.entrySet()) {
            double x = LEFT + (entry.getKey() + 0.5) * STEP;
            List<Integer> numbers = entry.getValue();
            List<String> titles = new ArrayList<>();
            for (int number : numbers.subList(0, Math.min(20, numbers.size()))) {
                Finding finding = report.findings().get(number - 1);
                titles.add(number + ": " + finding.story().name());
            }
            drawing.open("g");
            drawing.tip("Finding " + String.join(", ", titles));
            drawing.add(
                    "path",
                    "class",
                    "mark",
                    "d",
                    "M" + Drawing.number(x) + " " + Drawing.number(TOP - 2) + "l-5 -9h10z");
            String text = numbers.get(0) + (numbers.size() > 1 ? "\u2026" : "");
            if (x >= free) {
                drawing.text("s c", x, TOP - 15, text);
                free = x + 22;
            }
            drawing.close("g");
        }
    }

    private void axis() {
        double y = TOP + HEIGHT + 16;
        boolean inSeconds = !Double.isNaN(overview.seconds());
        String unitName = inSeconds ? "seconds" : overview.hasTimes() ? "time" : "place in the input";
        for (int i = 0; inSeconds && i <= TICKS; i++) {
            drawing.text(
                    "s c",
                    LEFT + i * WIDTH / TICKS,
                    y,
                    String.format(
                            Locale.ROOT, overview.seconds() < 20 ? "%.1f" : "%.0f", i * overview.seconds() / TICKS));
        }
        drawing.text("s c", LEFT + WIDTH / 2, inSeconds ? y + 16 : y, unitName);
    }

    private void legend() {
        double y = TOP + HEIGHT + 52;
        String per = Double.isNaN(overview.seconds()) ? " transactions" : " transactions a second";
        String[][] entries = {{"done", "committed"}, {"failed", "aborted"}, {"lost", "outcome unknown"}};
        double x = LEFT;
        for (String[] entry : entries) {
            drawing.add("rect", "class", entry[0], "x", x, "y", y - 9, "width", 11, "height", 11, "rx", 2);
            drawing.text("s", x + 16, y, entry[1] + (x == LEFT ? per : ""));
            x += 40 + 6.2 * (entry[1].length() + (x == LEFT ? per.length() : 0));
        }
        if (!report.findings().isEmpty()) {
            drawing.add(
                    "path",
                    "class",
                    "mark",
                    "d",
                    "M" + Drawing.number(x + 5) + " " + Drawing.number(y + 1) + "l-5 -9h10z");
            drawing.text("s", x + 16, y, "findings, by number");
        }
    }

    private static double tick(double largest) {
        double rough = Math.max(largest / TICKS, 1);
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double factor = rough / power;
        return power * (factor <= 1 ? 1 : factor <= 2 ? 2 : factor <= 5 ? 5 : 10);
    }
}
