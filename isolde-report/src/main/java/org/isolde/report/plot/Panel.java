package org.isolde.report.plot;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Axes with something on them. The values of the horizontal axis are only labels, as far apart from each other as the next;
 * the vertical axis is linear and begins at 0.
 */
public abstract class Panel {
    static final int WIDTH = 300;
    static final int HEIGHT = 250;
    private static final int LEFT = 60;
    private static final int RIGHT = 12;
    private static final int TOP = 8;
    private static final int BOTTOM = 46;
    private static final int TICKS = 5;

    private final String horizontal;
    private final String vertical;
    private final List<String> labels;
    private double top;

    Panel(String horizontal, String vertical, List<String> labels) {
        this.horizontal = horizontal;
        this.vertical = vertical;
        this.labels = labels;
    }

    /** The largest value. */
    abstract double most();

    /** Draws what stands on the axes. */
    abstract void marks(StringBuilder svg);

    /** What each name in the legend looks like, in SVG, about 24 wide and centred at height 0. */
    abstract Map<String, String> legend();

    int values() {
        return labels.size();
    }

    /** Where a value of the horizontal axis is. */
    double x(int value) {
        return LEFT + (value + 0.5) * step();
    }

    /** How far values of the horizontal axis are apart. */
    double step() {
        return (WIDTH - LEFT - RIGHT) / (double) labels.size();
    }

    double y(double value) {
        return HEIGHT - BOTTOM - value / top * (HEIGHT - BOTTOM - TOP);
    }

    /** Draws everything, with room for values up to this. */
    void draw(StringBuilder svg, double largest) {
        double tick = tick(largest);
        top = Math.max(1, Math.ceil(largest / tick - 1e-9)) * tick;
        for (int i = 0; i * tick <= top + tick / 2; i++) {
            double y = y(i * tick);
            add(svg, "<path class=\"%s\" d=\"M%d %.1fH%d\"/>", i == 0 ? "axis" : "grid", LEFT, y, WIDTH - RIGHT);
            add(svg, "<text class=\"e\" x=\"%d\" y=\"%.1f\">%s</text>", LEFT - 6, y + 4, number(i * tick, tick));
        }
        for (int i = 0; i < labels.size(); i++) {
            add(
                    svg,
                    "<text class=\"c\" x=\"%.1f\" y=\"%d\">%s</text>",
                    x(i),
                    HEIGHT - BOTTOM + 17,
                    Picture.escaped(labels.get(i)));
        }
        int middle = (LEFT + WIDTH - RIGHT) / 2;
        add(
                svg,
                "<text class=\"c\" x=\"%d\" y=\"%d\">%s</text>",
                middle,
                HEIGHT - BOTTOM + 36,
                Picture.escaped(horizontal));
        add(
                svg,
                "<text class=\"c\" transform=\"translate(12 %d) rotate(-90)\">%s</text>",
                (TOP + HEIGHT - BOTTOM) / 2,
                Picture.escaped(vertical));
        marks(svg);
    }

    static void add(StringBuilder svg, String format, Object... values) {
        svg.append("    ").append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    /** 1, 2 or 5 times a power of ten, so that there are about {@link #TICKS} of them. */
    private static double tick(double largest) {
        double rough = Math.max(largest, 1e-9) / TICKS;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double factor = rough / power;
        return power * (factor <= 1 ? 1 : factor <= 2 ? 2 : factor <= 5 ? 5 : 10);
    }

    private static String number(double value, double tick) {
        return String.format(Locale.ROOT, "%,." + (tick < 1 ? (int) Math.ceil(-Math.log10(tick)) : 0) + "f", value);
    }
}
