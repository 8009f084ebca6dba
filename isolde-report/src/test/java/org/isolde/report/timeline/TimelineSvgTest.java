package org.isolde.report.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.isolde.check.AnomalyKind;
import org.isolde.generate.Generator;
import org.isolde.generate.InjectedAnomaly;
import org.isolde.history.History;
import org.isolde.report.Finding;
import org.isolde.report.Report;
import org.isolde.report.Samples;
import org.isolde.report.draw.Xml;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

final class TimelineSvgTest {
    @Test
    void everyFindingIsDrawn() {
        for (Report report : Samples.all()) {
            for (Finding finding : report.findings()) {
                Document svg = Xml.parse(TimelineSvg.of(finding).document());
                boolean byTimestamps = isByTimestamps(finding);
                History minimal = finding.minimal().history();
                // what was rolled back has no timestamps
                long expected = IntStream.rangeClosed(1, minimal.transactions())
                        .filter(t -> !byTimestamps || minimal.isCommitted(t))
                        .count();
                assertEquals(expected, Xml.ofClass(svg, "bar").size(), report.title());
                // the initial state has no bar
                long steps = finding.story().cycle().stream()
                        .filter(step -> step.from() > 0 && step.to() > 0)
                        .count();
                assertEquals(steps, Xml.ofClass(svg, "arc").size(), report.title());
                boolean saysSo = Xml.texts(svg).stream().anyMatch(text -> text.contains("has no times"));
                assertEquals(!byTimestamps && !report.check().history().hasRealTime(), saysSo, report.title());
                assertEquals(
                        byTimestamps,
                        Xml.texts(svg).stream().anyMatch(text -> text.contains("by the database's timestamps")),
                        report.title());
                assertTrue(Xml.texts(svg).stream().anyMatch(text -> text.contains("spread evenly")));
            }
        }
    }

    private static boolean isByTimestamps(Finding finding) {
        AnomalyKind kind = finding.anomaly().kind();
        return kind.isByTimestamps() && kind != AnomalyKind.COMMIT_AGAINST_TIME;
    }

    /** Each has a row of its own: here two of one session overlap. */
    @Test
    void byTimestampsBarsGoFromStartToCommit() {
        Finding finding = Samples.report(
                        "session",
                        Samples.read(
                                "{\"isolde\":1,\"initial\":0}",
                                "{\"session\":1,\"id\":1,\"ops\":[[\"w\",\"x\",1]],\"start\":[70,1],\"commit\":[90,0]}",
                                "{\"session\":1,\"id\":2,\"ops\":[[\"r\",\"x\",0]],\"start\":[70,2],\"commit\":[95,5]}"))
                .findings()
                .stream()
                .filter(each -> each.anomaly().kind() == AnomalyKind.SESSION_NOT_SEEN)
                .findFirst()
                .orElseThrow();
        Document svg = Xml.parse(TimelineSvg.of(finding).document());
        List<Element> bars = Xml.ofClass(svg, "bar");
        assertTrue(left(bars.get(0)) < left(bars.get(1)));
        assertTrue(left(bars.get(1)) < right(bars.get(0)));
        assertTrue(right(bars.get(0)) < right(bars.get(1)));
        assertNotEquals(bars.get(0).getAttribute("y"), bars.get(1).getAttribute("y"));
        assertTrue(
                Xml.texts(svg).containsAll(List.of("70.1", "70.2", "90.0", "95.5")),
                Xml.texts(svg).toString());
    }

    @Test
    void whatRanAtTheSameTimeOverlaps() {
        Finding finding = Samples.report("lost update", Samples.injected(InjectedAnomaly.LOST_UPDATE))
                .findings()
                .get(0);
        History history = finding.minimal().history();
        List<Element> bars = Xml.ofClass(Xml.parse(TimelineSvg.of(finding).document()), "bar");
        assertTrue(history.begin(1) < history.end(2) && history.begin(2) < history.end(1), "they are concurrent");
        assertTrue(left(bars.get(0)) < right(bars.get(1)) && left(bars.get(1)) < right(bars.get(0)));
    }

    @Test
    void neighboursAreShownAndFew() {
        History history = Generator.generate(Samples.options()
                .transactions(5000)
                .realTime(true)
                .inject(InjectedAnomaly.WRITE_SKEW)
                .build());
        Finding finding = Samples.report("write skew", history).findings().get(0);
        Document svg = Xml.parse(TimelineSvg.of(finding).document());
        int others = Xml.ofClass(svg, "other").size();
        assertTrue(others >= 2 && others <= 120, others + " neighbours");
    }

    @Test
    void laterTimesAreNeverFurtherLeft() {
        List<TimeAxis.Need> needs = List.of(
                new TimeAxis.Need(0, 5, 200),
                new TimeAxis.Need(3, 4, 100),
                new TimeAxis.Need(1_000_000_000L, 4_000_000_000_000_000_000L, 50));
        TimeAxis axis = new TimeAxis(needs, List.of(-7L));
        assertFalse(axis.isToScale());
        double before = -1;
        for (long time : new long[] {-8, -7, 0, 1, 3, 4, 5, 6, 1_000_000_000L, 2_000_000_000L, Long.MAX_VALUE}) {
            assertTrue(axis.x(time) >= before, "at " + time);
            before = axis.x(time);
        }
        for (TimeAxis.Need need : needs) {
            assertTrue(axis.x(need.end()) - axis.x(need.begin()) >= need.width() - 0.001);
        }
        assertTrue(new TimeAxis(List.of(new TimeAxis.Need(0, 50, 100), new TimeAxis.Need(50, 100, 100)), List.of())
                .isToScale());
    }

    private static double left(Element bar) {
        return Double.parseDouble(bar.getAttribute("x"));
    }

    private static double right(Element bar) {
        return left(bar) + Double.parseDouble(bar.getAttribute("width"));
    }
}
