package org.isolde.report.graph;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.isolde.report.graph.AnomalyGraph.Arc;
import org.isolde.report.graph.AnomalyGraph.Line;
import org.isolde.report.graph.AnomalyGraph.Node;

/** The dependency graph of an anomaly for programs: nodes, and edges between them by their ids. */
public final class GraphJson {
    private GraphJson() {}

    public static Map<String, Object> of(AnomalyGraph graph) {
        List<Object> nodes = new ArrayList<>();
        for (int i = 0; i < graph.nodes().size(); i++) {
            Node node = graph.nodes().get(i);
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("id", i);
            json.put("name", node.name());
            json.put("part", node.part().name().toLowerCase(Locale.ROOT));
            if (node.session() != null) {
                json.put("session", node.session());
                json.put("status", node.status().text());
            }
            if (node.timestamps() != null) {
                json.put("timestamps", node.timestamps());
            }
            json.put("operations", node.lines().stream().map(Line::text).toList());
            nodes.add(json);
        }
        List<Object> edges = new ArrayList<>();
        for (Arc arc : graph.arcs()) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("from", arc.from());
            json.put("to", arc.to());
            json.put("kind", arc.kind().text());
            json.put("key", arc.key());
            json.put("because", arc.because());
            json.put("meaning", arc.meaning().name().toLowerCase(Locale.ROOT));
            edges.add(json);
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("title", graph.title());
        json.put("nodes", nodes);
        json.put("edges", edges);
        if (graph.left() > 0) {
            json.put("left", graph.left());
        }
        return json;
    }
}
