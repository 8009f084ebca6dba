package org.isolde.online.axiom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.isolde.check.TimestampAxiom;
import org.isolde.history.Level;
import org.isolde.history.OpKind;
import org.isolde.history.Scalars;
import org.isolde.history.Status;
import org.isolde.online.aion.TinyStream;
import org.junit.jupiter.api.Test;

/**
 * The axioms alone, without an engine: each transaction on its own, each session on its own, each key on its own, in any order of arrival, written down and
 * taken up again in between, give what the offline check gives.
 */
class AxiomAgreementTest {
    private static final int HISTORIES = Integer.getInteger("isolde.property.histories", 20_000);

    private static final class Key extends Touched {
        final String name;
        final List<Runnable> reads = new ArrayList<>();
        static final int MOST = 3;
        final KeyVersionsTest.Blocks blocks = new KeyVersionsTest.Blocks();
        KeyVersions versions = new KeyVersions(MOST);
        boolean wrong;

        Key(String name) {
            this.name = name;
        }
    }

    /** One stream, taken apart. */
    private static final class Parts implements OwnOperations.Listener<Key> {
        private final Random random;
        private final boolean snapshots;
        private final boolean sessionOrder;
        private final Map<String, Integer> findings = new TreeMap<>();
        private final Map<String, Key> keys = new HashMap<>();
        private final Map<String, SessionRuns> sessions = new HashMap<>();
        private final Scalars scalars = new Scalars();
        private final OwnOperations<Key> own = new OwnOperations<>(this);
        private TinyStream.Tx tx;
        private long session;
        private boolean open;
        private long taken;

        Parts(Random random, Level level, boolean sessionOrder) {
            this.random = random;
            this.snapshots = level == Level.SI;
            this.sessionOrder = sessionOrder;
        }

        private void found(TimestampAxiom axiom, String a, String b, String key) {
            boolean swapped = !b.isEmpty() && a.compareTo(b) > 0;
            findings.merge(axiom + " " + (swapped ? b : a) + " " + (swapped ? a : b) + " " + key, 1, Integer::sum);
        }

        private long code(Object scalar) {
            return scalar == null ? 0 : scalar instanceof String text ? scalars.text(text) : (Long) scalar;
        }

        private Moments moments(TinyStream.Tx each) {
            Moments moments = new Moments(snapshots);
            boolean writer = each.ops().stream().anyMatch(op -> OpKind.isWrite(op.kind()));
            moments.set(each.start()[0], each.start()[1], each.commit()[0], each.commit()[1], writer, 0, each.seq());
            return moments;
        }

        void take(TinyStream.Tx next) throws IOException {
            tx = next;
            session = code(tx.session());
            String name = tx.name().substring(0, tx.name().lastIndexOf(':'));
            SessionRuns runs = sessions.getOrDefault(name, new SessionRuns());
            if (runs.contains(tx.seq())) {
                return;
            }
            SessionRuns.Event begin = null;
            SessionRuns.Event end = null;
            if (tx.status() == Status.UNKNOWN) {
                tx.ops().stream()
                        .filter(op -> OpKind.isWrite(op.kind()))
                        .forEach(op -> key(op).versions.addUnknown(code(op.value()), scalars));
            } else if (tx.status() == Status.COMMITTED) {
                if (!Moments.isInOrder(tx.start()[0], tx.start()[1], tx.commit()[0], tx.commit()[1])) {
                    found(TimestampAxiom.START_AFTER_COMMIT, tx.name(), "", "");
                } else {
                    Moments moments = moments(tx);
                    end = moments.end();
                    begin = moments.begin(end);
                    look(moments);
                }
            }
            runs.add(tx.seq(), begin, end, missed(name));
            if (random.nextInt(4) == 0) {
                Encoder out = new Encoder();
                runs.write(out);
                runs = SessionRuns.read(new Decoder(out.toBytes()));
            }
            sessions.put(name, runs);
        }

        private SessionRuns.Missed missed(String name) {
            return (before, later) -> {
                if (sessionOrder) {
                    found(TimestampAxiom.SESSION, name + ":" + later.seq(), "", "");
                }
            };
        }

        private Key key(TinyStream.Op op) {
            return keys.computeIfAbsent(op.key().toString(), Key::new);
        }

        private void look(Moments moments) throws IOException {
            own.begin(taken++);
            for (TinyStream.Op op : tx.ops()) {
                long[] list = op.list() == null
                        ? null
                        : op.list().stream().mapToLong(this::code).toArray();
                long value = list == null ? code(op.value()) : list.length == 0 ? 0 : list[list.length - 1];
                own.operation(key(op), op.kind(), value, list);
            }
            for (Key key : own.written()) {
                write(key, moments);
            }
            own.end();
        }

