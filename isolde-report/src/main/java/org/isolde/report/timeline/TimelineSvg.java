package org.isolde.report.timeline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.isolde.check.AnomalyKind;
import org.isolde.history.Status;
import org.isolde.report.Finding;
import org.isolde.report.Story;
import org.isolde.report.draw.DisplayText;
import org.isolde.report.draw.Drawing;
import org.isolde.report.graph.Operations;

/** Draws a finding over time: a row for each session, a bar for each transaction, the steps of the cycle as thin arrows. */
public final class TimelineSvg {
    private static final double LETTER = 6.8;
    private static final double SMALL_LETTER = 6.3;
    private static final double TOP = 14;
    private static final double BAR = 40;
    private static final double ROW = 70;
    private static final double NOTE = 17;
    private static final double RIGHT = 24;
    private static final double SHORTEST_TICK = 70;
    private static final int MOST_OPERATIONS = 6;
    private static final int LONGEST_OPERATION = 20;
    private static final int LONGEST_NAME = 24;
    private static final int LONGEST_SESSION = 14;

    private final Timeline timeline;
    private final String prefix;
    private final TimeAxis axis;
    private final double leftMargin;
    private final boolean backwards;
    private final Drawing drawing;
    /** The ends of arrows at each bar, by the bar's transaction. */
    private final Map<Integer, List<Foot>> feet = new HashMap<>();

    /** What arrows are called, in the order in which they were drawn. */
    private final List<Label> labels = new ArrayList<>();

    /** What an arrow is called, and where. */
    private record Label(Story.Step step, int number, double x, double y) {
        private static final double HEIGHT = 16;

        double width() {
            return 10 + 7.0 * step.kind().words().length();
        }

        boolean covers(Label other) {
            return Math.abs(y - other.y) < HEIGHT && Math.abs(x - other.x) < (width() + other.width()) / 2 + 2;
        }

        Label at(double newX, double newY) {
            return new Label(step, number, newX, newY);
        }
    }

    /** One end of an arrow, and how far to the right its other end is. */
    private record Foot(int step, double towards) {}

    private TimelineSvg(Finding finding, String prefix) {
        this.timeline = new Timeline(finding);
        this.prefix = prefix;
        this.backwards = finding.anomaly().kind() == AnomalyKind.START_AFTER_COMMIT;
        long last = timeline.bars.stream()
                .mapToLong(bar -> bar.isOpen() ? bar.begin() + 1 : bar.end())
                .max()
                .orElse(1);
        for (Timeline.Other other : timeline.others) {
            last = Math.max(last, other.end() == Long.MAX_VALUE ? other.begin() : other.end());
        }
        List<TimeAxis.Need> needs = new ArrayList<>();
        for (Timeline.Bar bar : timeline.bars) {
            long end = bar.isOpen() ? last : bar.end();
            // what began and ended within one tick of the clock still needs room
            needs.add(new TimeAxis.Need(bar.begin(), Math.max(end, bar.begin() + 1), need(bar)));
        }
        List<Long> others = new ArrayList<>();
        timeline.others.stream().mapToLong(Timeline.Other::begin).min().ifPresent(others::add);
        others.add(last);
        this.axis = new TimeAxis(needs, others);
        int longest = timeline.sessions.stream()
                .mapToInt(name -> DisplayText.columns(session(name)))
                .max()
                .orElse(0);
        this.leftMargin = 24 + SMALL_LETTER * longest;
        this.drawing = new Drawing(
                "Time line of " + finding.story().name() + " ("
                        + finding.story().alias() + ")",
                String.join(" ", notes()) + " " + finding.story().sentence());
    }

    /** The time line as a drawing. */
    public static Drawing of(Finding finding) {
        return new TimelineSvg(finding, null).draw();
    }

    /** The time line as a drawing that a page's script can bring to life; the prefix is that of the graph. */
    public static Drawing interactive(Finding finding, String prefix) {
        return new TimelineSvg(finding, prefix).draw();
    }

    private static String session(String name) {
        return "session " + DisplayText.cut(name, LONGEST_SESSION);
    }

