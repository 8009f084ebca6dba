package org.isolde.report.plot;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Panels side by side with a legend below them, as SVG that can be read on a light and on a dark page. */
public final class Picture {
    private static final int MARGIN = 16;
    private static final int LEGEND = 34;
    private static final int SWATCH = 30;
    private static final int GAP = 12;
    /** About the width of a letter; a legend must not overlap, and may be a little loose. */
    private static final double LETTER = 5.8;

    /** Series 0 is blue, 1 orange, 2 green, 3 purple; the second of two kinds of a series is paler or dashed. */
    private static final String STYLE = """
                .card { fill: #ffffff; stroke: #d0d7de; }
                text { font-family: ui-sans-serif, system-ui, "Segoe UI", Helvetica, Arial, "DejaVu Sans", sans-serif; \
            font-size: 12px; fill: #1f2328; }
                .c { text-anchor: middle; }
                .e { text-anchor: end; }
                .grid { stroke: #d8dee4; }
                .axis { stroke: #57606a; }
                .line { fill: none; stroke-width: 2; }
                .other { stroke-dasharray: 6 4; }
                .pale { fill-opacity: 0.35; }
                .s0 { stroke: #0969da; } .f0 { fill: #0969da; stroke: #0969da; }
                .s1 { stroke: #bc4c00; } .f1 { fill: #bc4c00; stroke: #bc4c00; }
                .s2 { stroke: #1a7f37; } .f2 { fill: #1a7f37; stroke: #1a7f37; }
                .s3 { stroke: #8250df; } .f3 { fill: #8250df; stroke: #8250df; }
                @media (prefers-color-scheme: dark) {
                  .card { fill: #0d1117; stroke: #30363d; }
                  text { fill: #e6edf3; }
                  .grid { stroke: #30363d; }
                  .axis { stroke: #9198a1; }
                  .s0 { stroke: #58a6ff; } .f0 { fill: #58a6ff; stroke: #58a6ff; }
                  .s1 { stroke: #f0883e; } .f1 { fill: #f0883e; stroke: #f0883e; }
                  .s2 { stroke: #3fb950; } .f2 { fill: #3fb950; stroke: #3fb950; }
                  .s3 { stroke: #d2a8ff; } .f3 { fill: #d2a8ff; stroke: #d2a8ff; }
                }
            """;

    private final String title;
    private final String description;
    private final List<Panel> panels = new ArrayList<>();
    private boolean ownScales;

    public Picture(String title, String description) {
        this.title = title;
        this.description = description;
    }

    public void add(Panel panel) {
        panels.add(panel);
    }

    /** Each panel has a vertical scale of its own; else they have one in common, and can be compared. */
    public Picture withOwnScales() {
        ownScales = true;
        return this;
    }

    /** The whole SVG document. */
    public String svg() {
        int width = 2 * MARGIN + panels.size() * Panel.WIDTH;
        int height = MARGIN + Panel.HEIGHT + LEGEND;
        StringBuilder svg = new StringBuilder();
        svg.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\""
                        + " aria-labelledby=\"t d\">%n",
                width,
                height,
                width,
                height));
        svg.append("  <title id=\"t\">").append(escaped(title)).append("</title>\n");
        svg.append("  <desc id=\"d\">").append(escaped(description)).append("</desc>\n");
        svg.append("  <style>\n").append(STYLE).append("  </style>\n");
        svg.append(String.format(
                Locale.ROOT,
                "  <rect class=\"card\" x=\"0.5\" y=\"0.5\" width=\"%d\" height=\"%d\" rx=\"10\"/>%n",
                width - 1,
                height - 1));
        double most = panels.stream().mapToDouble(Panel::most).max().orElse(1);
        for (int i = 0; i < panels.size(); i++) {
            svg.append(String.format(
                    Locale.ROOT, "  <g transform=\"translate(%d %d)\">%n", MARGIN + i * Panel.WIDTH, MARGIN));
            panels.get(i).draw(svg, ownScales ? panels.get(i).most() : most);
            svg.append("  </g>\n");
        }
        legend(svg, width, height - LEGEND / 2);
        return svg.append("</svg>\n").toString().replace(System.lineSeparator(), "\n");
    }

    private void legend(StringBuilder svg, int width, int y) {
        Map<String, String> swatches = new LinkedHashMap<>();
        panels.forEach(panel -> swatches.putAll(panel.legend()));
        double total = 0;
        for (String name : swatches.keySet()) {
            total += SWATCH + LETTER * name.length() + GAP;
        }
        double x = (width - total) / 2;
        for (Map.Entry<String, String> entry : swatches.entrySet()) {
            svg.append(String.format(
                    Locale.ROOT,
                    "  <g transform=\"translate(%.1f %d)\">%s<text x=\"%d\" y=\"4\">%s</text></g>%n",
                    x,
                    y,
                    entry.getValue(),
                    SWATCH,
                    escaped(entry.getKey())));
            x += SWATCH + LETTER * entry.getKey().length() + GAP;
        }
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
