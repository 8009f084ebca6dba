package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.isolde.generate.InjectedAnomaly;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.format.Format;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** From a simulated store to the verdict: an injected anomaly is found, named, and breaks just what it should. */
class InjectionTest {
    /** The keys of the workload; an injected anomaly has keys of its own from here on. */
    private static final int KEYS = 1000;

    private static final List<String> MINI = List.of("--rmw", "1", "--keys", String.valueOf(KEYS));

    @TempDir
    Path folder;

    /**
     * What an anomaly means for the levels: the weakest ones that forbid it, and the strongest ones that allow it. What
     * implies a level of the former is violated, what a level of the latter implies is satisfied.
     *
     * @param open levels that may be undecided, because the anomaly leaves open in which order the versions came
     */
    private record Meaning(Set<Level> weakestBroken, Set<Level> strongestKept, Set<Level> open) {
        static Meaning of(InjectedAnomaly anomaly) {
            return switch (anomaly) {
                case THIN_AIR_READ, ABORTED_READ, FUTURE_READ, NOT_MY_LAST_WRITE, NOT_MY_OWN_WRITE, INTERMEDIATE_READ ->
                    of("g1", "ru");
                case NON_REPEATABLE_READS -> of("ra,cv", "rc,ryw,mr,mw,wfr,cs").open("cs,cv,rr");
                case SESSION_GUARANTEE_VIOLATION -> of("ryw", "rc,mr,mw,wfr,rr");
                case NON_MONOTONIC_READ -> of("rc,cv", "ryw,mr,mw,wfr,cs");
                case FRACTURED_READ -> of("ra,cv", "rc,ryw,mr,mw,wfr,cs");
                case CAUSALITY_VIOLATION -> of("wfr,cc,cv", "ra,mr,mw,cs");
                case LONG_FORK -> of("pc,rr", "psi");
                case LOST_UPDATE -> of("cs", "pc").open("pc");
                case WRITE_SKEW -> of("rr", "strong-si");
            };
        }

        private static Meaning of(String broken, String kept) {
            return new Meaning(Level.parse(broken), Level.parse(kept), Set.of());
        }

        private Meaning open(String levels) {
            return new Meaning(weakestBroken, strongestKept, Level.parse(levels));
        }

        boolean breaks(Level level) {
            return weakestBroken.stream().anyMatch(level::implies);
        }

        boolean keeps(Level level) {
            return strongestKept.stream().anyMatch(kept -> kept.implies(level));
        }

        private String keptLevels(boolean hasRealTime) {
            List<String> kept = new ArrayList<>();
            for (Level level : Level.values()) {
                if (keeps(level) && !open.contains(level) && (hasRealTime || level != Level.STRONG_SI)) {
                    kept.add(level.text());
                }
            }
            return String.join(",", kept);
        }
    }

    @ParameterizedTest
    @EnumSource
    void isFoundInASerialHistory(InjectedAnomaly anomaly) throws IOException {
        holds(anomaly, generate(anomaly, "serial", 1, "serial.jsonl"), "isolde");
    }

    @ParameterizedTest
    @EnumSource
    void isFoundInAStrictHistory(InjectedAnomaly anomaly) throws IOException {
        holds(anomaly, generate(anomaly, "strict", 2, "strict.isolde"), "isolde-binary");
    }

