package org.isolde.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.OpKind;
import org.isolde.history.format.Format;
import org.isolde.history.format.Source;
import org.isolde.oracle.Draws;
import org.isolde.oracle.TinyGenerators;
import org.isolde.oracle.TinyHistories;
import org.junit.jupiter.api.Test;

/**
 * Expected serial orders of random histories of registers and lists: what one explains is serializable, and an order that
 * explains a history is accepted if it is the expected one.
 */
class ExpectedOrderOfRegistersTest {
    private static final int HISTORIES = Integer.getInteger("isolde.property.histories", 20_000) / 4;
    private static final long SEED = Long.getLong("isolde.seed", System.nanoTime());

    private final Map<String, Integer> counts = new TreeMap<>();

    @Test
    void replayAgreesWithTheCheckerAndWithANaiveOne() throws IOException {
        System.out.println("expected orders of registers: seed " + SEED);
        List<List<TinyGenerators.Flavour>> kinds = List.of(
                TinyGenerators.flavours(),
                TinyGenerators.listFlavours(),
                TinyGenerators.failedFlavours(),
                TinyGenerators.versionFlavours());
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < HISTORIES; i++) {
            List<TinyGenerators.Flavour> flavours = kinds.get(i % kinds.size());
            History history =
                    TinyHistories.toHistory(Draws.pick(random, flavours).generate(random), random);
            if (history.transactions() > 0 && !history.hasRepeatedWrites()) {
                compare(history, random, "-Disolde.seed=" + SEED + ", history " + i);
            }
        }
        System.out.println(counts);
        for (String verdict : List.of("satisfied", "violated")) {
            assertTrue(counts.getOrDefault(verdict, 0) > HISTORIES / 10, verdict);
        }
    }

    private void compare(History plain, SplittableRandom random, String message) throws IOException {
        Verdict without = verdict(plain);
        boolean knownToHold = without instanceof Verdict.Satisfied && random.nextBoolean();
        int[] places = new int[plain.transactions() + 1];
        if (knownToHold) {
            CommitOrder order = ((Verdict.Satisfied) without).commitOrder();
            java.util.Arrays.fill(places, order.size());
            for (int i = 0; i < order.size(); i++) {
                places[order.transaction(i)] = i;
            }
        } else {
            boolean arrival = random.nextBoolean();
            List<Integer> order = Draws.shuffled(random, Draws.range(plain.transactions()));
            for (int i = 0; i < plain.transactions(); i++) {
                places[arrival ? plain.arrival(i) : i + 1] = arrival ? i : order.get(i);
            }
        }
        String text = withOrder(plain, places);
        History history = read(text);
        Verdict verdict = verdict(history);
        counts.merge(verdict.text(), 1, Integer::sum);
        String told = message + ", " + verdict + ", and without an order " + without + " of\n" + text;
        if (knownToHold) {
            assertInstanceOf(Verdict.Satisfied.class, verdict, told);
        }
        if (without instanceof Verdict.Violated) {
            assertFalse(verdict instanceof Verdict.Satisfied, told);
        }
        if (history.allCommitted() && history.versionChains() == 0) {
            assertEquals(naive(history, places) ? "satisfied" : "violated", verdict.text(), told);
        }
    }

    private static Verdict verdict(History history) throws IOException {
        return Isolde.check(
                        history,
                        CheckOptions.of(EnumSet.of(Level.SER))
                                .withEvidence(EnumSet.of(Evidence.ORDER, Evidence.VERSIONS)))
                .verdicts()
                .get(Level.SER);
    }

    private static History read(String text) throws IOException {
        try (Source source = Source.of("text", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))) {
            return Format.ISOLDE.read(source);
        }
    }

    /** The native text, each transaction with its place. */
    private static String withOrder(History history, int[] places) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Format.ISOLDE.write(history, out);
        StringBuilder text = new StringBuilder();
        int next = 0;
        for (String line : out.toString(StandardCharsets.UTF_8).split("\n")) {
            boolean isTransaction = line.startsWith("{\"session\"");
            text.append(isTransaction ? line.substring(0, line.length() - 1) : line);
            text.append(isTransaction ? ",\"order\":" + places[history.arrival(next++)] + "}" : "")
                    .append('\n');
        }
        return text.toString();
    }

    private static boolean naive(History history, int[] places) {
        List<Integer> order = new ArrayList<>();
        for (int t = 1; t <= history.transactions(); t++) {
            order.add(t);
        }
        order.sort((a, b) -> Integer.compare(places[a], places[b]));
        Map<Integer, List<Integer>> state = new HashMap<>();
        for (int i = 0; i < order.size(); i++) {
            int t = order.get(i);
            for (int other : order.subList(i + 1, order.size())) {
                if (history.session(other) == history.session(t) && other < t) {
                    return false;
                }
            }
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                List<Integer> present = state.computeIfAbsent(history.key(op), key -> new ArrayList<>());
                int last = present.isEmpty() ? 0 : present.get(present.size() - 1);
                boolean explained = switch (history.kind(op)) {
                    case OpKind.READ, OpKind.CAS_READ -> last == history.value(op);
                    case OpKind.CAS_FAILED -> last != history.value(op);
                    case OpKind.LIST_READ -> present.equals(list(history, op));
                    default -> present.add(history.value(op));
                };
                if (!explained) {
                    return false;
                }
            }
        }
        return true;
    }

    private static List<Integer> list(History history, int op) {
        List<Integer> list = new ArrayList<>();
        int number = history.listOf(op);
        for (int i = history.listFirst(number); i < history.listFirst(number + 1); i++) {
            list.add(history.listElement(i));
        }
        return list;
    }
}
