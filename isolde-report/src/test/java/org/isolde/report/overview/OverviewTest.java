package org.isolde.report.overview;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.Map;
import org.isolde.check.CheckOptions;
import org.isolde.generate.Generator;
import org.isolde.generate.InjectedAnomaly;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.Status;
import org.isolde.report.Report;
import org.isolde.report.Samples;
import org.isolde.report.draw.Xml;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

final class OverviewTest {
    @Test
    void everyTransactionCountsOnce() {
        for (boolean times : new boolean[] {true, false}) {
            History history = Generator.generate(
                    Samples.options().transactions(1000).realTime(times).build());
            Overview overview = new Overview(history);
            for (Status status : Status.values()) {
                long wanted = 0;
                for (int t = 1; t <= history.transactions(); t++) {
                    wanted += history.status(t) == status ? 1 : 0;
                }
                assertTrue(wanted > 0);
                assertEquals(wanted, overview.total(status));
            }
            assertEquals(times, overview.hasTimes());
        }
    }

    @Test
    void findingsAreMarkedWhereTheyAre() {
        for (Report report : Samples.all()) {
            if (report.check().history().transactions() == 0) {
                continue;
            }
            Document svg = Xml.parse(OverviewSvg.of(report).document());
            assertEquals(!report.findings().isEmpty(), !Xml.ofClass(svg, "mark").isEmpty(), report.title());
        }
        Report report = Samples.report("late", Samples.injected(InjectedAnomaly.LOST_UPDATE));
        int part = new Overview(report.check().history())
                .part(report.findings().get(0).anomaly().transactions().get(0));
        assertTrue(part > 25 && part < 75, "anomalies are injected into the middle third, not at " + part);
    }

    @Test
    void timesInNanosecondsGiveTransactionsASecond() {
        Report report = Samples.report("compare-and-sets", Samples.compareAndSets());
        assertTrue(OverviewSvg.sentence(report).contains("in 4.00 seconds"), OverviewSvg.sentence(report));
    }

    @Test
    void theLatticeShowsEveryLevelWithItsVerdict() {
        for (Report report : Samples.all()) {
            Document svg = Xml.parse(LatticeSvg.of(report.check()).document());
            assertEquals(Level.values().length, Xml.ofClass(svg, "level").size());
            int chief = report.check().strongestSatisfied().size()
                    + report.check().weakestViolated().size();
            assertEquals(chief, Xml.ofClass(svg, "chief").size(), report.title());
        }
    }

    @Test
    void levelsThatNobodyAskedForFollowFromOthers() {
        History history = Samples.injected(InjectedAnomaly.LOST_UPDATE);
        var check = Samples.check(history, CheckOptions.of(EnumSet.of(Level.CC, Level.SI)));
        assertEquals(LevelVerdict.IMPLIED, LevelVerdict.of(check, Level.RC));
        assertEquals(LevelVerdict.REFUTED, LevelVerdict.of(check, Level.SER));
        assertEquals(LevelVerdict.UNASKED, LevelVerdict.of(check, Level.CS));
        assertFalse(LevelVerdict.isStrongest(check, Level.CC), "pc was not asked for");
        assertEquals("holds, since cc does", LevelVerdict.reason(check, Level.RC));
        assertEquals("is broken, since si is", LevelVerdict.reason(check, Level.SER));
        assertEquals("", LevelVerdict.reason(check, Level.CS));
        Report report = Report.of("two levels", check, Map.of(), Map.of());
        assertEquals(1, report.findings().size());
    }
}
