package org.isolde.check.timestamps;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.isolde.check.TimestampAxiom;
import org.isolde.check.TimestampFindings;
import org.isolde.generate.Generator;
import org.isolde.generate.GeneratorOptions;
import org.isolde.generate.HistoryShape;
import org.isolde.generate.SimulatedStore;
import org.isolde.generate.TimestampViolation;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each wrong timestamp that the generator can make is one violation of its axiom, and of no other. */
class InjectedTimestampsTest {
    private static final List<Level> LEVELS = List.of(Level.SI, Level.SER, Level.SSER);

    private static GeneratorOptions.Builder options(HistoryShape shape, long seed) {
        return GeneratorOptions.builder()
                .store(SimulatedStore.STRICT)
                .shape(shape)
                .transactions(400)
                .keys(20)
                .abortRate(0.1)
                .timestamps(true)
                .seed(seed);
    }

    @ParameterizedTest
    @EnumSource(
            value = HistoryShape.class,
            names = {"REGISTERS", "LIST_APPEND"})
    void withoutThemThereIsNothingWrong(HistoryShape shape) {
        for (Level level : LEVELS) {
            assertEquals(Map.of(), counts(Generator.generate(options(shape, 1).build()), level), level + "");
        }
    }

    @ParameterizedTest
    @EnumSource
    void isOneViolationOfItsAxiom(TimestampViolation violation) {
        for (HistoryShape shape : List.of(HistoryShape.REGISTERS, HistoryShape.LIST_APPEND)) {
            for (long seed = 0; seed < 5; seed++) {
                History history = Generator.generate(
                        options(shape, seed).violations(List.of(violation)).build());
                for (Level level : LEVELS) {
                    Map<TimestampAxiom, Long> expected = new EnumMap<>(TimestampAxiom.class);
                    if (violation != TimestampViolation.WRITE_CONFLICT || level == Level.SI) {
                        expected.put(TimestampAxiom.valueOf(violation.axiom()), 1L);
                    }
                    if (violation == TimestampViolation.EARLY_START && level == Level.SSER) {
                        expected.put(TimestampAxiom.REAL_TIME, 1L);
                    }
                    assertEquals(expected, counts(history, level), violation + " " + shape + " " + level);
                }
            }
        }
    }

    /** The axioms that are violated, and how often. */
    private static Map<TimestampAxiom, Long> counts(History history, Level level) {
        Map<TimestampAxiom, Long> counts = new EnumMap<>(TimestampAxiom.class);
        TimestampFindings findings = Chronos.of(history, level, true, 10).findings();
        for (TimestampAxiom axiom : TimestampAxiom.values()) {
            if (findings.count(axiom) > 0) {
                counts.put(axiom, findings.count(axiom));
            }
        }
        return counts;
    }
}