        private void write(Key key, Moments moments) throws IOException {
            int from = key.firstVersion();
            long[] values = java.util.Arrays.copyOfRange(key.writes(), from, key.writeCount());
            KeyVersions versions = key.versions;
            versions.write(
                    moments,
                    tx.start()[0],
                    tx.start()[1],
                    session,
                    scalars,
                    values,
                    0,
                    values.length,
                    key.isAppended(),
                    Integer.MAX_VALUE,
                    snapshots
                            ? (other, seq) ->
                                    found(TimestampAxiom.NOCONFLICT, tx.name(), name(versions, other, seq), key.name)
                            : null,
                    (other, seq) -> found(TimestampAxiom.SAME_COMMIT, tx.name(), name(versions, other, seq), key.name));
            if (random.nextInt(3) == 0) {
                Encoder out = new Encoder();
                versions.write(out, key.blocks);
                key.versions = KeyVersions.read(new Decoder(out.toBytes()), key.blocks, Key.MOST);
            }
        }

        private String name(KeyVersions versions, int other, long seq) {
            return JsonText.of(versions.session(other, scalars), scalars) + ":" + seq;
        }

        @Override
        public void internal(Key key, long[] expected, long[] seen, boolean list) {
            found(TimestampAxiom.INT, tx.name(), "", key.name);
        }

        @Override
        public void external(Key key, long seen, boolean negated) {
            TinyStream.Tx reader = tx;
            long by = session;
            Moments moments = moments(reader);
            key.reads.add(() -> judged(key, reader, key.versions.judge(moments, by, seen, negated, 0, scalars)));
        }

        @Override
        public void externalList(Key key, long[] seen, int prefix) {
            TinyStream.Tx reader = tx;
            long by = session;
            Moments moments = moments(reader);
            key.reads.add(() -> judged(key, reader, key.versions.judge(moments, by, seen, prefix, scalars)));
        }

        /** One finding for a transaction and key, which has several external reads only behind failed compare-and-sets. */
        private void judged(Key key, TinyStream.Tx reader, KeyVersions.Answer answer) {
            open |= answer == KeyVersions.Answer.OPEN;
            if (answer == KeyVersions.Answer.WRONG) {
                findings.put(TimestampAxiom.EXT + " " + reader.name() + "  " + key.name, 1);
            }
        }

        void end() {
            sessions.forEach((name, runs) -> {
                for (long behind = runs.firstBehindGap(); behind >= 0; behind = runs.firstBehindGap()) {
                    boolean takesPart = runs.takesPart(behind);
                    runs.closeGap(behind, takesPart, missed(name));
                    if (takesPart && sessionOrder) {
                        found(TimestampAxiom.SESSION, name + ":" + behind, "", "");
                    }
                }
            });
            keys.values().forEach(key -> {
                Collections.shuffle(key.reads, random);
                key.reads.forEach(Runnable::run);
            });
        }
    }

    @Test
    void anyOrderOfArrivalGivesWhatTheOfflineCheckGives() throws Exception {
        long seed = Long.getLong("isolde.seed", System.nanoTime());
        System.out.println("AxiomAgreementTest: -Disolde.seed=" + seed);
        Map<TimestampAxiom, Integer> seen = new EnumMap<>(TimestampAxiom.class);
        for (int i = 0; i < HISTORIES; i++) {
            Random random = new Random(seed + i);
            TinyStream stream = new TinyStream(random);
            Level level = random.nextBoolean() ? Level.SI : Level.SER;
            boolean sessionOrder = random.nextInt(8) > 0;
            org.isolde.history.History history = stream.history();
            OfflineFindings expected = OfflineFindings.of(
                    history,
                    level,
                    sessionOrder,
                    t -> stream.transactions.get((int) history.idCode(t)).name());
            List<TinyStream.Tx> arrivals = new ArrayList<>(stream.transactions);
            Collections.shuffle(arrivals, random);
            Parts parts = new Parts(random, level, sessionOrder);
            for (TinyStream.Tx tx : arrivals) {
                parts.take(tx);
                parts.take(tx);
            }
            parts.end();
            String context = "seed " + (seed + i) + ", " + level + ", session order " + sessionOrder + "\n" + stream;
            assertEquals(expected.findings(), parts.findings, context);
            assertEquals(expected.open(), parts.open, context);
            expected.findings()
                    .forEach((about, times) -> seen.merge(
                            TimestampAxiom.valueOf(about.substring(0, about.indexOf(' '))), times, Integer::sum));
        }
        System.out.println("found: " + seen);
        for (TimestampAxiom axiom : EnumSet.complementOf(EnumSet.of(TimestampAxiom.REAL_TIME))) {
            assertTrue(seen.getOrDefault(axiom, 0) >= HISTORIES / 200, axiom + " " + seen);
        }
    }
}
