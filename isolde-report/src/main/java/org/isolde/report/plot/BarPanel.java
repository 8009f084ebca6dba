package org.isolde.report.plot;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Bars in two parts, one above the other; two bars for each label. */
public final class BarPanel extends Panel {
    private static final double WIDTH_OF_BOTH = 0.7;
    private static final String BAR = "<rect class=\"f%d%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>";

    private record Bar(int label, String name, int place, double lower, double upper) {}

    private final List<Bar> bars = new ArrayList<>();

    private final String lowerPart;
    private final String upperPart;

    /**
     * @param lowerPart what the lower part of a bar is called
     * @param upperPart what the upper part is called
     */
    public BarPanel(String horizontal, String vertical, List<String> labels, String lowerPart, String upperPart) {
        super(horizontal, vertical, labels);
        this.lowerPart = lowerPart;
        this.upperPart = upperPart;
    }

    /**
     * Adds a bar.
     *
     * @param label the number of the label below it
     * @param place 0 for the left one of the two, 1 for the right one; also the colour
     */
    public void bar(int label, String name, int place, double lower, double upper) {
        bars.add(new Bar(label, name, place, lower, upper));
    }

    @Override
    double most() {
        return bars.stream().mapToDouble(bar -> bar.lower() + bar.upper()).max().orElse(0);
    }

    @Override
    void marks(StringBuilder svg) {
        double width = step() * WIDTH_OF_BOTH / 2;
        for (Bar bar : bars) {
            double x = x(bar.label()) + (bar.place() - 1) * width;
            double middle = y(bar.lower());
            double top = y(bar.lower() + bar.upper());
            add(svg, BAR, bar.place(), "", x, middle, width, y(0) - middle);
            add(svg, BAR, bar.place(), " pale", x, top, width, middle - top);
        }
    }

    @Override
    Map<String, String> legend() {
        Map<String, String> legend = new LinkedHashMap<>();
        for (Bar bar : bars) {
            legend.put(bar.name() + ": " + lowerPart, swatch(bar, ""));
            legend.put(bar.name() + ": " + upperPart, swatch(bar, " pale"));
        }
        return legend;
    }

    private static String swatch(Bar bar, String kind) {
        return String.format(Locale.ROOT, BAR, bar.place(), kind, 8.0, -6.0, 12.0, 12.0);
    }
}
