package org.isolde.report.graph;

import java.util.ArrayList;
import java.util.List;
import org.isolde.history.Status;
import org.isolde.report.draw.DisplayText;
import org.isolde.report.draw.Drawing;
import org.isolde.report.graph.AnomalyGraph.Arc;
import org.isolde.report.graph.AnomalyGraph.Line;
import org.isolde.report.graph.AnomalyGraph.Meaning;
import org.isolde.report.graph.AnomalyGraph.Node;
import org.isolde.report.graph.AnomalyGraph.Part;

/** Draws the dependency graph of an anomaly: transactions as cards, orderings as arrows whose colour and dashes say their kind. */
public final class GraphSvg {
    private static final double LETTER = 7.4;
    private static final double BOLD_LETTER = 8.4;
    private static final double SMALL_LETTER = 6.4;
    private static final double LINE = 16;
    private static final double PADDING = 12;
    private static final double LABEL_HEIGHT = 19;
    private static final double HEAD = 9;
    private static final int MOST_LINES = 7;
    private static final int LONGEST_LINE = 34;
    private static final int LONGEST_NAME = 26;
    private static final int LONGEST_KEY = 16;
    private static final int LONGEST_TIP = 400;

    private final AnomalyGraph graph;
    private final String prefix;
    private final String stepPrefix;
    private final LayeredLayout.Result layout;
    private final Drawing drawing;

    private GraphSvg(AnomalyGraph graph, String prefix, String stepPrefix) {
        this.graph = graph;
        this.prefix = prefix;
        this.stepPrefix = stepPrefix;
        List<LayeredLayout.Box> boxes = new ArrayList<>();
        graph.nodes().forEach(node -> boxes.add(box(node)));
        List<LayeredLayout.Link> links = new ArrayList<>();
        for (Arc arc : graph.arcs()) {
            double width = SMALL_LETTER * DisplayText.columns(label(arc)) + 16;
            links.add(new LayeredLayout.Link(arc.from(), arc.to(), new LayeredLayout.Box(width, LABEL_HEIGHT)));
        }
        this.layout = LayeredLayout.of(boxes, links, graph.order());
        this.drawing = new Drawing(graph.title(), description(graph));
    }

    /** The graph as a drawing. */
    public static Drawing of(AnomalyGraph graph) {
        return new GraphSvg(graph, null, null).draw();
    }

    /**
     * The graph as a drawing that a page's script can bring to life.
     *
     * @param prefix of the ids that nodes lead to, as {@code prefix-t3}
     * @param stepPrefix of the ids that steps lead to, as {@code stepPrefix-s2}
     */
    public static Drawing interactive(AnomalyGraph graph, String prefix, String stepPrefix) {
        return new GraphSvg(graph, prefix, stepPrefix).draw();
    }

    /** All of the graph in words. */
    private static String description(AnomalyGraph graph) {
        List<String> sentences = new ArrayList<>();
        for (Arc arc : graph.arcs()) {
            sentences.add(graph.nodes().get(arc.from()).name() + " before "
                    + graph.nodes().get(arc.to()).name() + " (" + arc.kind().words() + "): " + arc.because() + ".");
        }
        return DisplayText.cut(String.join(" ", sentences), 4000);
    }

    private Drawing draw() {
        drawing.size(layout.width(), layout.height());
        for (int i = 0; i < graph.arcs().size(); i++) {
            arc(graph.arcs().get(i), layout.routes().get(i));
        }
        for (int i = 0; i < graph.nodes().size(); i++) {
            node(graph.nodes().get(i), layout.boxes().get(i));
        }
        return drawing;
    }

    // ---- nodes

    private static LayeredLayout.Box box(Node node) {
        double width = BOLD_LETTER * DisplayText.columns(name(node)) + badgeWidth(node);
        width = Math.max(width, SMALL_LETTER * DisplayText.columns(session(node)));
        width = Math.max(width, node.timestamps() == null ? 0 : SMALL_LETTER * DisplayText.columns(node.timestamps()));
        for (String line : lines(node)) {
            width = Math.max(width, LETTER * DisplayText.columns(line));
        }
        int rows = 1
                + (node.session() == null ? 0 : 1)
                + (node.timestamps() == null ? 0 : 1)
                + lines(node).size();
        return new LayeredLayout.Box(Math.max(90, width + 2 * PADDING), rows * LINE + PADDING + (rows > 2 ? 6 : 0));
    }

    private static String name(Node node) {
        return DisplayText.cut(node.name(), LONGEST_NAME);
    }

    private static String session(Node node) {
        return node.session() == null ? "" : "session " + DisplayText.cut(node.session(), LONGEST_NAME);
    }

    private static String badge(Node node) {
        return node.status() == null || node.status() == Status.COMMITTED
                ? ""
                : node.status().text();
    }

    private static double badgeWidth(Node node) {
        return badge(node).isEmpty() ? 0 : 12 + SMALL_LETTER * badge(node).length();
    }

    private static List<String> lines(Node node) {
        List<String> lines = new ArrayList<>();
        List<Line> all = node.lines();
        for (Line line : all.subList(0, Math.min(MOST_LINES, all.size()))) {
            lines.add(DisplayText.cut(line.text(), LONGEST_LINE));
        }
        if (all.size() > MOST_LINES) {
            lines.add("\u2026 and " + (all.size() - MOST_LINES) + " more");
        }
        return lines;
    }

