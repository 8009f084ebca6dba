package org.isolde.report.graph;

import java.util.Locale;
import org.isolde.check.EdgeKind;
import org.isolde.report.draw.DisplayText;
import org.isolde.report.graph.AnomalyGraph.Arc;
import org.isolde.report.graph.AnomalyGraph.Meaning;
import org.isolde.report.graph.AnomalyGraph.Node;
import org.isolde.report.graph.AnomalyGraph.Part;

/** The dependency graph of an anomaly in the language of Graphviz. */
public final class GraphDot {
    /** Graphviz refuses strings of more than 16384 bytes; and nobody reads them. */
    private static final int LONGEST_NAME = 200;

    private static final int LONGEST_REASON = 1000;
    private static final int MOST_LINES = 40;

    private GraphDot() {}

    public static String of(AnomalyGraph graph) {
        StringBuilder dot = new StringBuilder("digraph anomaly {\n");
        dot.append("  label=").append(quoted(cut(graph.title()))).append(";\n");
        dot.append("  labelloc=t;\n  fontname=\"sans-serif\";\n");
        dot.append("  node [shape=box, style=rounded, fontname=\"monospace\"];\n  edge [fontname=\"monospace\"];\n");
        for (int i = 0; i < graph.nodes().size(); i++) {
            Node node = graph.nodes().get(i);
            StringBuilder label = new StringBuilder(cut(node.name()));
            if (node.session() != null) {
                label.append("\nsession ")
                        .append(cut(node.session()))
                        .append(", ")
                        .append(node.status().text());
            }
            if (node.timestamps() != null) {
                label.append('\n').append(node.timestamps());
            }
            node.lines().stream()
                    .limit(MOST_LINES)
                    .forEach(line -> label.append('\n').append(cut(line.text())));
            dot.append(String.format(Locale.ROOT, "  n%d [label=", i)).append(quoted(label.toString()));
            dot.append(node.part() == Part.INVOLVED ? "" : ", style=\"rounded,dashed\"")
                    .append("];\n");
        }
        for (Arc arc : graph.arcs()) {
            String label = arc.kind().words() + (arc.key() == null ? "" : " " + cut(arc.key()));
            dot.append(String.format(Locale.ROOT, "  n%d -> n%d [label=", arc.from(), arc.to()))
                    .append(quoted(label))
                    .append(", tooltip=")
                    .append(quoted(DisplayText.cut(arc.because(), LONGEST_REASON)))
                    .append(String.format(
                            Locale.ROOT,
                            ", color=\"%s\", fontcolor=\"%s\", style=%s];\n",
                            colour(arc.kind()),
                            colour(arc.kind()),
                            style(arc)));
        }
        return dot.append("}\n").toString();
    }

    /** What follows from a condition is drawn bold, for it is about a whole table. */
    private static String style(Arc arc) {
        String line = arc.meaning() == Meaning.STEP ? "solid" : "dashed";
        return arc.kind().isOfPredicate() ? '"' + line + ",bold\"" : line;
    }

    private static String cut(String text) {
        return DisplayText.cut(text, LONGEST_NAME);
    }

    private static String colour(EdgeKind kind) {
        return switch (kind) {
            case WR, PREDICATE_WR -> "#0969da";
            case WW -> "#1a7f37";
            case RW, PREDICATE_RW -> "#bc4c00";
            case SO -> "#57606a";
            case RT -> "#8250df";
            case CO -> "#9a6700";
        };
    }

    /**
     * A quoted string. A backslash would begin an escape such as {@code \N}, the node's name, and an ampersand an HTML
     * entity, so both are made to stand for themselves; control characters, which some outputs can't have, are spelled out.
     */
    static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            switch (c) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                case '&' -> quoted.append("&amp;");
                case '\n' -> quoted.append("\\n");
                default -> {
                    if (c < ' ' || c == 0x7f || (c >= 0xd800 && c < 0xe000)) {
                        quoted.append(String.format(Locale.ROOT, "\\\\u%04x", c));
                    } else {
                        quoted.appendCodePoint(c);
                    }
                }
            }
        });
        return quoted.append('"').toString();
    }
}
