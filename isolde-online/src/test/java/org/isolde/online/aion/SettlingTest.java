package org.isolde.online.aion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.isolde.check.CheckOptions;
import org.isolde.check.Isolde;
import org.isolde.check.TimestampAxiom;
import org.isolde.check.TimestampFindings.Finding;
import org.isolde.check.ViolationLimit;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.TransactionBatch;
import org.isolde.history.format.TransactionReader;
import org.isolde.online.MemoryMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When verdicts become final: as soon as nobody can change them, else after the time to settle, and never too soon. */
class SettlingTest {
    private static final long SETTLE = 1_000_000_000L;
    private static final int HISTORIES = Integer.getInteger("isolde.property.histories", 20_000);

    private final List<LiveFinding> findings = new ArrayList<>();
    private final MemoryMap disk = new MemoryMap();
    private Aion aion;

    @BeforeEach
    void open() throws IOException {
        aion = engine(Level.SI, true, disk, findings::add, 16);
    }

    private static Aion engine(
            Level level, boolean sessionOrder, MemoryMap disk, LiveFinding.Listener listener, int capacity)
            throws IOException {
        return new Aion(
                new AionOptions(level, sessionOrder, SETTLE, 1 << 20, Long.MAX_VALUE / 4), disk, listener, capacity);
    }

    /** Lines that arrive at a time. */
    private void take(long time, String... lines) throws IOException {
        byte[] bytes = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
        TransactionBatch batch = new TransactionReader()
                .parse(Arrays.copyOf(bytes, bytes.length + TransactionReader.PADDING), bytes.length, "0");
        aion.announced(batch.announcedSessions());
        for (int t = 0; t < batch.transactions(); t++) {
            aion.accept(batch, t, time);
        }
        for (int i = 0; i < batch.ended(); i++) {
            aion.ended(batch, i, time);
        }
        aion.advance(time);
    }

    private static String tx(String session, int seq, long start, long commit, String ops) {
        return "{\"session\":\"" + session + "\",\"seq\":" + seq + ",\"start\":" + start + ",\"commit\":" + commit
                + ",\"ops\":[" + ops + "]}";
    }

    private static String header(int sessions) {
        return "{\"isolde\":1,\"initial\":0,\"sessions\":" + sessions + "}";
    }

    private long open(long time) throws IOException {
        aion.advance(time);
        return aion.counts().openVerdicts();
    }

    @Test
    void aVerdictIsFinalAsSoonAsAllSessionsHavePassedTheSnapshot() throws IOException {
        take(1, header(2), tx("a", 0, 1, 2, "[\"w\",\"x\",1]"), tx("b", 0, 5, 6, "[\"r\",\"x\",0]"));
        assertEquals(1, open(2), "a is at 2, and may still write before 5");
        take(3, tx("a", 1, 3, 5, "[\"w\",\"y\",1]"));
        assertEquals(1, open(3), "a may write once more at 5");
        take(4, tx("a", 2, 6, 7, "[\"w\",\"y\",2]"));
        assertEquals(0, open(4));
        assertEquals(List.of(TimestampAxiom.EXT), axioms(), "it is told at once");
    }

    private List<TimestampAxiom> axioms() {
        return findings.stream().map(LiveFinding::axiom).toList();
    }

    @Test
    void withoutTheNumberOfSessionsOthersMayCome() throws IOException {
        take(1, tx("a", 0, 1, 2, ""), tx("b", 0, 5, 6, "[\"r\",\"x\",1]"));
        take(2, tx("a", 1, 7, 8, ""));
        assertEquals(1, open(SETTLE));
        take(SETTLE, tx("c", 0, 3, 4, "[\"w\",\"x\",1]"));
        assertEquals(0, open(SETTLE + 1 + SETTLE));
        assertEquals(List.of(), findings, "c, which nobody had heard of, explains it");
    }

    @Test
    void whoHasEndedIsNotWaitedFor() throws IOException {
        take(1, header(2), tx("a", 0, 1, 2, ""), tx("b", 0, 5, 6, "[\"r\",\"x\",7]"));
        take(2, "{\"ended\":\"a\"}");
        assertEquals(1, open(2), "somebody else may begin");
        take(3, tx("c", 0, 8, 9, ""));
        assertEquals(0, open(3));
        assertEquals(1, findings.size());
        // one that was waited for until it ended
        long late = 2 * SETTLE;
        take(late, tx("b", 1, 10, 11, "[\"r\",\"x\",7]"), tx("c", 1, 9, 9, ""));
        take(late + SETTLE / 2, tx("c", 2, 9, 9, ""));
        assertEquals(1, open(late + SETTLE));
        take(late + SETTLE, "{\"ended\":\"c\"}");
        assertEquals(0, open(late + SETTLE));
    }

