package org.isolde.run.certificate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.isolde.history.History;
import org.isolde.history.Status;
import org.isolde.run.rows.RowAnswer.Found;
import org.isolde.run.rows.RowVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a log must be so that a history is certified by it, and what becomes of the history. */
class CertificationTest {
    private static final String RECORDED = """
            {"isolde":1,"live":true}
            {"session":9,"ops":[["w","t/0#1",1,{"id":0,"a":1,"b":null}],["w","t/1#2",2,{"id":1,"a":2,"b":5}]],"begin":1,"end":2,"number":100}
            {"session":0,"ops":[["rp","t","a < 3",[["t/0#1",1],["t/1#2",2]],{"snapshot":{"upto":100},"sees":[]}],["w","t/0#1",3,{"id":0,"a":7,"b":null}],["w","t/1#2",3,{"id":1,"a":7,"b":5}]],"begin":3,"end":6,"number":101}
            {"session":1,"status":"unknown","reason":"connection lost","ops":[["rp","t","id = 1",[["t/1#2",3]],{"snapshot":{"upto":101},"sees":[]}],["d","t/1#2",4]],"begin":7,"number":102}
            {"session":2,"status":"unknown","reason":"connection lost","ops":[["w","t/5#6",6,{"id":5,"a":0,"b":0}]],"begin":7,"number":103}
            {"session":3,"status":"aborted","ops":[["w","t/0#1",5,{"id":0,"a":8,"b":null}]],"begin":7,"end":9,"number":104}
            {"session":4,"ops":[["rp","t","a >= 7",[["t/0#1",3]],{"snapshot":{"upto":104,"but":[103]}}]],"begin":9,"end":10}
            {"closed":{"transactions":6}}
            """;

    @TempDir
    private Path folder;

    private static RowVersion version(String row, long version, long id, Long a, Long b, Long previous) {
        return new RowVersion(row, version, id, a, b, previous);
    }

    private static void initial(ChangeLog log) {
        log.begin(100);
        log.inserted(version("0#1", 1, 0, 1L, null, null));
        log.inserted(version("1#2", 2, 1, 2L, 5L, null));
        log.commit();
    }

    private static void update(ChangeLog log) {
        log.begin(101);
        log.updated(0, version("0#1", 3, 0, 7L, null, 1L));
        log.updated(1, version("1#2", 3, 1, 7L, 5L, 2L));
        log.commit();
    }

    private static void delete(ChangeLog log) {
        log.begin(102);
        log.deleted(1);
        log.commit();
    }

    private static ChangeLog right() {
        ChangeLog log = new ChangeLog();
        initial(log);
        update(log);
        delete(log);
        return log;
    }

    private Path recorded() throws IOException {
        return Files.writeString(folder.resolve("history-" + System.nanoTime() + ".jsonl"), RECORDED);
    }

    private Certification.Outcome certify(Path file, Consumer<ChangeLog> filling) throws IOException {
        ChangeLog log = new ChangeLog();
        filling.accept(log);
        return Certification.apply(file, "by hand", new Certificate(log, null), 20);
    }

    @Test
    void aHistoryGetsOrdersAndOutcomes() throws Exception {
        Path file = recorded();
        Certification.Outcome outcome = Certification.apply(
                file,
                "by hand",
                new Certificate(right(), null, number -> number * 2.0, statement -> List.of(new Found("9#9", 9))),
                20);
        assertNull(outcome.refusal());
        assertEquals(3, outcome.transactions());
        assertEquals(5, outcome.versions());
        assertEquals(2, outcome.settled());
        String text = Files.readString(file);
        assertTrue(text.contains("{\"versions\":{\"key\":\"t/1#2\",\"order\":[2,3,4]}}"), text);
        assertTrue(text.contains("\"sees\":[[\"t/9#9\",9]]"), text);
        assertTrue(text.contains("\"order\":202.000000"), text);
        assertTrue(text.lines().toList().get(0).contains("\"certificate\":{\"from\":\"by hand\""), text);
        History history = History.read(file);
        assertTrue(history.hasRealTime());
        assertEquals(6, history.transactions());
        for (int t = 1; t <= history.transactions(); t++) {
            assertEquals(
                    switch (history.sessionName(history.session(t))) {
                        case "2", "3" -> Status.ABORTED;
                        default -> Status.COMMITTED;
                    },
                    history.status(t));
        }
    }

