package org.isolde.run.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.run.RunningDatabase.Node;
import org.isolde.run.runner.Fault.Kind;
import org.junit.jupiter.api.Test;

class FaultTest {
    private static final Duration EVERY = Duration.ofSeconds(5);
    private static final Duration LASTS = Duration.ofSeconds(2);

    private static List<Fault> schedule(List<Kind> kinds, int nodes, int seconds, long seed) {
        return Fault.schedule(kinds, nodes, EVERY, LASTS, Duration.ofSeconds(seconds), seed);
    }

    @Test
    void faultsComeOneAfterTheOtherAndTheLastOneEndsBeforeTheRun() {
        List<Fault> faults = schedule(List.of(Kind.KILL, Kind.PAUSE), 3, 60, 7);
        assertEquals(8, faults.size());
        Duration free = Duration.ZERO;
        for (Fault fault : faults) {
            assertEquals(EVERY, fault.at().minus(free), "in peace for so long");
            assertEquals(LASTS, fault.lasts());
            assertTrue(fault.node() >= 0 && fault.node() < 3);
            free = fault.at().plus(fault.lasts());
        }
        assertTrue(free.plus(LASTS).compareTo(Duration.ofSeconds(60)) < 0, "there is time to see the recovery");
    }

    @Test
    void allKindsAndNodesGetTheirTurn() {
        Set<Kind> kinds = new HashSet<>();
        Set<Integer> nodes = new HashSet<>();
        for (Fault fault : schedule(List.of(Kind.KILL, Kind.PAUSE), 3, 1000, 7)) {
            kinds.add(fault.kind());
            nodes.add(fault.node());
        }
        assertEquals(Set.of(Kind.KILL, Kind.PAUSE), kinds);
        assertEquals(Set.of(0, 1, 2), nodes);
    }

    @Test
    void theSeedDecides() {
        List<Kind> kinds = List.of(Kind.KILL, Kind.PAUSE);
        assertEquals(schedule(kinds, 3, 1000, 7), schedule(kinds, 3, 1000, 7));
        assertNotEquals(schedule(kinds, 3, 1000, 7), schedule(kinds, 3, 1000, 8));
    }

    @Test
    void withoutKindsOrNodesOrTimeThereAreNone() {
        assertEquals(List.of(), schedule(List.of(), 3, 60, 7));
        assertEquals(List.of(), schedule(List.of(Kind.KILL), 0, 60, 7));
        assertEquals(List.of(), schedule(List.of(Kind.KILL), 1, 9, 7));
        assertEquals(1, schedule(List.of(Kind.KILL), 1, 10, 7).size());
    }

    @Test
    void aKindCarriesWhatItDoesAndWhatUndoesIt() throws Exception {
        Map<Kind, List<String>> done =
                Map.of(Kind.KILL, List.of("kill", "restart"), Kind.PAUSE, List.of("pause", "resume"));
        for (Kind kind : Kind.values()) {
            List<String> asked = new ArrayList<>();
            Node node = (Node) Proxy.newProxyInstance(
                    Node.class.getClassLoader(), new Class<?>[] {Node.class}, (proxy, method, arguments) -> {
                        asked.add(method.getName());
                        return null;
                    });
            kind.begin(node);
            kind.end(node);
            assertEquals(2, asked.size(), kind.text());
            assertEquals(done.getOrDefault(kind, asked), asked);
            assertFalse(kind.help().isBlank(), kind.text());
        }
    }

    @Test
    void theHistoryTellsIt() {
        Fault fault = new Fault(Kind.PAUSE, 1, Duration.ofMillis(2500), LASTS);
        assertEquals(Map.of("fault", "pause", "node", "n2", "at", 2.5, "lasts", 2.0), fault.json("n2"));
    }
}
