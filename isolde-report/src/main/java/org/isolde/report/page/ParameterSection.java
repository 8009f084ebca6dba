package org.isolde.report.page;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.isolde.history.format.Json;
import org.isolde.report.Report;
import org.isolde.report.draw.DisplayText;

/** How the history came about. */
final class ParameterSection {
    private ParameterSection() {}

    static void write(Report report, Limits limits, Html html) {
        if (report.parameters().isEmpty()) {
            return;
        }
        Map<String, String> flat = new LinkedHashMap<>();
        flatten("", report.parameters(), flat);
        html.open("section", "id", "parameters", "aria-labelledby", "parameters-head");
        html.element("h2", "Parameters", "id", "parameters-head");
        html.open("div", "class", "scroll", "tabindex", 0, "role", "region", "aria-label", "Table of parameters");
        html.open("table", "class", "parameters").open("tbody");
        int shown = 0;
        for (Map.Entry<String, String> entry : flat.entrySet()) {
            if (shown++ < limits.parameters()) {
                html.open("tr").inline("th", DisplayText.cut(entry.getKey(), limits.name()), "scope", "row");
                html.inline("td", DisplayText.cut(entry.getValue(), limits.text()))
                        .close("tr");
            }
        }
        html.close("tbody").close("table").close("div");
        if (flat.size() > limits.parameters()) {
            html.element("p", (flat.size() - limits.parameters()) + " more are in report.json.", "class", "soft");
        }
        html.close("section");
    }

    private static void flatten(String prefix, Map<?, ?> values, Map<String, String> flat) {
        values.forEach((name, value) -> {
            String path = prefix + name;
            if (value instanceof Map<?, ?> map) {
                flatten(path + ".", map, flat);
            } else if (value instanceof Collection<?>) {
                flat.put(path, Json.of(value));
            } else {
                flat.put(path, String.valueOf(value));
            }
        });
    }
}