    /** What one statement does to several rows has no order. */
    @Test
    void rowsOfAStatementComeInAnyOrder() throws Exception {
        assertNull(certify(recorded(), log -> {
                    initial(log);
                    log.begin(101);
                    log.updated(1, version("1#2", 3, 1, 7L, 5L, 2L));
                    log.updated(0, version("0#1", 3, 0, 7L, null, 1L));
                    log.commit();
                    delete(log);
                })
                .refusal());
    }

    @Test
    void whatDoesNotFitIsRefused() throws Exception {
        assertRefused("says that it replaced 1", log -> {
            initial(log);
            log.begin(101);
            log.updated(0, version("0#1", 9, 0, 7L, null, 1L));
            log.updated(0, version("0#1", 3, 0, 7L, null, 1L));
            log.commit();
        });
        assertRefused("made 2 changes, and the log has 1", log -> {
            initial(log);
            log.begin(101);
            log.updated(0, version("0#1", 3, 0, 7L, null, 1L));
            log.commit();
            delete(log);
        });
        assertRefused("made version 3 of row 0#1, and the log has", log -> {
            initial(log);
            log.begin(101);
            log.updated(0, version("0#1", 3, 0, 8L, null, 1L));
            log.updated(1, version("1#2", 3, 1, 7L, 5L, 2L));
            log.commit();
            delete(log);
        });
        assertRefused("was updated under the key 0, where no row was", log -> {
            update(log);
            initial(log);
            delete(log);
        });
        assertRefused("was committed, and the log does not have it", log -> {
            initial(log);
        });
        assertRefused("was aborted, and the log has it as committed", log -> {
            initial(log);
            update(log);
            delete(log);
            log.begin(104);
            log.updated(0, version("0#1", 5, 0, 8L, null, 3L));
            log.commit();
        });
        assertRefused("the log has a transaction, 999, that nobody recorded", log -> {
            initial(log);
            update(log);
            delete(log);
            log.begin(999);
            log.deleted(0);
            log.commit();
        });
    }

    /** Nothing of a certificate that was refused is left. */
    private void assertRefused(String reason, Consumer<ChangeLog> filling) throws IOException {
        Path file = recorded();
        Certification.Outcome outcome = certify(file, filling);
        assertFalse(outcome.holds());
        assertTrue(outcome.refusal().contains(reason), outcome.refusal());
        String text = Files.readString(file);
        assertFalse(text.contains("snapshot") || text.contains("\"versions\":{"), text);
        History history = History.read(file);
        assertEquals(0, history.versionChains());
        assertFalse(history.rows().hasVersionSet(0));
    }

    /** Orders are right as far as they go; what depends on all of the log is left out. */
    @Test
    void aLogThatBrokeOffGivesOrdersAlone() throws Exception {
        Path file = recorded();
        ChangeLog log = new ChangeLog();
        initial(log);
        log.begin(101);
        log.updated(0, version("0#1", 3, 0, 7L, null, 1L));
        Certification.Outcome outcome = Certification.apply(
                file, "by hand", new Certificate(log, "the stream broke off", null, statement -> List.of()), 20);
        assertEquals("the stream broke off", outcome.refusal());
        History history = History.read(file);
        assertEquals(2, history.versionChains());
        assertEquals(1, history.versionChain(0).length);
        assertFalse(history.rows().hasVersionSet(0));
        assertTrue(Files.readString(file).contains("\"status\":\"unknown\""));
    }
}
