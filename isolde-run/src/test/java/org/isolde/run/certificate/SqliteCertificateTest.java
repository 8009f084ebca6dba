package org.isolde.run.certificate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isolde.history.History;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Certificates of SQLite: its counter explains all reads, as snapshots and as a serial order. */
class SqliteCertificateTest {
    private static final int TRANSACTIONS = 400;

    private static CertifiedRun sqlite;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() throws Exception {
        sqlite = new CertifiedRun("sqlite");
    }

    @AfterAll
    static void end() {
        sqlite.close();
    }

    private CertifiedRun.Recorded run(CertificateSource source) throws Exception {
        CertifiedRun.Recorded recorded =
                sqlite.run("serializable", source, false, TRANSACTIONS, folder.resolve("history.jsonl"));
        assertNull(recorded.result().problem());
        return recorded;
    }

    @Test
    void theCounterGivesSnapshotsAndASerialOrder() throws Exception {
        CertifiedRun.Recorded recorded = run(sqlite.source("serializable"));
        assertNull(recorded.result().certificate().refusal());
        assertTrue(recorded.result().certificate().versions() > TRANSACTIONS / 4);
        History history = recorded.history();
        assertEquals(0, RecomputedPredicatesTest.versionsWithoutPlace(history));
        RecomputedPredicates all = RecomputedPredicates.of(history);
        assertEquals(List.of(), all.differences());
        assertTrue(all.compared() > TRANSACTIONS, "so many predicate reads: " + all.compared());
        ReplayedInOrder replayed = ReplayedInOrder.of(recorded.file());
        assertEquals(List.of(), replayed.differences());
        assertEquals(0, replayed.withoutPlace());
        assertTrue(replayed.reads() > TRANSACTIONS, "so many predicate reads: " + replayed.reads());
        // a snapshot that has seen one writer too few
        String text = Files.readString(recorded.file());
        String narrowed = text.replaceAll("\"snapshot\":\\{\"upto\":(\\d*)[1-9]\\}", "\"snapshot\":{\"upto\":$10}");
        assertFalse(text.equals(narrowed));
        Path file = Files.writeString(folder.resolve("tampered.jsonl"), narrowed);
        assertFalse(RecomputedPredicates.of(History.read(file)).differences().isEmpty());
    }

    @Test
    void aFileOfOthersIsLeftAsItWas() throws Exception {
        OthersServer others = new OthersServer(
                sqlite,
                null,
                null,
                // its own tables, such as that of numbers given, stay once they are there
                "select type || ' ' || name from sqlite_master where name not like 'sqlite%'",
                "create table isolde_writers (n)",
                "create table isolde_changes (n)",
                "create trigger isolde_insert after insert on isolde_rows begin select 1; end");
        others.assertAbandonedRunLeavesNothing("serializable");
        others.assertRunLeavesNothing("serializable", folder);
    }

    @Test
    void aTamperedLogIsRefused() throws Exception {
        CertificateSource source = sqlite.source("serializable");
        for (CertificateSource tampered : List.of(
                new TamperedSource(source, TamperedSource::oneMissing),
                new TamperedSource(source, TamperedSource::twoExchanged))) {
            Files.deleteIfExists(folder.resolve("history.jsonl"));
            CertifiedRun.Recorded recorded = run(tampered);
            assertNotNull(recorded.result().certificate().refusal());
            assertEquals(0, recorded.history().versionChains());
            assertFalse(recorded.history().hasOrder());
        }
    }
}
