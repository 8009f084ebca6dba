package org.isolde.report.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.isolde.check.EdgeKind;
import org.isolde.generate.InjectedAnomaly;
import org.isolde.generate.InjectedRowAnomaly;
import org.isolde.history.Status;
import org.isolde.report.Finding;
import org.isolde.report.Report;
import org.isolde.report.Samples;
import org.isolde.report.draw.DisplayText;
import org.isolde.report.draw.Xml;
import org.isolde.report.graph.AnomalyGraph.Arc;
import org.isolde.report.graph.AnomalyGraph.Line;
import org.isolde.report.graph.AnomalyGraph.Meaning;
import org.isolde.report.graph.AnomalyGraph.Node;
import org.isolde.report.graph.AnomalyGraph.Part;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

final class GraphSvgTest {
    @Test
    void everyAnomalyIsDrawn() {
        for (Report report : Samples.all()) {
            for (Finding finding : report.findings()) {
                AnomalyGraph graph = AnomalyGraph.of(finding);
                Document svg = Xml.parse(GraphSvg.of(graph).document());
                assertEquals(graph.nodes().size(), Xml.ofClass(svg, "node").size(), report.title());
                assertEquals(graph.arcs().size(), Xml.ofClass(svg, "arc").size(), report.title());
                assertEquals(0, svg.getElementsByTagName("script").getLength());
                long steps =
                        graph.arcs().stream().filter(arc -> arc.step() >= 0).count();
                assertEquals(finding.story().cycle().size(), steps, report.title());
                for (Arc arc : graph.arcs()) {
                    assertFalse(arc.because().isEmpty());
                    if (arc.step() >= 0) {
                        assertEquals(
                                finding.story().cycle().get(arc.step()).from(),
                                graph.nodes().get(arc.from()).transaction());
                    }
                }
                for (Node node : graph.nodes()) {
                    assertTrue(Xml.texts(svg).contains(DisplayText.cut(node.name(), 26)), node.name());
                }
            }
        }
    }

    @Test
    void theTwoOfALostUpdateOverwriteEachOther() {
        Finding finding = Samples.report("lost update", Samples.injected(InjectedAnomaly.LOST_UPDATE))
                .findings()
                .get(0);
        AnomalyGraph graph = AnomalyGraph.of(finding);
        assertEquals(2, graph.nodes().size());
        assertEquals(
                List.of(EdgeKind.RW, EdgeKind.WW),
                graph.arcs().stream()
                        .map(Arc::kind)
                        .sorted(java.util.Comparator.reverseOrder())
                        .toList());
        for (Node node : graph.nodes()) {
            assertEquals(2, node.lines().size(), "a read and a write");
        }
    }

    @Test
    void theReadOfAnAbortedValueIsMarked() {
        Finding finding = Samples.report("aborted read", Samples.injected(InjectedAnomaly.ABORTED_READ))
                .findings()
                .get(0);
        Document svg = Xml.parse(GraphSvg.of(AnomalyGraph.of(finding)).document());
        assertEquals(1, Xml.ofClass(svg, "fault").size());
        assertTrue(Xml.texts(svg).contains("aborted"));
    }

    @Test
    void whatNobodyWroteComesFromNobody() {
        Finding finding = Samples.report("thin air", Samples.injected(InjectedAnomaly.THIN_AIR_READ))
                .findings()
                .get(0);
        AnomalyGraph graph = AnomalyGraph.of(finding);
        assertTrue(graph.nodes().stream().anyMatch(node -> node.part() == Part.NOBODY));
        assertEquals(1, graph.arcs().size());
    }

    @Test
    void dependenciesOfConditionsLookDifferent() {
        Finding finding = Samples.report("phantom", Samples.rows(InjectedRowAnomaly.PHANTOM, false))
                .findings()
                .get(0);
        AnomalyGraph graph = AnomalyGraph.of(finding);
        Document svg = Xml.parse(GraphSvg.of(graph).document());
        assertEquals(1, Xml.ofClass(svg, "predicate-rw").size());
        assertTrue(Xml.texts(svg).stream().anyMatch(text -> text.startsWith("predicate rw")), "" + Xml.texts(svg));
        assertTrue(Xml.texts(svg).stream().anyMatch(text -> text.equals("rp(injected1: c1 = 1)")), "" + Xml.texts(svg));
        String dot = GraphDot.of(graph);
        assertTrue(dot.contains("label=\"predicate rw ") && dot.contains("style=\"solid,bold\""), dot);
    }

    /** Who wrote the row that did not come back is drawn too. */
    @Test
    void aWrongResultIsMarked() {
        Finding finding = Samples.report("mismatch", Samples.rows(InjectedRowAnomaly.RESULT_SET_MISMATCH, false))
                .findings()
                .get(0);
        AnomalyGraph graph = AnomalyGraph.of(finding);
        assertEquals(2, graph.nodes().size());
        assertEquals(EdgeKind.PREDICATE_WR, graph.arcs().get(0).kind());
        Document svg = Xml.parse(GraphSvg.of(graph).document());
        assertEquals(3, Xml.ofClass(svg, "fault").size(), "condition, result, version set");
    }

    @Test
    void casesShowWhatTheySuppose() {
        Finding finding = Samples.cases().findings().get(0);
        assertTrue(finding.story().cases().size() > 1);
        int supposed = 0;
        for (int i = 0; i < finding.story().cases().size(); i++) {
            AnomalyGraph graph = AnomalyGraph.ofCase(finding, i);
            assertEquals(
                    finding.story().cases().get(i).cycle().size(), graph.arcs().size());
            Document svg = Xml.parse(GraphSvg.of(graph).document());
            int marked = Xml.ofClass(svg, "supposed").size();
            assertEquals(!finding.story().cases().get(i).claim().isEmpty(), marked > 0, "case " + (i + 1));
            supposed += marked;
        }
        assertTrue(supposed > 0);
    }

    @Test
    void hugeTransactionsStayCards() {
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            lines.add(new Line("w(" + "x".repeat(1000) + ")=" + i, false));
        }
        Node big = new Node(Part.INVOLVED, 1, "T".repeat(1000), "s".repeat(1000), Status.COMMITTED, null, lines);
        Node small = new Node(Part.INVOLVED, 2, "T2", "2", Status.UNKNOWN, null, List.of());
        Arc arc = new Arc(0, 1, EdgeKind.WR, "k".repeat(1000), "b".repeat(1000), Meaning.STEP, 0);
        AnomalyGraph graph = new AnomalyGraph("big", List.of(big, small), List.of(arc), null, 0);
        assertTrue(GraphSvg.of(graph).width() < 400);
        assertTrue(GraphSvg.of(graph).height() < 400);
        assertTrue(GraphSvg.of(graph).inline().length() < 20_000);
    }
}
