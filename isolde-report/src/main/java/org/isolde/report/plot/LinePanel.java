package org.isolde.report.plot;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Lines through points. */
public final class LinePanel extends Panel {
    private static final String PATH = "<path class=\"line s%d%s\" d=\"%s\"/>";
    private static final String ROUND = "<circle class=\"f%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>";
    private static final String SQUARE = "<path class=\"f%d\" d=\"M%.1f %.1fm-3 -3h6v6h-6z\"/>";

    private record Line(String name, int colour, boolean dashed, double[] values) {}

    private final List<Line> lines = new ArrayList<>();

    public LinePanel(String horizontal, String vertical, List<String> labels) {
        super(horizontal, vertical, labels);
    }

    /**
     * Adds a line.
     *
     * @param colour from 0 to 3
     * @param values one for each label; NaN where there is none
     */
    public void line(String name, int colour, boolean dashed, double... values) {
        if (values.length != values()) {
            throw new IllegalArgumentException(values.length + " values for " + values() + " labels");
        }
        lines.add(new Line(name, colour, dashed, values));
    }

    @Override
    double most() {
        double most = 0;
        for (Line line : lines) {
            for (double value : line.values()) {
                most = Double.isNaN(value) ? most : Math.max(most, value);
            }
        }
        return most;
    }

    @Override
    void marks(StringBuilder svg) {
        for (Line line : lines) {
            StringBuilder path = new StringBuilder();
            boolean drawing = false;
            for (int i = 0; i < line.values().length; i++) {
                if (!Double.isNaN(line.values()[i])) {
                    String move = drawing ? "L" : "M";
                    path.append(String.format(Locale.ROOT, "%s%.1f %.1f", move, x(i), y(line.values()[i])));
                }
                drawing = !Double.isNaN(line.values()[i]);
            }
            add(svg, PATH, line.colour(), line.dashed() ? " other" : "", path);
            for (int i = 0; i < line.values().length; i++) {
                if (!Double.isNaN(line.values()[i])) {
                    add(svg, point(line), line.colour(), x(i), y(line.values()[i]));
                }
            }
        }
    }

    @Override
    Map<String, String> legend() {
        Map<String, String> legend = new LinkedHashMap<>();
        for (Line line : lines) {
            String path = String.format(Locale.ROOT, PATH, line.colour(), line.dashed() ? " other" : "", "M0 0H24");
            legend.put(line.name(), path + String.format(Locale.ROOT, point(line), line.colour(), 12.0, 0.0));
        }
        return legend;
    }

    private static String point(Line line) {
        return line.dashed() ? SQUARE : ROUND;
    }
}
