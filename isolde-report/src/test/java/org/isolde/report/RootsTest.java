package org.isolde.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.check.CheckOptions;
import org.isolde.history.Level;
import org.junit.jupiter.api.Test;

class RootsTest {
    /** B sees half of what A did, and overwrites the other half. */
    @Test
    void findingsOfOneEventAreOneGroup() {
        var history = HistoryNotation.read("A{rx0 wx1 ry0 wy1} B{rx0 ry1 wx2}");
        Report report = Report.of(
                "one", Samples.check(history, CheckOptions.of(EnumSet.allOf(Level.class))), Map.of(), Map.of());
        List<Roots.Root> roots = Roots.of(report.findings());
        Set<Integer> grouped = new HashSet<>();
        for (Roots.Root root : roots) {
            assertTrue(root.findings().size() > 1);
            for (int number : root.findings()) {
                assertTrue(grouped.add(number), "in one group only");
                assertTrue(report.findings()
                        .get(number - 1)
                        .anomaly()
                        .transactions()
                        .containsAll(root.transactions()));
            }
        }
        assertFalse(roots.isEmpty(), "they share A and B");
        assertEquals(roots.size(), Roots.sentences(report).size());
        assertTrue(Roots.sentences(report).get(0).matches("Findings 1, .* have one root: all are about .*T1.*"));
    }

    @Test
    void oneFindingIsNoGroup() {
        var history = HistoryNotation.read("A{rx0 wx1} B{rx0 wx2}");
        Report report =
                Report.of("one", Samples.check(history, CheckOptions.of(EnumSet.of(Level.CS))), Map.of(), Map.of());
        assertEquals(1, report.findings().size());
        assertEquals(List.of(), Roots.of(report.findings()));
    }
}
