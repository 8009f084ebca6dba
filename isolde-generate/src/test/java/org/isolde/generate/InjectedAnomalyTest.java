package org.isolde.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.StringJoiner;
import org.isolde.history.History;
import org.isolde.history.HistoryText;
import org.isolde.history.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class InjectedAnomalyTest {

    /** An anomaly and nothing else; its sessions are drawn, so they are called a, b, c, d by first appearance. */
    private static String alone(InjectedAnomaly anomaly, HistoryShape shape) {
        History history = Generator.generate(GeneratorOptions.builder()
                .transactions(0)
                .shape(shape)
                .sessions(4)
                .inject(anomaly)
                .build());
        Map<Integer, Character> names = new HashMap<>();
        StringJoiner text = new StringJoiner(" ");
        for (int place = 0; place < history.transactions(); place++) {
            int t = history.arrival(place);
            names.putIfAbsent(history.session(t), (char) ('a' + names.size()));
            text.add(names.get(history.session(t)) + HistoryText.body(history, t));
        }
        return text.toString();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ':', textBlock = """
                    THIN_AIR_READ               : a{r(100,1)}
                    ABORTED_READ                : a!{r(100,0) w(100,1)} b{r(100,1)}
                    FUTURE_READ                 : a{r(100,1) w(100,1)}
                    NOT_MY_LAST_WRITE           : a{r(100,0) w(100,1) w(100,2) r(100,1)}
                    NOT_MY_OWN_WRITE            : a{r(100,0) w(100,1)} b{r(100,1) w(100,2) r(100,1)}
                    INTERMEDIATE_READ           : a{r(100,0) w(100,1) w(100,2)} b{r(100,1)}
                    NON_REPEATABLE_READS        : a{r(100,0) w(100,1)} b{r(100,0) r(100,1)}
                    SESSION_GUARANTEE_VIOLATION : a{r(100,0) w(100,1)} b{r(100,1) w(100,2)} b{r(100,1)}
                    NON_MONOTONIC_READ          : a{r(100,0) w(100,1)} b{r(100,1) w(100,2) r(101,0) w(101,3)} c{r(101,3) r(100,1)}
                    FRACTURED_READ              : a{r(100,0) w(100,1) r(101,0) w(101,2)} b{r(101,0) r(100,1)}
                    CAUSALITY_VIOLATION         : a{r(100,0) w(100,1)} b{r(100,1) r(101,0) w(101,2)} c{r(100,0) r(101,2)}
                    LONG_FORK                   : a{r(100,0) w(100,1)} b{r(101,0) w(101,2)} c{r(100,1) r(101,0)} d{r(100,0) r(101,2)}
                    LOST_UPDATE                 : a{r(100,0) w(100,1)} b{r(100,0) w(100,2)}
                    WRITE_SKEW                  : a{r(100,0) r(101,0) w(100,1)} b{r(100,0) r(101,0) w(101,2)}
                    """)
    void hasTheShapeOfTheTable(InjectedAnomaly anomaly, String expected) {
        assertEquals(expected, alone(anomaly, HistoryShape.REGISTERS));
    }

    @ParameterizedTest
    @EnumSource
    void isMadeOfMiniTransactions(InjectedAnomaly anomaly) {
        for (AnomalyScript.Transaction transaction : anomaly.script().transactions()) {
            int reads = 0;
            for (int i = 0; i < transaction.steps().size(); i++) {
                AnomalyScript.Step step = transaction.steps().get(i);
                reads += step.isWrite() ? 0 : 1;
                assertTrue(
                        !step.isWrite()
                                || transaction.steps().subList(0, i).stream()
                                        .anyMatch(before -> !before.isWrite() && before.key() == step.key()),
                        "a write without a read of its key before");
            }
            assertTrue(reads >= 1 && reads <= 2 && transaction.steps().size() - reads <= 2);
        }
    }

    @Test
    void listsAndCompareAndSetsHaveTheirOwnForms() {
        assertEquals(
                "a{l(100,[]) a(100,1) a(100,2)} b{l(100,[1])}",
                alone(InjectedAnomaly.INTERMEDIATE_READ, HistoryShape.LIST_APPEND));
        assertEquals(
                "a{l(100,[]) a(100,1)} b{l(100,[1]) a(100,2)} b{l(100,[1])}",
                alone(InjectedAnomaly.SESSION_GUARANTEE_VIOLATION, HistoryShape.LIST_APPEND));
        assertEquals("a{l(100,[1])}", alone(InjectedAnomaly.THIN_AIR_READ, HistoryShape.LIST_APPEND));
        assertEquals("a{c(100,0,1)} b{c(100,0,2)}", alone(InjectedAnomaly.LOST_UPDATE, HistoryShape.CAS));
        assertEquals("a!{c(100,0,1)} b{r(100,1)}", alone(InjectedAnomaly.ABORTED_READ, HistoryShape.CAS));
        assertThrows(IllegalArgumentException.class, () -> alone(InjectedAnomaly.WRITE_SKEW, HistoryShape.CAS));
        assertThrows(IllegalArgumentException.class, () -> alone(InjectedAnomaly.FUTURE_READ, HistoryShape.CAS));
    }

    @ParameterizedTest
    @EnumSource
    void standsInTheMiddleInExistingSessionsAndOverlaps(InjectedAnomaly anomaly) {
        int size = anomaly.script().transactions().size();
        for (long seed = 0; seed < 20; seed++) {
            History history = Generator.generate(GeneratorOptions.builder()
                    .store(SimulatedStore.STRICT)
                    .transactions(300)
                    .timestamps(true)
                    .seed(seed)
                    .inject(anomaly)
                    .build());
            assertEquals(300 + size, history.transactions());
            assertEquals(10, history.sessions());
            int first = 0;
            while (Integer.parseInt(history.keyName(history.key(history.firstOp(history.arrival(first))))) < 100) {
                first++;
            }
            assertTrue(first >= 100 && first <= 200, "at " + first);
            for (int i = first; i < first + size; i++) {
                int one = history.arrival(i);
                assertTrue(history.begin(one) < history.startPhysical(one));
                assertTrue(history.status(one) == Status.ABORTED
                        || (history.startPhysical(one) < history.commitPhysical(one)
                                && history.commitPhysical(one) < history.end(one)));
                for (int j = i + 1; j < first + size; j++) {
                    int other = history.arrival(j);
                    assertTrue(history.begin(other) < history.end(one)
                            || anomaly == InjectedAnomaly.SESSION_GUARANTEE_VIOLATION);
                }
            }
        }
    }

    @Test
    void freshSessionsMakeUpForMissingOnes() {
        History history = Generator.generate(GeneratorOptions.builder()
                .sessions(1)
                .transactions(2)
                .operations(2)
                .inject(InjectedAnomaly.LONG_FORK, InjectedAnomaly.LOST_UPDATE)
                .build());
        assertEquals(8, history.transactions());
        assertEquals(5, history.sessions());
    }

    @Test
    void namesAreThoseOfThePaper() {
        assertEquals("thin-air-read", InjectedAnomaly.THIN_AIR_READ.text());
        assertEquals("ThinAirRead", InjectedAnomaly.THIN_AIR_READ.paperName());
        assertEquals("NotMyLastWrite", InjectedAnomaly.NOT_MY_LAST_WRITE.paperName());
        assertEquals(InjectedAnomaly.LONG_FORK, InjectedAnomaly.byName("long-fork"));
        assertNull(InjectedAnomaly.byName("deadlock"));
    }
}
