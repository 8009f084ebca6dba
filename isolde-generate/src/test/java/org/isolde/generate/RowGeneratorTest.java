package org.isolde.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.isolde.condition.Condition;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.history.Rows;
import org.isolde.history.Segment;
import org.isolde.history.Status;
import org.isolde.history.format.Format;
import org.isolde.history.format.Source;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Histories of rows: what is in them. Whether they keep their level is asked where there is an oracle. */
class RowGeneratorTest {
    private static GeneratorOptions.Builder options(SimulatedStore store) {
        return GeneratorOptions.builder()
                .shape(HistoryShape.ROWS)
                .store(store)
                .operations(5)
                .keys(30)
                .abortRate(0.05)
                .expectedOrder(true)
                .seed(5);
    }

    private static String streamed(GeneratorOptions options) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Generator.write(options, bytes);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static String text(History history) throws IOException {
        return new String(written(history, Format.ISOLDE), StandardCharsets.UTF_8);
    }

    private static byte[] written(History history, Format format) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        format.write(history, bytes);
        return bytes.toByteArray();
    }

    private static History read(byte[] bytes, Format format) throws IOException {
        try (Source source = Source.of("generated", new ByteArrayInputStream(bytes))) {
            return format.read(source);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SERIAL", "STRICT", "SI"})
    void streamTextAndBinaryAreTheSame(SimulatedStore store) throws IOException {
        GeneratorOptions options = options(store)
                .rowAnomalies(List.of(InjectedRowAnomaly.values()))
                .build();
        History history = Generator.generate(options);
        String text = streamed(options);
        assertEquals(text(history), text);
        assertEquals(text, text(read(text.getBytes(StandardCharsets.UTF_8), Format.ISOLDE)));
        assertEquals(text, text(read(written(history, Format.ISOLDE_BINARY), Format.ISOLDE_BINARY)));
        assertNotEquals(text, streamed(options(store).seed(6).build()));
    }

    @Test
    void haveAllKindsOfStatements() {
        History history =
                Generator.generate(options(SimulatedStore.SI).transactions(3000).build());
        Rows rows = history.rows();
        Set<Rows.Aggregate> aggregates = EnumSet.noneOf(Rows.Aggregate.class);
        int predicates = rows.predicates();
        int withRows = 0;
        for (int p = 0; p < predicates; p++) {
            assertTrue(rows.hasVersionSet(p));
            if (rows.aggregate(p) == null) {
                withRows += rows.items(p) > 0 ? 1 : 0;
            } else {
                aggregates.add(rows.aggregate(p));
            }
        }
        assertEquals(EnumSet.allOf(Rows.Aggregate.class), aggregates);
        assertTrue(withRows > predicates / 4);
        assertEquals(3000 * 5 * 0.45, predicates, 400, "half of all but inserts");
        assertTrue(rows.columnCount() == 3);
        int deletes = 0;
        for (int op = 0; op < history.operations(); op++) {
            deletes += history.kind(op) == OpKind.DELETE ? 1 : 0;
        }
        assertTrue(deletes > 300, () -> "some rows are deleted");
        for (Condition condition : rows.conditions()) {
            assertTrue(condition.text().startsWith("c"));
        }
        for (int condition = 0; condition < rows.conditions().size(); condition++) {
            assertEquals(
                    rows.conditions().get(condition).text(),
                    history.scalars().text(rows.conditionCode(condition)),
                    "conditions are written as they are printed");
        }
        int open = 0;
        for (int t = 1; t <= history.transactions(); t++) {
            boolean aborted = history.status(t) == Status.ABORTED;
            assertEquals(aborted, rows.number(t) == Segment.NO_ID);
            assertEquals(aborted, Double.isNaN(history.order(t)));
            int snapshot = rows.snapshotOf(t);
            open += rows.butFirst(snapshot + 1) > rows.butFirst(snapshot) ? 1 : 0;
        }
        assertTrue(open > 1000, () -> "snapshots are taken while others are in flight");
    }

    @Test
    void evidenceIsWhatWasAskedFor() {
        History none = Generator.generate(
                options(SimulatedStore.STRICT).versions(0).expectedOrder(false).build());
        assertFalse(none.hasOrder());
        assertEquals(0, none.versionChains());
        for (int p = 0; p < none.rows().predicates(); p++) {
            assertFalse(none.rows().hasVersionSet(p));
        }
        History order =
                Generator.generate(options(SimulatedStore.STRICT).versions(0).build());
        assertTrue(order.hasOrder());
        assertEquals(none.operations(), order.operations());
    }

    @Test
    void itemsAloneHaveNoPredicates() {
        History history = Generator.generate(
                options(SimulatedStore.SERIAL).rows(new RowMix(0, 0.1, 0, 4)).build());
        assertEquals(0, history.rows().predicates());
        assertTrue(history.operations() >= 5000);
    }

    @Test
    void whatDoesNotGoTogetherIsRefused() {
        List<Consumer<GeneratorOptions.Builder>> wrong = List.of(
                options -> options.store(SimulatedStore.CAUSAL).versions(0).expectedOrder(false),
                options -> options.unknownRate(0.1),
                options -> options.timestamps(true),
                options -> options.order(ArrivalOrder.SHUFFLED),
                options -> options.inject(InjectedAnomaly.LONG_FORK),
                options -> options.rows(new RowMix(0.5, 0.7, 0.7, 4)),
                options -> options.rows(new RowMix(0.5, 0.1, 0.1, 0)),
                options -> options.shape(HistoryShape.REGISTERS).rowAnomalies(List.of(InjectedRowAnomaly.PHANTOM)));
        for (Consumer<GeneratorOptions.Builder> change : wrong) {
            GeneratorOptions.Builder builder = options(SimulatedStore.STRICT);
            change.accept(builder);
            assertThrows(IllegalArgumentException.class, builder::build);
        }
    }
}