    @Test
    void whoSaysThatItEndsBeforeAllHasComeIsWaitedFor() throws IOException {
        take(1, tx("a", 0, 1, 2, ""), tx("b", 0, 9, 9, "[\"r\",\"x\",7]"));
        take(SETTLE, tx("a", 2, 5, 6, ""), "{\"ended\":\"a\"}");
        assertEquals(1, open(SETTLE + 1));
        take(SETTLE + 2, tx("a", 1, 3, 4, "[\"w\",\"x\",7]"));
        open(3 * SETTLE);
        assertEquals(List.of(), findings);
    }

    @Test
    void aGapStaysOpenForItsTime() throws IOException {
        String aborted = "{\"session\":\"a\",\"seq\":2,\"status\":\"aborted\",\"ops\":[]}";
        take(1, header(1), tx("a", 0, 1, 2, ""), aborted, tx("a", 3, 5, 6, "[\"r\",\"x\",0]"));
        assertEquals(1, open(2), "number 1 may still come");
        take(3, tx("a", 1, 3, 4, "[\"w\",\"x\",1]"));
        assertEquals(0, open(3));
        assertEquals(List.of(TimestampAxiom.EXT), axioms());
        take(4, tx("a", 5, 7, 8, ""));
        open(SETTLE);
        assertEquals(1, findings.size());
        open(4 + SETTLE);
        assertEquals(List.of(TimestampAxiom.EXT, TimestampAxiom.SESSION), axioms(), "and no longer");
    }

    @Test
    void whatComesBehindWhatIsFinalIsCountedAndChangesNothing() throws IOException {
        take(1, header(1), tx("a", 0, 1, 2, ""), tx("a", 1, 5, 6, "[\"r\",\"x\",0]"), tx("a", 2, 7, 8, ""));
        assertEquals(0, open(2));
        take(3, tx("b", 0, 3, 4, "[\"w\",\"x\",1]"), tx("b", 1, 9, 10, "[\"w\",\"x\",2]"));
        aion.finish();
        assertEquals(List.of(), findings);
        assertEquals(1, aion.counts().late());
    }

    @Test
    void whoeverSendsIsWaitedForHoweverLong() throws IOException {
        take(0, tx("b", 0, 100_000, 100_001, "[\"r\",\"x\",1]"), tx("a", 0, 0, 1, ""));
        for (int i = 1; i < 50; i++) {
            // number 1 was lost: what comes behind it says that the session is there
            take(i * SETTLE / 2, tx("a", i + 1, 10 * i, 10 * i + 1, i == 49 ? "[\"w\",\"x\",1]" : ""));
            assertEquals(1, aion.counts().openVerdicts());
        }
        open(100 * SETTLE);
        assertEquals(List.of(TimestampAxiom.SESSION), axioms());
    }

    /**
     * Random streams. Whatever the delays between sessions, and whatever the pauses of the whole stream: as long as whoever has
     * something to send is heard of within the time to settle, the findings are those of the offline check.
     */
    @Test
    void findingsAreThoseOfTheWholeHistoryAtAnySpeed() throws Exception {
        long seed = Long.getLong("isolde.seed", System.nanoTime());
        System.out.println("SettlingTest: -Disolde.seed=" + seed);
        int found = 0;
        int early = 0;
        for (int i = 0; i < HISTORIES / 4; i++) {
            Random random = new Random(seed + i);
            TinyStream stream = new TinyStream(random);
            int phases = 1 + random.nextInt(3);
            stream.inOrder(phases);
            Level level = random.nextBoolean() ? Level.SI : Level.SER;
            String context = "seed " + (seed + i) + ", " + level + "\n" + stream;
            Map<String, Integer> told = new TreeMap<>();
            early += online(stream, phases, level, random, told);
            assertEquals(offline(stream, level), told, context);
            found += told.size();
        }
        System.out.println("found " + found + ", settled early " + early);
        assertTrue(found > HISTORIES / 10 && early > HISTORIES / 10, "found " + found + ", settled early " + early);
    }

