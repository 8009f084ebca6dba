package org.isolde.run.certificate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isolde.history.History;
import org.isolde.history.Status;
import org.isolde.run.rows.RowVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When a log and what clients recorded fit, and when they don't; and whose a transaction of the log is. */
class SelfCheckTest {
    @TempDir
    private Path folder;

    private final ChangeLog log = new ChangeLog();
    private final List<String> lines = new ArrayList<>();

    /** A row that was inserted by version 1 or 2 under the key 1 or 2, and others of it. */
    private static RowVersion row(long id, long version, Long previous) {
        return new RowVersion(id + "#" + id, version, id, version, null, previous);
    }

    private static String write(long id, long version) {
        return "[\"w\",\"t/" + id + "#" + id + "\"," + version + ",{\"id\":" + id + ",\"a\":" + version
                + ",\"b\":null}]";
    }

    private static String deletion(long id, long acted, long version) {
        return "[\"rp\",\"t\",\"id = " + id + "\",[[\"t/" + id + "#" + id + "\"," + acted + "]]],[\"d\",\"t/" + id + "#"
                + id + "\"," + version + "]";
    }

    private void recorded(String status, String... operations) {
        lines.add("{\"session\":" + lines.size() + (status == null ? "" : ",\"status\":\"" + status + "\"")
                + ",\"ops\":[" + String.join(",", operations) + "],\"begin\":" + lines.size() + ",\"end\":100}");
    }

    /** Two rows, inserted by transaction 10. */
    private void twoRows() {
        log.begin(10);
        log.inserted(row(1, 1, null));
        log.inserted(row(2, 2, null));
        log.commit();
        recorded(null, write(1, 1), write(2, 2));
    }

    private History certified(ChangeLog changes) throws Exception {
        Path file = folder.resolve("history.jsonl");
        Files.writeString(
                file,
                "{\"isolde\":1,\"live\":true}\n" + String.join("\n", lines) + "\n{\"closed\":{\"transactions\":"
                        + lines.size() + "}}\n");
        outcome = Certification.apply(file, "by a test", new Certificate(changes, number -> number), 1000);
        return History.read(file);
    }

    private Certification.Outcome outcome;

    @Test
    void whatOneStatementDoesToSeveralRowsHasNoOrder() throws Exception {
        twoRows();
        log.begin(11);
        log.updated(row(2, 2, null), row(2, 3, 2L));
        log.updated(row(1, 1, null), row(1, 3, 1L));
        log.commit();
        recorded(null, write(1, 3), write(2, 3));
        certified(log);
        assertNull(outcome.refusal());
        assertEquals(4, outcome.versions());
    }

    @Test
    void statementsHaveOne() throws Exception {
        twoRows();
        log.begin(11);
        log.updated(row(2, 2, null), row(2, 4, 2L));
        log.updated(row(1, 1, null), row(1, 3, 1L));
        log.commit();
        recorded(null, write(1, 3), write(2, 4));
        certified(log);
        assertNotNull(outcome.refusal());
    }

    @Test
    void whatTheStreamSaysWasThereBeforeMustHaveBeen() throws Exception {
        twoRows();
        log.begin(11);
        RowVersion other = new RowVersion("1#1", 1, 1, 99L, null, null);
        log.updated(other, row(1, 3, 1L));
        log.commit();
        recorded(null, write(1, 3));
        certified(log);
        assertTrue(outcome.refusal().contains("before a change"), outcome.refusal());
    }

    private History deletedBy(String... statuses) throws Exception {
        twoRows();
        log.begin(11);
        log.deleted(row(1, 1, null));
        log.commit();
        for (int i = 0; i < statuses.length; i++) {
            recorded(statuses[i], deletion(1, 1, 50 + i));
        }
        return certified(log);
    }

    @Test
    void whoDeletedIsKnownByWhatWasDeleted() throws Exception {
        History history = deletedBy(null, "aborted", "unknown");
        assertNull(outcome.refusal());
        assertEquals(List.of(Status.COMMITTED, Status.COMMITTED, Status.ABORTED, Status.ABORTED), statuses(history));
        assertEquals(11, history.order(2));
    }

    @Test
    void oneOfUnknownOutcomeDeletedWhatNobodyElseDid() throws Exception {
        History history = deletedBy("aborted", "unknown");
        assertNull(outcome.refusal());
        assertEquals(List.of(Status.COMMITTED, Status.ABORTED, Status.COMMITTED), statuses(history));
        assertEquals(1, outcome.settled());
    }

    @Test
    void ifTwoMayHaveDoneItNothingIsSaid() throws Exception {
        deletedBy("unknown", "unknown");
        assertTrue(outcome.refusal().contains("several of unknown outcome"), outcome.refusal());
    }

    private static List<Status> statuses(History history) {
        List<Status> statuses = new ArrayList<>();
        for (int t = 1; t <= history.transactions(); t++) {
            statuses.add(history.status(t));
        }
        return statuses;
    }

    // ---- logs of final versions

    private final KeyedVersions keyed = new KeyedVersions();

    private void left(long number, RowVersion... versions) {
        Map<Long, RowVersion> left = new LinkedHashMap<>();
        for (RowVersion version : versions) {
            left.put(version.id(), version);
        }
        keyed.committed(number, left);
    }

    @Test
    void aFinalVersionReplacedWhatItsClientWroteBefore() throws Exception {
        left(10, row(1, 1, null), row(2, 3, 2L));
        recorded(null, write(1, 1), write(2, 2), write(2, 3));
        left(11, row(1, 5, 4L), row(2, 6, 3L));
        recorded(null, write(1, 4), write(1, 5), write(2, 6));
        certified(keyed.log());
        assertNull(outcome.refusal());
        assertEquals(4, outcome.versions());
    }

    @Test
    void itDidNotReplaceAnother() throws Exception {
        left(10, row(1, 1, null));
        recorded(null, write(1, 1));
        left(11, row(1, 5, 1L));
        recorded(null, write(1, 4), write(1, 5));
        certified(keyed.log());
        assertNotNull(outcome.refusal());
    }

    @Test
    void ofWhatCameAndWentThereIsNothing() throws Exception {
        left(10, row(1, 1, null));
        recorded(null, write(1, 1), write(2, 2), deletion(2, 2, 3));
        recorded(
                null,
                write(2, 2).replace("t/2#2", "t/2#7").replace(",2,{", ",7,{"),
                deletion(2, 7, 8).replace("t/2#2", "t/2#7"));
        certified(keyed.log());
        assertNull(outcome.refusal());
    }

    @Test
    void aRowMayBeChangedAndThenDeleted() throws Exception {
        left(10, row(1, 1, null));
        recorded(null, write(1, 1));
        Map<Long, RowVersion> gone = new LinkedHashMap<>();
        gone.put(1L, null);
        keyed.committed(11, gone);
        recorded(null, write(1, 2), deletion(1, 2, 3));
        // nothing of it is in the log by which it could be known otherwise
        lines.set(1, lines.get(1).replace("\"end\"", "\"number\":11,\"end\""));
        History history = certified(keyed.log());
        assertNull(outcome.refusal());
        assertEquals(2, history.versionChain(0).length);
        assertEquals("3", history.valueName(history.versionChain(0)[1]), "the dead version has its client's name");
    }

    @Test
    void aRowThatTheLogLacksIsMissed() throws Exception {
        left(10, row(1, 1, null));
        recorded(null, write(1, 1), write(2, 2));
        certified(keyed.log());
        assertNotNull(outcome.refusal());
    }
}