    private void node(Node node, LayeredLayout.Place place) {
        boolean isButton = prefix != null && node.transaction() > 0;
        String style = "node" + (node.part() == Part.INVOLVED ? "" : " pale")
                + (badge(node).isEmpty() ? "" : " ended");
        drawing.open(
                "g",
                "class",
                style,
                "tabindex",
                isButton ? 0 : null,
                "role",
                isButton ? "button" : null,
                "aria-label",
                isButton ? spoken(node) : null,
                "data-transaction",
                isButton ? prefix + "-t" + node.transaction() : null);
        if (prefix == null) {
            drawing.tip(spoken(node));
        }
        drawing.card(place.x(), place.y(), place.width(), place.height());
        double x = place.x() + PADDING;
        double y = place.y() + PADDING / 2 + LINE - 3;
        drawing.text("b", x, y, name(node));
        if (!badge(node).isEmpty()) {
            drawing.text("badge e", place.x() + place.width() - PADDING, y, badge(node));
        }
        if (node.session() != null) {
            y += LINE;
            drawing.text("s", x, y, session(node));
        }
        if (node.timestamps() != null) {
            y += LINE;
            drawing.text("s", x, y, node.timestamps());
        }
        List<String> lines = lines(node);
        y += lines.isEmpty() ? 0 : 4;
        for (int i = 0; i < lines.size(); i++) {
            y += LINE;
            boolean atFault = i < Math.min(MOST_LINES, node.lines().size())
                    && node.lines().get(i).atFault();
            drawing.text(atFault ? "m fault" : "m", x, y, lines.get(i));
        }
        drawing.close("g");
    }

    private static String spoken(Node node) {
        StringBuilder text = new StringBuilder(node.name());
        if (node.session() != null) {
            text.append(", session ")
                    .append(node.session())
                    .append(", ")
                    .append(node.status().text());
        }
        if (node.timestamps() != null) {
            text.append(", ").append(node.timestamps());
        }
        for (int i = 0; i < node.lines().size(); i++) {
            text.append(i == 0 ? ": " : ", ").append(node.lines().get(i).text());
        }
        return DisplayText.cut(text.toString(), LONGEST_TIP);
    }

    // ---- arcs

    /** The kind, and the key if it is short. */
    private static String label(Arc arc) {
        boolean isShort = arc.key() != null && DisplayText.columns(DisplayText.cut(arc.key(), 99)) <= LONGEST_KEY;
        return arc.kind().words()
                + (isShort ? " " + DisplayText.visible(arc.key()) : "")
                + (arc.meaning() == Meaning.SUPPOSED ? " ?" : "");
    }

    private void arc(Arc arc, LayeredLayout.Route route) {
        String meaning = switch (arc.meaning()) {
            case STEP -> "";
            case SUPPOSED -> " supposed";
            case AROUND -> " pale";
        };
        boolean isStep = prefix != null && arc.step() >= 0;
        String words = DisplayText.cut(
                arc.kind().words()
                        + (arc.key() == null ? "" : ", key " + DisplayText.cut(arc.key(), LONGEST_TIP / 2))
                        + (arc.meaning() == Meaning.SUPPOSED ? ", supposed" : "") + ": " + arc.because(),
                LONGEST_TIP);
        drawing.open(
                "g",
                "class",
                "arc " + arc.kind().text() + meaning,
                "tabindex",
                isStep ? 0 : null,
                "role",
                isStep ? "img" : null,
                "aria-label",
                isStep ? words : null,
                "data-step",
                isStep ? stepPrefix + "-s" + arc.step() : null);
        drawing.tip(words);
        drawing.add("path", "class", "hit", "d", path(route, 0));
        drawing.add("path", "class", "line", "d", path(route, HEAD - 1));
        List<LayeredLayout.Point> points = route.points();
        LayeredLayout.Point end = points.get(points.size() - 1);
        double back = end.y() > points.get(points.size() - 2).y() ? -HEAD : HEAD;
        drawing.add(
                "path",
                "class",
                "head",
                "d",
                "M" + at(end.x(), end.y()) + "L" + at(end.x() - 4.5, end.y() + back) + "H"
                        + Drawing.number(end.x() + 4.5) + "z");
        LayeredLayout.Place label = route.label();
        drawing.add(
                "rect",
                "class",
                "pill",
                "x",
                label.x() + 1,
                "y",
                label.y(),
                "width",
                label.width() - 2,
                "height",
                label.height(),
                "rx",
                9);
        drawing.text("m s c", label.middle(), label.y() + 13.5, label(arc));
        drawing.close("g");
    }

    /** The way of an arc; it ends a little before its end, so that the tip of its head stays sharp. */
    private static String path(LayeredLayout.Route route, double before) {
        List<LayeredLayout.Point> points = route.points();
        StringBuilder path =
                new StringBuilder("M" + at(points.get(0).x(), points.get(0).y()));
        for (int i = 1; i < points.size(); i++) {
            LayeredLayout.Point from = points.get(i - 1);
            LayeredLayout.Point to = points.get(i);
            double y = i == points.size() - 1 ? to.y() - Math.signum(to.y() - from.y()) * before : to.y();
            if (from.x() == to.x()) {
                path.append("V").append(Drawing.number(y));
            } else {
                double middle = (from.y() + y) / 2;
                path.append("C")
                        .append(at(from.x(), middle))
                        .append(' ')
                        .append(at(to.x(), middle))
                        .append(' ')
                        .append(at(to.x(), y));
            }
        }
        return path.toString();
    }

    private static String at(double x, double y) {
        return Drawing.number(x) + " " + Drawing.number(y);
    }
}