    /** Returns how often a verdict was final before its time was over. */
    private int online(TinyStream stream, int phases, Level level, Random random, Map<String, Integer> told)
            throws IOException {
        MemoryMap map = new MemoryMap();
        LiveFinding.Listener listener = finding -> told.merge(about(finding), 1, Integer::sum);
        Aion engine = engine(level, true, map, listener, 1 + random.nextInt(4));
        long sessions = stream.transactions.stream()
                .map(TinyStream.Tx::session)
                .distinct()
                .count();
        long announced = random.nextInt(3) == 0 ? 0 : sessions;
        engine.announced(announced);
        long now = 0;
        int early = 0;
        for (int phase = 0; phase < phases; phase++) {
            for (Arrival arrival : schedule(stream, phase, phases, now, random)) {
                now = arrival.time;
                TransactionBatch batch = TinyStream.batch(List.of(arrival.tx), true);
                engine.accept(batch, 0, now);
                engine.advance(now);
                early += engine.counts().openVerdicts() == 0 ? 1 : 0;
                if (random.nextInt(6) == 0) {
                    DiskMap.Changes changes = map.changes();
                    engine.save(changes);
                    map.write(changes);
                    engine.saved();
                    engine = random.nextBoolean() ? engine : engine(level, true, map, listener, 4);
                }
            }
            now += random.nextInt(3) * SETTLE + random.nextInt((int) SETTLE);
            engine.advance(now);
        }
        engine.finish();
        return early;
    }

    private record Arrival(TinyStream.Tx tx, long time) {}

    /** Each session's transactions about in order, and no session silent for the time to settle while it has more. */
    private static List<Arrival> schedule(TinyStream stream, int phase, int phases, long from, Random random) {
        Map<Object, List<TinyStream.Tx>> left = new LinkedHashMap<>();
        for (TinyStream.Tx tx : stream.transactions) {
            if (stream.phase(tx, phases) == phase) {
                List<TinyStream.Tx> session = left.computeIfAbsent(tx.session(), name -> new ArrayList<>());
                session.add(random.nextInt(5) == 0 ? Math.max(0, session.size() - 1) : session.size(), tx);
            }
        }
        Map<Object, Long> heard = new LinkedHashMap<>();
        left.keySet().forEach(session -> heard.put(session, from));
        List<Arrival> arrivals = new ArrayList<>();
        long now = from;
        Object favourite = null;
        while (!left.isEmpty()) {
            now += random.nextInt((int) SETTLE / 10);
            List<Object> names = new ArrayList<>(left.keySet());
            names.sort(java.util.Comparator.comparing(heard::get));
            Object next = names.get(0);
            if (now - heard.get(next) < SETTLE / 2) {
                favourite = random.nextInt(4) == 0 || !left.containsKey(favourite)
                        ? names.get(random.nextInt(names.size()))
                        : favourite;
                next = favourite;
            }
            arrivals.add(new Arrival(left.get(next).remove(0), now));
            heard.put(next, now);
            if (left.get(next).isEmpty()) {
                left.remove(next);
            }
        }
        return arrivals;
    }

    private static String about(LiveFinding finding) {
        boolean pair = finding.axiom() == TimestampAxiom.NOCONFLICT || finding.axiom() == TimestampAxiom.SAME_COMMIT;
        String a = finding.session() + ":" + finding.seq();
        String b = pair ? finding.otherSession() + ":" + finding.otherSeq() : "";
        return about(
                finding.axiom(),
                a,
                b,
                finding.key() == null ? "" : finding.key().replace("\"", ""));
    }

    private static String about(TimestampAxiom axiom, String a, String b, String key) {
        boolean swapped = !b.isEmpty() && a.compareTo(b) > 0;
        return axiom + " " + (swapped ? b : a) + " " + (swapped ? a : b) + " " + key;
    }

    private static Map<String, Integer> offline(TinyStream stream, Level level) throws IOException {
        History history = stream.history();
        Map<String, Integer> found = new TreeMap<>();
        CheckOptions options = CheckOptions.of(EnumSet.of(level)).withViolations(ViolationLimit.ALL);
        for (Finding finding :
                Isolde.check(history, options).timestamps().get(level).findings()) {
            boolean pair =
                    finding.axiom() == TimestampAxiom.NOCONFLICT || finding.axiom() == TimestampAxiom.SAME_COMMIT;
            String a = stream.transactions
                    .get((int) history.idCode(finding.transaction()))
                    .name();
            String b = pair
                    ? stream.transactions
                            .get((int) history.idCode(finding.other()))
                            .name()
                    : "";
            found.merge(
                    about(finding.axiom(), a, b, finding.key() < 0 ? "" : history.keyName(finding.key())),
                    1,
                    Integer::sum);
        }
        return found;
    }
}
