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

/** Certificates of a real etcd: its revisions explain all reads, as snapshots and as a serial order. */
class EtcdCertificateTest {
    private static final int TRANSACTIONS = 100;

    private static CertifiedRun etcd;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() throws Exception {
        etcd = new CertifiedRun("etcd");
    }

    @AfterAll
    static void end() {
        etcd.close();
    }

    private CertifiedRun.Recorded run(String isolation, CertificateSource source) throws Exception {
        CertifiedRun.Recorded recorded =
                etcd.run(isolation, source, false, TRANSACTIONS, folder.resolve("history.jsonl"));
        assertNull(recorded.result().problem());
        return recorded;
    }

    private CertifiedRun.Recorded explained(String isolation) throws Exception {
        CertifiedRun.Recorded recorded = run(isolation, etcd.source(isolation));
        assertNull(recorded.result().certificate().refusal());
        assertTrue(recorded.result().certificate().versions() > TRANSACTIONS / 4);
        RecomputedPredicates all = RecomputedPredicates.of(recorded.history());
        assertEquals(List.of(), all.differences());
        assertTrue(all.compared() > TRANSACTIONS, "so many predicate reads: " + all.compared());
        return recorded;
    }

    @Test
    void revisionsGiveSnapshotsAndASerialOrder() throws Exception {
        CertifiedRun.Recorded recorded = explained("serializable");
        ReplayedInOrder replayed = ReplayedInOrder.of(recorded.file());
        assertEquals(List.of(), replayed.differences());
        assertEquals(0, replayed.withoutPlace());
        // a snapshot that has seen a few writers too few
        String text = Files.readString(recorded.file());
        String narrowed = text.replaceAll("\"snapshot\":\\{\"upto\":(\\d*)[1-9]\\}", "\"snapshot\":{\"upto\":$10}");
        assertFalse(text.equals(narrowed));
        Path file = Files.writeString(folder.resolve("tampered.jsonl"), narrowed);
        assertFalse(RecomputedPredicates.of(History.read(file)).differences().isEmpty());
    }

    @Test
    void atSnapshotThereIsNoSerialOrder() throws Exception {
        assertFalse(explained("snapshot").history().hasOrder());
    }

    @Test
    void aTamperedLogIsRefused() throws Exception {
        CertificateSource source = etcd.source("serializable");
        for (CertificateSource tampered : List.of(
                new TamperedSource(source, TamperedSource::oneMissing),
                new TamperedSource(source, TamperedSource::twoExchanged))) {
            Files.deleteIfExists(folder.resolve("history.jsonl"));
            CertifiedRun.Recorded recorded = run("serializable", tampered);
            assertNotNull(recorded.result().certificate().refusal());
            assertEquals(0, recorded.history().versionChains());
            assertFalse(recorded.history().hasOrder());
        }
    }
}
