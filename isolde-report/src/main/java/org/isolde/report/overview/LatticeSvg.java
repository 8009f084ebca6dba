package org.isolde.report.overview;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.isolde.check.CheckResult;
import org.isolde.history.Level;
import org.isolde.report.draw.DisplayText;
import org.isolde.report.draw.Drawing;
import org.isolde.report.graph.LayeredLayout;

/** Draws the lattice of levels, stronger ones higher, with the verdict on each. */
public final class LatticeSvg {
    private static final double WIDTH = 176;
    private static final double HEIGHT = 42;
    private static final double CHIEF = 15;

    private final CheckResult check;
    private final List<Level> levels = Level.strongestFirst();
    private final Set<Level> strongest;
    private final Set<Level> weakest;

    private LatticeSvg(CheckResult check) {
        this.check = check;
        this.strongest = check.strongestSatisfied();
        this.weakest = check.weakestViolated();
    }

    public static Drawing of(CheckResult check) {
        return new LatticeSvg(check).draw();
    }

    private Drawing draw() {
        List<LayeredLayout.Box> boxes = new ArrayList<>();
        List<LayeredLayout.Link> links = new ArrayList<>();
        int[] order = new int[levels.size()];
        StringBuilder words = new StringBuilder();
        for (int i = 0; i < order.length; i++) {
            Level level = levels.get(i);
            order[i] = i;
            boxes.add(new LayeredLayout.Box(WIDTH, HEIGHT + (chief(level).isEmpty() ? 0 : CHIEF)));
            for (Level implied : level.implied()) {
                links.add(new LayeredLayout.Link(i, levels.indexOf(implied), null));
            }
            words.append(level.text())
                    .append(' ')
                    .append(LevelVerdict.of(check, level).text())
                    .append(i == order.length - 1 ? "." : ", ");
        }
        LayeredLayout.Result layout = LayeredLayout.of(boxes, links, order);
        Drawing drawing = new Drawing("The levels and the verdicts on them", words.toString());
        for (LayeredLayout.Route route : layout.routes()) {
            edge(drawing, route.points());
        }
        for (int i = 0; i < order.length; i++) {
            box(drawing, levels.get(i), layout.boxes().get(i));
        }
        drawing.text("s", 14, layout.height() + 8, "Stronger is higher; a line leads to what a level implies.");
        return drawing.size(layout.width(), layout.height() + 22);
    }

    private String chief(Level level) {
        return strongest.contains(level)
                ? LevelVerdict.isStrongest(check, level) ? "strongest that holds" : "strongest asked, holds"
                : weakest.contains(level) ? "weakest that is broken" : "";
    }

    private void box(Drawing drawing, Level level, LayeredLayout.Place place) {
        LevelVerdict verdict = LevelVerdict.of(check, level);
        String chief = chief(level);
        drawing.open("g", "class", "level " + verdict.style() + (chief.isEmpty() ? "" : " chief"));
        String reason = LevelVerdict.reason(check, level);
        drawing.tip(level.text() + ", " + level.title() + ": " + verdict.text()
                + (reason.isEmpty() ? "" : " (" + DisplayText.cut(reason, 300) + ")") + ". " + level.meaning());
        drawing.card(place.x(), place.y(), place.width(), place.height());
        drawing.text("b", place.x() + 9, place.y() + 18, level.text());
        drawing.text("sign e", place.x() + place.width() - 9, place.y() + 18, verdict.sign());
        drawing.text("s", place.x() + 9, place.y() + 34, level.title());
        if (!chief.isEmpty()) {
            drawing.text("s tag", place.x() + 9, place.y() + 49, chief);
        }
        drawing.close("g");
    }

    private static void edge(Drawing drawing, List<LayeredLayout.Point> points) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < points.size(); i++) {
            LayeredLayout.Point to = points.get(i);
            if (i == 0) {
                path.append("M").append(at(to.x(), to.y()));
                continue;
            }
            LayeredLayout.Point from = points.get(i - 1);
            double middle = (from.y() + to.y()) / 2;
            path.append("C").append(at(from.x(), middle)).append(' ');
            path.append(at(to.x(), middle)).append(' ').append(at(to.x(), to.y()));
        }
        drawing.add("path", "class", "implies", "d", path.toString());
    }

    private static String at(double x, double y) {
        return Drawing.number(x) + " " + Drawing.number(y);
    }
}
