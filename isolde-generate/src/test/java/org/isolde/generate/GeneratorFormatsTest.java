package org.isolde.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.isolde.history.History;
import org.isolde.history.format.Format;
import org.isolde.history.format.Source;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Generated histories, written and read again. */
class GeneratorFormatsTest {
    @ParameterizedTest
    @EnumSource(names = {"REGISTERS", "LIST_APPEND"})
    void timekillerHoldsGeneratedHistories(HistoryShape shape) throws IOException {
        History history = Generator.generate(GeneratorOptions.builder()
                .store(SimulatedStore.STRICT)
                .shape(shape)
                .realTime(false)
                .timestamps(true)
                .build());
        assertEquals(List.of(Format.INITIAL_VALUE), Format.TIMEKILLER.losses(history));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Format.TIMEKILLER.write(history, bytes);
        History again;
        try (Source source = Source.of("generated", new ByteArrayInputStream(bytes.toByteArray()))) {
            again = Format.TIMEKILLER.read(source);
        }
        assertEquals(history.transactions(), again.transactions());
        for (int place = 0; place < history.transactions(); place++) {
            int t = history.arrival(place);
            int u = again.arrival(place);
            assertEquals(history.transactionName(t), again.transactionName(u));
            assertEquals(history.startPhysical(t), again.startPhysical(u));
            assertEquals(history.commitPhysical(t), again.commitPhysical(u));
            assertEquals(history.firstOp(t + 1) - history.firstOp(t), again.firstOp(u + 1) - again.firstOp(u));
            for (int op = history.firstOp(t), other = again.firstOp(u); op < history.firstOp(t + 1); op++, other++) {
                assertEquals(history.kind(op), again.kind(other));
                assertEquals(
                        history.value(op) == 0 ? "null" : history.valueName(history.value(op)),
                        again.valueName(again.value(other)));
            }
        }
    }
}
