package org.isolde.run.certificate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.isolde.history.History;
import org.isolde.history.Rows;
import org.isolde.history.Segment;
import org.isolde.history.Status;
import org.isolde.run.Session;
import org.isolde.run.runner.Fault;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Certificates of a real PostgreSQL: what the conditions give on the recovered version sets is what the server gave back. */
class PostgresCertificateTest {
    private static final int TRANSACTIONS = 500;

    private static CertifiedRun postgres;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() throws Exception {
        postgres = new CertifiedRun("postgres:18.6");
    }

    @AfterAll
    static void end() {
        postgres.close();
    }

    private CertifiedRun.Recorded run(String isolation, boolean shadow) throws Exception {
        return postgres.run(
                isolation, postgres.source(isolation), shadow, TRANSACTIONS, folder.resolve("history.jsonl"));
    }

    private static void assertHolds(CertifiedRun.Recorded recorded) {
        assertNull(recorded.result().problem());
        assertNull(recorded.result().certificate().refusal());
        assertTrue(recorded.result().certificate().versions() > TRANSACTIONS / 4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"serializable", "repeatable-read", "read-committed"})
    void everyPredicateReadFollowsFromItsVersionSet(String isolation) throws Exception {
        CertifiedRun.Recorded recorded = run(isolation, false);
        assertHolds(recorded);
        RecomputedPredicates all = RecomputedPredicates.of(recorded.history());
        assertEquals(List.of(), all.differences());
        assertEquals(0, all.withoutVersionSet());
        assertTrue(all.compared() > TRANSACTIONS, "so many predicate reads: " + all.compared());
        assertEquals(0, RecomputedPredicatesTest.versionsWithoutPlace(recorded.history()));
    }

    @Test
    void aServerOfOthersIsLeftAsItWas() throws Exception {
        OthersServer others = new OthersServer(
                postgres,
                "other",
                "secret",
                "select 'table ' || tablename from pg_tables where schemaname = 'public'"
                        + " union all select 'publication ' || pubname from pg_publication"
                        + " union all select 'slot ' || slot_name from pg_replication_slots",
                "drop publication if exists isolde_certificate",
                "create publication isolde_certificate for table isolde_rows",
                "create role other superuser replication login password 'secret'");
        others.assertAbandonedRunLeavesNothing("serializable");
        others.assertRunLeavesNothing("serializable", folder);
    }

    /** Writes that waited saw other versions than their snapshots have; a run without any would test nothing of that. */
    @Test
    void writesAtReadCommittedSeeMoreThanTheirSnapshots() throws Exception {
        CertifiedRun.Recorded recorded = run("read-committed", false);
        assertHolds(recorded);
        Rows rows = recorded.history().rows();
        int beside = 0;
        for (int p = 0; p < rows.predicates(); p++) {
            beside += rows.snapshot(p) >= 0 && rows.seesFirst(p + 1) > rows.seesFirst(p) ? 1 : 0;
        }
        assertTrue(beside > 0, "statements that waited and acted on, or left alone, a later version");
    }

    @ParameterizedTest
    @ValueSource(strings = {"serializable", "read-committed"})
    void shadowTransactionsSeeWhatTheLogSays(String isolation) throws Exception {
        assertHolds(run(isolation, true));
    }

    /** What is changed in a file that is right is found out. */
    @Test
    void aTamperedCertificateDoesNotGiveTheResults() throws Exception {
        CertifiedRun.Recorded recorded = run("serializable", false);
        assertHolds(recorded);
        String text = Files.readString(recorded.file());
        assertTampered(text, tamper(text, "\"order\":\\[(\\d+),(\\d+),", "\"order\":[$2,$1,", Integer.MAX_VALUE));
        // a snapshot that has seen a transaction that was under way, each of them
        assertTampered(text, tamper(text, ",\"but\":\\[[^\\]]*\\]", "", Integer.MAX_VALUE));
        assertTampered(text, tamper(text, "(\\[\"rp\",\"t\",\"[^\"]*\",\\[)\\[\"t/[^\\]]*\\],", "$1", 1));
    }