    private static double need(Timeline.Bar bar) {
        double name = LETTER * (DisplayText.columns(DisplayText.cut(bar.name(), LONGEST_NAME)) + 1)
                + (bar.status() == Status.COMMITTED ? 0 : 60);
        double operations = 0;
        for (Operations.Shown operation : shown(bar)) {
            operations = Math.max(
                    operations, LETTER * DisplayText.columns(DisplayText.cut(operation.text(), LONGEST_OPERATION)));
        }
        return Math.max(name, (operations + 16) * shown(bar).size()) + 14;
    }

    private static List<Operations.Shown> shown(Timeline.Bar bar) {
        List<Operations.Shown> all = bar.operations();
        return all.subList(0, Math.min(MOST_OPERATIONS, all.size()));
    }

    /** What a reader must know in order not to read too much into the picture. */
    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (timeline.byTimestamps) {
            notes.add("From start to commit by the database's timestamps, in their order; distances are not to scale.");
            if (backwards) {
                notes.add("One that starts after its commit is shown from its commit to its start.");
            }
            notes.add("At equal timestamps those commit first that started earlier, and starts come last.");
        } else if (!timeline.hasTimes) {
            notes.add("The history has no times: transactions stand in the order of the input.");
        } else if (axis.isToScale()) {
            notes.add("Time is to scale.");
        } else {
            notes.add("Begins and ends are in their true order; distances are not to scale.");
        }
        notes.add("When an operation ran is not recorded: operations are spread evenly over their transaction.");
        if (!timeline.others.isEmpty()) {
            notes.add("Pale bars are neighbours of the same sessions, which the finding does not need.");
        }
        if (timeline.left > 0) {
            notes.add(timeline.left
                    + (timeline.byTimestamps
                            ? " more transactions are not shown: they have no timestamps, or there are too many."
                            : " more transactions of the history are not shown; the graph does without them."));
        }
        return notes;
    }

    private Drawing draw() {
        double bottom = TOP + ROW * timeline.sessions.size();
        double width = Math.max(leftMargin + axis.width() + RIGHT, 620);
        ticks(bottom);
        for (int row = 0; row < timeline.sessions.size(); row++) {
            double y = top(row) + BAR / 2;
            drawing.add(
                    "path",
                    "class",
                    "grid",
                    "d",
                    "M" + Drawing.number(leftMargin) + " " + Drawing.number(y) + "H"
                            + Drawing.number(leftMargin + axis.width()));
            drawing.text("s", 14, y + 4, session(timeline.sessions.get(row)));
        }
        timeline.others.forEach(this::other);
        // behind the bars, so that none strikes through an operation; what they are called stands before all
        arrows();
        timeline.bars.forEach(this::bar);
        labels.forEach(this::label);
        double y = bottom + 26;
        for (String note : notes()) {
            y += NOTE;
            drawing.text("s", 14, y, note);
        }
        return drawing.size(width, y + 14);
    }

    private static double top(int row) {
        return TOP + ROW * row + (ROW - BAR) / 2;
    }

    private double x(long time) {
        return leftMargin + axis.x(time);
    }

    // ---- the axis

    private void ticks(double bottom) {
        TreeSet<Long> times = new TreeSet<>();
        for (Timeline.Bar bar : timeline.bars) {
            times.add(bar.begin());
            if (!bar.isOpen()) {
                times.add(bar.end());
            }
        }
        double free = 0;
        for (long time : times) {
            double x = x(time);
            drawing.add(
                    "path",
                    "class",
                    "grid",
                    "d",
                    "M" + Drawing.number(x) + " " + Drawing.number(TOP) + "V" + Drawing.number(bottom));
            String label = timeline.byTimestamps
                    ? timeline.timestampNames.get(time)
                    : timeline.hasTimes ? time(time, times.first()) : null;
            if (x >= free && label != null) {
                drawing.text("s c", x, bottom + 15, DisplayText.cut(label, LONGEST_NAME));
                free = x + Math.max(SHORTEST_TICK, SMALL_LETTER * label.length() + 8);
            }
        }
        if (!timeline.hasTimes) {
            drawing.text("s", leftMargin, bottom + 15, "order of the input \u2192");
        }
    }

    /** A time since the first begin, where the unit is known. */
    private String time(long time, long first) {
        if (!timeline.isNanoseconds) {
            return Long.toString(time);
        }
        double since = time - first;
        if (since == 0) {
            return String.format(Locale.ROOT, "%.3f s", time / 1e9);
        }
        return since < 1e6
                ? String.format(Locale.ROOT, "+%.0f \u00b5s", since / 1e3)
                : since < 1e9
                        ? String.format(Locale.ROOT, "+%.2f ms", since / 1e6)
                        : String.format(Locale.ROOT, "+%.2f s", since / 1e9);
    }

    // ---- bars

    private void other(Timeline.Other other) {
        double begin = x(other.begin());
        double end = other.end() == Long.MAX_VALUE ? leftMargin + axis.width() : x(other.end());
        drawing.open("g");
        drawing.tip(DisplayText.cut(other.name(), 200) + ", " + other.status().text());
        drawing.add(
                "rect",
                "class",
                "other",
                "x",
                begin,
                "y",
                top(other.row()) + 8,
                "width",
                Math.max(2, end - begin),
                "height",
                BAR - 16,
                "rx",
                3);
        drawing.close("g");
    }

    private double end(Timeline.Bar bar) {
        return bar.isOpen() ? leftMargin + axis.width() : x(Math.max(bar.end(), bar.begin() + 1));
    }

    private void bar(Timeline.Bar bar) {
        double begin = x(bar.begin());
        double width = end(bar) - begin;
        double y = top(bar.row());
        String target = prefix == null ? null : prefix + "-t" + bar.transaction();
        drawing.open("g", "class", "node", "data-transaction", target);
        drawing.tip(DisplayText.cut(bar.name(), 200) + ", " + bar.status().text()
                + (bar.isOpen() ? ", no answer until the end" : ""));
        drawing.add(
                "rect",
                "class",
                "bar " + bar.status().text(),
                "x",
                begin,
                "y",
                y,
                "width",
                width,
                "height",
                BAR,
                "rx",
                5);
        String status =
                bar.status() == Status.COMMITTED ? "" : " " + bar.status().text();
        drawing.text("b", begin + 7, y + 15, DisplayText.cut(bar.name(), LONGEST_NAME));
        if (!status.isEmpty()) {
            drawing.text("badge e", begin + width - 6, y + 15, status);
        }
        List<Operations.Shown> operations = shown(bar);
        double slot = (width - 8) / Math.max(1, operations.size());
        for (int i = 0; i < operations.size(); i++) {
            Operations.Shown operation = operations.get(i);
            double at = begin + 9 + i * slot;
            String style = operation.atFault() ? " fault" : "";
            drawing.add("circle", "class", "dot" + style, "cx", at, "cy", y + 28, "r", 2.5);
            drawing.text("m s" + style, at + 6, y + 32, DisplayText.cut(operation.text(), LONGEST_OPERATION));
        }
        if (bar.operations().size() > operations.size()) {
            drawing.text(
                    "s e", begin + width - 6, y + 15, "+" + (bar.operations().size() - operations.size()));
        }
        drawing.close("g");
    }

    // ---- arrows

    private Timeline.Bar barOf(int transaction) {
        return timeline.bars.stream()
                .filter(bar -> bar.transaction() == transaction)
                .findFirst()
                .orElse(null);
    }

    private void arrows() {
        List<Integer> drawn = new ArrayList<>();
        for (int i = 0; i < timeline.steps.size(); i++) {
            Story.Step step = timeline.steps.get(i);
            if (step.from() != step.to() && barOf(step.from()) != null && barOf(step.to()) != null) {
                drawn.add(i);
                feet.computeIfAbsent(step.from(), t -> new ArrayList<>()).add(new Foot(i, middle(barOf(step.to()))));
                feet.computeIfAbsent(step.to(), t -> new ArrayList<>()).add(new Foot(i, middle(barOf(step.from()))));
            }
        }
        feet.values().forEach(own -> own.sort(Comparator.comparingDouble(Foot::towards)));
        for (int i : drawn) {
            Story.Step step = timeline.steps.get(i);
            arrow(step, i, barOf(step.from()), barOf(step.to()));
        }
    }

    private double middle(Timeline.Bar bar) {
        return (x(bar.begin()) + end(bar)) / 2;
    }

    /** A place on a bar that no other arrow has; they stand in the order of where they lead. */
    private double foot(Timeline.Bar bar, int step) {
        List<Foot> own = feet.get(bar.transaction());
        int place = 0;
        while (own.get(place).step() != step) {
            place++;
        }
        double begin = x(bar.begin());
        return begin + (end(bar) - begin) * (place + 1) / (own.size() + 1.0);
    }

    /** How far along its curve an arrow has come so far down, as a share of its height. */
    private static double shareAt(double down) {
        double low = 0;
        double high = 1;
        for (int i = 0; i < 20; i++) {
            double t = (low + high) / 2;
            if (1.5 * t * (1 - t) + t * t * t < down) {
                low = t;
            } else {
                high = t;
            }
        }
        return low;
    }

    private void arrow(Story.Step step, int number, Timeline.Bar from, Timeline.Bar to) {
        double x1 = foot(from, number);
        double x2 = foot(to, number);
        boolean sameRow = from.row() == to.row();
        boolean down = from.row() < to.row();
        double y1 = top(from.row()) + (down ? BAR : 0);
        double y2 = top(to.row()) + (down || sameRow ? 0 : BAR);
        double side = down || sameRow ? -1 : 1;
        double bend = sameRow ? -26 : (y2 - y1) / 2;
        drawing.open(
                "g", "class", "arc " + step.kind().text(), "data-step", prefix == null ? null : prefix + "-s" + number);
        drawing.tip(words(step));
        String start = "M" + Drawing.number(x1) + " " + Drawing.number(y1) + "C" + Drawing.number(x1) + " "
                + Drawing.number(y1 + bend) + " " + Drawing.number(x2) + " ";
        String path = start + Drawing.number(y2 - (sameRow ? -bend : bend)) + " " + Drawing.number(x2) + " "
                + Drawing.number(y2 + side * 6);
        drawing.add("path", "class", "hit", "d", path);
        drawing.add("path", "class", "line thin", "d", path);
        drawing.add(
                "path",
                "class",
                "head",
                "d",
                "M" + Drawing.number(x2) + " " + Drawing.number(y2) + "l-3.5 " + Drawing.number(side * 8) + "h7z");
        drawing.close("g");
        labels.add(free(new Label(step, number, 0, 0), x1, y1, x2, y2, sameRow));
    }

    /** A place beside no bar where no other label is: in a gap between rows that the arrow passes, else beside the last. */
    private Label free(Label label, double x1, double y1, double x2, double y2, boolean sameRow) {
        Label last = label;
        double gaps = sameRow ? 1 : Math.max(1, Math.rint((Math.abs(y2 - y1) - (ROW - BAR)) / ROW) + 1);
        for (int gap = 0; gap < gaps; gap++) {
            double down = (ROW - BAR) / 2 + gap * ROW;
            double share = sameRow ? 0.5 : shareAt(down / Math.abs(y2 - y1));
            last = label.at(
                    x1 + (x2 - x1) * share * share * (3 - 2 * share),
                    sameRow ? y1 - 20 : y1 + Math.signum(y2 - y1) * down);
            if (isFree(last)) {
                return last;
            }
        }
        while (!isFree(last)) {
            last = last.at(last.x() + last.width() / 2, last.y());
        }
        return last;
    }

    private boolean isFree(Label label) {
        return labels.stream().noneMatch(label::covers);
    }

    private void label(Label label) {
        drawing.open(
                "g",
                "class",
                "label " + label.step().kind().text(),
                "data-step",
                prefix == null ? null : prefix + "-s" + label.number());
        drawing.tip(words(label.step()));
        drawing.add(
                "rect",
                "class",
                "pill",
                "x",
                label.x() - label.width() / 2,
                "y",
                label.y() - Label.HEIGHT / 2,
                "width",
                label.width(),
                "height",
                Label.HEIGHT,
                "rx",
                Label.HEIGHT / 2);
        drawing.text("m s c", label.x(), label.y() + 4, label.step().kind().words());
        drawing.close("g");
    }

    private static String words(Story.Step step) {
        return DisplayText.cut(step.kind().words() + ": " + step.because(), 400);
    }
}