    @ParameterizedTest
    @EnumSource
    void isFoundInASnapshotHistory(InjectedAnomaly anomaly) throws IOException {
        holds(anomaly, generate(anomaly, "si", 3, "si.jsonl.gz"), "isolde");
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ABORTED_READ")
    void isFoundInPlume(InjectedAnomaly anomaly) throws IOException {
        holds(anomaly, generate(anomaly, "serial", 4, "serial.txt"), "plume");
    }

    /** Plume knows aborted writes, each on its own, and no aborted reads. */
    @Test
    void anAbortedReadGoesIntoPlumeOnlyIfLossy() throws IOException {
        String file = folder.resolve("aborted.txt").toString();
        String[] call = {"generate", "--inject", "aborted-read", "--rmw", "1", "--keys", "1000", "--out", file};
        Cli.Result refused = Cli.run(call).expect(2);
        assertTrue(refused.err().contains("plume cannot hold aborted transactions"), refused.err());
        assertTrue(refused.err().contains("--lossy"), refused.err());
        assertFalse(Files.exists(Path.of(file)));
        String[] lossy = java.util.Arrays.copyOf(call, call.length + 1);
        lossy[call.length] = "--lossy";
        Cli.run(lossy).expect(0);
        holds(InjectedAnomaly.ABORTED_READ, file, "plume");
    }

    /** In lists a read out of step with the transaction's own appends is one kind only; the others keep their names. */
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"LONG_FORK", "LOST_UPDATE", "WRITE_SKEW"})
    void isFoundInLists(InjectedAnomaly anomaly) throws IOException {
        String file = generate(anomaly, "strict", 5, "lists.edn", "--shape", "list-append", "--lossy");
        JsonNode result = Cli.run("check", "--json", file).expect(1).object();
        String name = switch (anomaly) {
            case NOT_MY_LAST_WRITE, NOT_MY_OWN_WRITE -> "InternalInconsistency";
            default -> anomaly.paperName();
        };
        assertNamed(name, result, injected(file));
        Meaning meaning = Meaning.of(anomaly);
        for (Level level : Level.values()) {
            if (level.isWeak()) {
                assertVerdict(meaning, level, result);
            }
        }
    }

    @Test
    void severalAreAllFound() throws IOException {
        String file = folder.resolve("several.isolde").toString();
        Cli.run(
                        "generate",
                        "--inject",
                        "write-skew,thin-air-read",
                        "--inject",
                        "long-fork",
                        "--rmw",
                        "1",
                        "--out",
                        file)
                .expect(0);
        JsonNode result = Cli.run("check", "--json", "--violations", "all", file)
                .expect(1)
                .object();
        assertTrue(names(result).contains("ThinAirRead"), result::toString);
        Cli.run("generate", "--inject", "write-skew,long-fork", "--rmw", "1", "--out", file)
                .expect(0);
        result = Cli.run("check", "--json", file).expect(1).object();
        assertTrue(names(result).containsAll(List.of("LongFork", "WriteSkew")), result::toString);
    }

    /** A store keeps what it promises, whatever else it breaks. */
    @ParameterizedTest
    @CsvSource({
        "serial, 1, all",
        "serial, 0.5, all",
        "strict, 1, 'sser,strong-si,ser,si,psi,pc,rr,cv,cs,all-weak'",
        "strict, 0.5, all-weak",
        "si, 1, 'strong-si,si,psi,pc,cv,cs,all-weak'",
        "si, 0.5, all-weak",
        "causal, 1, all-weak",
        "causal, 0.5, all-weak",
        "read-committed, 1, 'rc,g1,ru'",
        "read-committed, 0, 'rc,g1,ru'",
        "none, 1, ru"
    })
    void aStoreKeepsItsLevel(String store, String rmw, String levels) {
        for (int seed = 0; seed < 5; seed++) {
            String file = folder.resolve("store.isolde").toString();
            Cli.run(
                            "generate",
                            "--store",
                            store,
                            "--rmw",
                            rmw,
                            "--transactions",
                            "500",
                            "--keys",
                            "30",
                            "--seed",
                            String.valueOf(seed),
                            "--out",
                            file)
                    .expect(0);
            JsonNode result = Cli.run("check", "--json", "--level", levels, file)
                    .expect(0)
                    .object();
            result.get("verdicts").properties().forEach(verdict -> {
                // transactions of eight operations
                String expected = verdict.getKey().equals("lin") ? "inapplicable" : "satisfied";
                assertEquals(expected, verdict.getValue().asText(), verdict.getKey());
            });
            assertEquals(0, result.get("anomalies").size());
        }
    }

    /** Levels above what a store promises are broken sooner or later. */
    @ParameterizedTest
    @CsvSource({"si, ser", "causal, si", "causal, psi", "read-committed, ra", "none, g1", "none, rc"})
    void aStoreBreaksMoreThanItPromises(String store, String level) {
        String file = folder.resolve("weak.isolde").toString();
        Cli.run("generate", "--store", store, "--rmw", "1", "--keys", "10", "--ops", "2-6", "--out", file)
                .expect(0);
        JsonNode result =
                Cli.run("check", "--json", "--level", level, file).expect(1).object();
        assertFalse(result.get("anomalies").isEmpty());
    }

    /** The same verdicts by the order of the input and by each level's own algorithm, or none from the latter. */
    @ParameterizedTest
    @ValueSource(strings = {"serial", "strict", "si", "causal", "read-committed", "none"})
    void algorithmsAgree(String store) {
        for (String rmw : List.of("1", "0.3")) {
            String file = folder.resolve("any.isolde").toString();
            Cli.run("generate", "--store", store, "--rmw", rmw, "--transactions", "300", "--keys", "50", "--out", file)
                    .expect(0);
            JsonNode auto = Cli.run("check", "--json", file).object().get("verdicts");
            JsonNode own = Cli.run("check", "--json", "--algorithm", "saturation", file)
                    .object()
                    .get("verdicts");
            for (Level level : Level.values()) {
                String verdict = own.get(level.text()).asText();
                if (!(verdict.equals("undecided") && rmw.equals("0.3"))) {
                    assertEquals(auto.get(level.text()).asText(), verdict, level.text());
                }
            }
        }
    }

    /** A transaction that misses its session's past is fine where sessions don't count, but for real time. */
    @Test
    void withoutSessionOrderNoSessionIsMissed() {
        String file = generate(InjectedAnomaly.SESSION_GUARANTEE_VIOLATION, "strict", 6, "sessions.jsonl");
        Cli.run("check", "--level", "ryw", file).expect(1);
        Cli.run("check", "--no-session-order", "--level", "all-weak,psi,si,ser", file)
                .expect(0);
        JsonNode strict = Cli.run("check", "--json", "--no-session-order", "--level", "sser", file)
                .expect(1)
                .object();
        assertEquals(Set.of("RealTimeViolation"), names(strict));
        Cli.run("check", "--no-session-order", "--evidence", "none", "--level", "ser", file)
                .expect(0);
    }

    private String generate(InjectedAnomaly anomaly, String store, int seed, String name, String... more) {
        String file = folder.resolve(name).toString();
        List<String> call = new ArrayList<>(List.of("generate", "--inject", anomaly.text(), "--store", store));
        call.addAll(MINI);
        call.addAll(List.of("--transactions", "200", "--seed", String.valueOf(seed), "--out", file));
        call.addAll(List.of(more));
        Cli.run(call.toArray(String[]::new)).expect(0);
        return file;
    }

    /** By default every level that can be decided is, and by name each for itself. */
    private static void holds(InjectedAnomaly anomaly, String file, String format) throws IOException {
        Meaning meaning = Meaning.of(anomaly);
        JsonNode result = Cli.run("check", "--json", file).expect(1).object();
        assertEquals(format, result.get("format").asText());
        assertNamed(anomaly.paperName(), result, injected(file));
        boolean hasRealTime = Cli.texts(result.get("evidence")).contains("real-time");
        assertEquals(!format.equals("plume"), hasRealTime);
        for (Level level : Level.values()) {
            boolean needsRealTime = level == Level.SSER || level == Level.STRONG_SI;
            if (level == Level.LIN || (needsRealTime && !hasRealTime)) {
                assertEquals("inapplicable", verdict(result, level), level.text());
            } else {
                assertVerdict(meaning, level, result);
            }
        }
        for (Level level : meaning.weakestBroken) {
            if (meaning.open.contains(level)) {
                continue;
            }
            JsonNode alone = Cli.run("check", "--json", "--level", level.text(), file)
                    .expect(1)
                    .object();
            assertEquals("violated", verdict(alone, level));
            assertEquals(1, alone.get("verdicts").size());
            assertFalse(alone.get("anomalies").isEmpty());
        }
        Cli.run("check", "--level", meaning.keptLevels(hasRealTime), file).expect(0);
    }

    private static void assertVerdict(Meaning meaning, Level level, JsonNode result) {
        assertTrue(meaning.breaks(level) ^ meaning.keeps(level), () -> "the table says nothing of " + level.text());
        String verdict = verdict(result, level);
        if (!(verdict.equals("undecided") && meaning.open.contains(level))) {
            assertEquals(meaning.breaks(level) ? "violated" : "satisfied", verdict, level.text());
        }
    }

    /** The anomaly is there, and whatever was found is about the injected transactions and no others. */
    private static void assertNamed(String name, JsonNode result, Set<String> injected) {
        assertTrue(names(result).contains(name), () -> name + " not in " + names(result));
        for (JsonNode anomaly : result.get("anomalies")) {
            List<String> transactions = Cli.texts(anomaly.get("transactions"));
            assertFalse(transactions.isEmpty());
            assertTrue(injected.containsAll(transactions), () -> transactions + " not in " + injected);
        }
    }

    private static Set<String> names(JsonNode result) {
        Set<String> names = new HashSet<>();
        result.get("anomalies").forEach(anomaly -> names.add(anomaly.get("name").asText()));
        return names;
    }

    private static String verdict(JsonNode result, Level level) {
        return result.get("verdicts").get(level.text()).asText();
    }

    /** The names of the injected transactions: those with keys that the workload does not use. */
    private static Set<String> injected(String file) throws IOException {
        History history = Format.read(Path.of(file));
        Set<String> names = new HashSet<>();
        for (int t = 1; t <= history.transactions(); t++) {
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                if (Integer.parseInt(history.keyName(history.key(op))) >= KEYS) {
                    names.add(history.transactionName(t));
                }
            }
        }
        return names;
    }
}