    private static String tamper(String text, String pattern, String by, int most) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        StringBuilder tampered = new StringBuilder();
        for (int n = 0; n < most && matcher.find(); n++) {
            matcher.appendReplacement(tampered, by);
        }
        return matcher.appendTail(tampered).toString();
    }

    private void assertTampered(String right, String wrong) throws Exception {
        assertFalse(right.equals(wrong), "there was nothing to tamper with");
        Path file = Files.writeString(folder.resolve("tampered-" + System.nanoTime() + ".jsonl"), wrong);
        assertFalse(RecomputedPredicates.of(History.read(file)).differences().isEmpty());
    }

    /** The answer to some commits gets lost, of which half took place: the log knows which. */
    @Test
    void unknownOutcomesAreSettled() throws Exception {
        Flaky flaky = new Flaky(postgres.source("serializable"));
        CertifiedRun.Recorded recorded =
                postgres.run("serializable", flaky, false, TRANSACTIONS, folder.resolve("history.jsonl"));
        assertHolds(recorded);
        History history = recorded.history();
        int open = 0;
        for (int t = 1; t <= history.transactions(); t++) {
            boolean isOpen = history.status(t) == Status.UNKNOWN;
            assertFalse(isOpen && writes(history, t), history.transactionName(t));
            open += isOpen ? 1 : 0;
        }
        assertTrue(history.hasRealTime());
        assertEquals(
                flaky.committed.get() + flaky.rolledBack.get(),
                recorded.result().statistics().unknown());
        assertEquals(
                recorded.result().statistics().unknown() - open,
                recorded.result().certificate().settled());
        assertTrue(flaky.committed.get() > 0 && flaky.rolledBack.get() > 0);
        assertTrue(recorded.result().certificate().settled() > 0);
        assertEquals(List.of(), RecomputedPredicates.of(history).differences());
        // what was committed in truth and changed something is so in the history, and what was not is not
        for (int t = 1; t <= history.transactions(); t++) {
            long number = history.rows().number(t);
            if (number != Segment.NO_ID && flaky.numbers.contains(number) && writes(history, t)) {
                assertTrue(history.isCommitted(t), history.transactionName(t));
            }
            if (number != Segment.NO_ID && flaky.undone.contains(number)) {
                assertFalse(history.isCommitted(t), history.transactionName(t));
            }
        }
    }

    /** The stream goes on where it was, and numbers that a crashed server gives again are told apart. */
    @Test
    void aServerThatIsKilledKeepsItsCertificate() throws Exception {
        List<Fault> kills = List.of(
                new Fault(Fault.Kind.KILL, 0, Duration.ofMillis(150), Duration.ofMillis(50)),
                new Fault(Fault.Kind.KILL, 0, Duration.ofMillis(1500), Duration.ofMillis(50)));
        CertifiedRun.Recorded recorded = postgres.run(
                "serializable",
                postgres.source("serializable"),
                false,
                // enough for the first kill to come in between wherever it runs
                3 * TRANSACTIONS,
                kills,
                folder.resolve("history.jsonl"));
        assertHolds(recorded);
        assertTrue(recorded.result().statistics().reasons().keySet().stream()
                .anyMatch(reason -> reason.contains("connection lost")));
        assertEquals(List.of(), RecomputedPredicates.of(recorded.history()).differences());
        assertEquals(0, RecomputedPredicatesTest.versionsWithoutPlace(recorded.history()));
    }

    private static boolean writes(History history, int transaction) {
        return IntStream.range(history.firstOp(transaction), history.firstOp(transaction + 1))
                .anyMatch(history::isWrite);
    }

    /** The certificates of another source, whose sessions lose the answers to some commits. */
    private static final class Flaky extends ForwardingSource {
        private final AtomicInteger asked = new AtomicInteger();
        private final AtomicInteger committed = new AtomicInteger();
        private final AtomicInteger rolledBack = new AtomicInteger();
        private final Random random = new Random(1);
        private final Set<Long> numbers = ConcurrentHashMap.newKeySet();
        private final Set<Long> undone = ConcurrentHashMap.newKeySet();

        Flaky(CertificateSource source) {
            super(source);
        }

        @Override
        protected Session session(Session session) {
            return (Session) Proxy.newProxyInstance(
                    Session.class.getClassLoader(), new Class<?>[] {Session.class}, (proxy, method, arguments) -> {
                        // not the first, which has the initial data
                        if (method.getName().equals("commit") && asked.incrementAndGet() % 10 == 0) {
                            lose(session);
                        }
                        try {
                            return method.invoke(session, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
        }

        private void lose(Session session) throws Exception {
            long number = session.mark().number();
            if (random.nextBoolean()) {
                session.commit();
                numbers.add(number);
                committed.incrementAndGet();
            } else {
                session.rollback();
                undone.add(number);
                rolledBack.incrementAndGet();
            }
            throw new SQLException("the answer is lost", "08006");
        }
    }
}
