package org.isolde.run.option;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.isolde.generate.KeyDistribution;
import org.isolde.history.Times;
import org.isolde.run.runner.Fault;
import org.isolde.run.runner.RunOptions;
import org.isolde.run.runner.StatementUse;
import org.isolde.run.workload.WorkloadOptions;
import org.isolde.run.workload.WritesPerKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a user gives, what is filled in, and what is made of both. */
class OptionsTest {
    private static final List<Option<?>> ALL = Stream.concat(WorkloadOptions.all().stream(), RunOptions.all().stream())
            .toList();

    private static Options parse(String name, String text) {
        return Options.parse(ALL, Map.of(name, text));
    }

    @Test
    void valuesAreTyped() {
        assertEquals(3, parse("retries", " 3 ").get(RunOptions.RETRIES));
        assertEquals(Duration.ofSeconds(90), parse("time", "1.5m").get(RunOptions.TIME));
        assertEquals(new WritesPerKey(3, 8), parse("writes-per-key", "3..8").get(WorkloadOptions.WRITES_PER_KEY));
        assertEquals(StatementUse.PER_KEY, parse("statements", "PER-key").get(RunOptions.STATEMENTS));
        assertEquals(
                List.of(Fault.Kind.KILL, Fault.Kind.PAUSE),
                parse("fault", "kill, pause").get(RunOptions.FAULT));
        assertEquals(-7L, parse("seed", "-7").get(WorkloadOptions.SEED));
    }

    @Test
    void givenCountsForMoreThanFilledInAndThatForMoreThanDeclared() {
        Options given = parse("keys", "9");
        Options whole = given.over(Options.none().with(WorkloadOptions.KEYS, 5).with(WorkloadOptions.LENGTH, 2));
        assertEquals(9, whole.get(WorkloadOptions.KEYS));
        assertEquals(2, whole.get(WorkloadOptions.LENGTH));
        assertEquals(8, whole.get(WorkloadOptions.SESSIONS));
        assertTrue(whole.isGiven(WorkloadOptions.KEYS));
        assertFalse(whole.isGiven(WorkloadOptions.LENGTH), "a workload's default");
        assertNull(whole.with(RunOptions.TIME, null).get(RunOptions.TIME), "without limit, whatever is declared");
        assertEquals(Duration.ofSeconds(8), whole.get(RunOptions.TIME), "the other is another one");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "retries | -1 | --retries is -1; it must be 0 or more",
                "retries | x | --retries is 'x', which is no number",
                "sessions | 99999999999 | --sessions is 99999999999; it must be 2147483647 or less",
                "read-ratio | 1.5 | --read-ratio is 1.5; it must be from 0 to 1",
                "read-ratio | NaN | --read-ratio is NaN; it must be from 0 to 1",
                "theta | -1 | --theta is -1.0; it must be 0 or more",
                "time | 0s | --time is 0s; it must be longer than 0",
                "time | soon | 'soon' is no time; write 30s, 5m or 1h",
                "fault | kill,burn | 'burn' is no fault; known are kill and pause",
                "distribution | even | 'even' is no distribution of keys; known are uniform, zipfian, hotspot and exponential",
                "writes-per-key | 8-3 | --writes-per-key takes one number of writes or two, not 8 to 3;",
                "retrys | 1 | 'retrys' is no option of a test; there are certificate, distribution, fault, "
            })
    void whatMakesNoSenseIsRefusedByName(String name, String text, String message) {
        String told = assertThrows(IllegalArgumentException.class, () -> parse(name, text))
                .getMessage();
        assertTrue(told.startsWith(message), told);
        assertEquals(-1, told.indexOf('\n'));
    }

    @Test
    void aProgramCanNotSetNonsenseEither() {
        assertThrows(IllegalArgumentException.class, () -> Options.none().with(RunOptions.TABLES, 0));
        assertThrows(IllegalArgumentException.class, () -> Options.none().with(RunOptions.TIME, Duration.ZERO));
    }

    @Test
    void textsAreReadAsTheSameValues() {
        Options options = Options.none()
                .with(WorkloadOptions.WRITES_PER_KEY, WritesPerKey.FOR_EVER)
                .with(RunOptions.TIME, Duration.ofMillis(1500))
                .with(RunOptions.FAULT, List.of(Fault.Kind.PAUSE));
        for (Option<?> option : ALL) {
            assertSameValue(options, option);
        }
    }

    private static <T> void assertSameValue(Options options, Option<T> option) {
        if (!options.get(option).equals(List.of())) {
            assertEquals(options.get(option), option.parse(options.text(option)), option.name());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"8s", "90s", "5m", "1h", "1500ms", "0.0000015s", "0s"})
    void timesAreWrittenAsTheyAreRead(String text) {
        assertEquals(text, Times.text(Times.parse(text)));
    }

    @Test
    void theCallThatRepeatsItHasWhatWasGiven() {
        Options options = Options.parse(
                ALL, Map.of("time", "0.5s", "secondary-index", "true", "fault", "pause,kill", "keys", "3"));
        assertEquals(
                List.of("--keys", "3", "--secondary-index", "--time", "500ms", "--fault", "pause,kill"),
                options.with(RunOptions.RETRIES, 7).arguments(ALL));
    }

    @Test
    void jsonHasNumbersAsNumbers() {
        assertEquals(
                Map.of("tables", 3, "retries", 3, "statements", "mixed", "certificate", "auto"),
                Options.none().json(RunOptions.recorded()));
        assertEquals(
                Map.of("readRatio", 0.25, "distribution", "zipfian", "writesPerKey", List.of(3, 8)),
                Options.none()
                        .with(WorkloadOptions.READ_RATIO, 0.25)
                        .with(WorkloadOptions.DISTRIBUTION, KeyDistribution.ZIPFIAN)
                        .json(List.of(
                                WorkloadOptions.READ_RATIO,
                                WorkloadOptions.DISTRIBUTION,
                                WorkloadOptions.WRITES_PER_KEY)));
    }

    @Test
    void everyOptionIsDeclaredOnceAndExplained() {
        Set<String> names = new HashSet<>();
        for (Option<?> option : ALL) {
            assertTrue(names.add(option.name()), option.name());
            assertTrue(option.help().length() > 10 && !option.help().endsWith("."), option.help());
            assertEquals(option.isFlag(), option.label().isEmpty(), option.name());
        }
    }
}
