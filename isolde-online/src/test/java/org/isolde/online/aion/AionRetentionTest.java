package org.isolde.online.aion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.isolde.history.Level;
import org.isolde.history.OpKind;
import org.isolde.history.Status;
import org.isolde.history.TransactionBatch;
import org.isolde.online.MemoryMap;
import org.junit.jupiter.api.Test;

/** What is old leaves the disk too; whoever comes later than that can't be judged, and is not judged wrongly. */
class AionRetentionTest {
    private static final long SECOND = 1_000_000_000L;

    private final MemoryMap disk = new MemoryMap();
    private final List<LiveFinding> findings = new ArrayList<>();
    private Aion aion;
    private int taken;

    @Test
    void oldVersionsAreForgottenAndStragglersAreUndecided() throws IOException {
        AionOptions options = new AionOptions(Level.SI, true, SECOND, 1, 20 * SECOND);
        aion = new Aion(options, disk, findings::add, 4);
        int most = 0;
        for (int i = 1; i <= 1000; i++) {
            // key 0 had the value i - 1 before; its version i commits at 10 * i
            take(0, i - 1, OpKind.READ, i - 1, 10L * i - 5, 10L * i, i * SECOND / 10, i);
            if (i % 10 == 0) {
                save();
                most = Math.max(most, blocks());
            }
        }
        assertTrue(most < 250, "blocks on disk: " + most);
        long now = 101 * SECOND;
        assertEquals(List.of(), findings);
        // within what is kept: judged, right and wrong
        take(1, 0, OpKind.READ, 990, 9905, 9905, now, -1);
        take(1, 1, OpKind.READ, 17, 9915, 9915, now, -1);
        // before what is kept: a reader and a writer
        take(2, 0, OpKind.READ, 3, 35, 35, now, -1);
        take(3, 0, OpKind.READ, 99, 1005, 1006, now, 7777);
        // the newest is known as ever
        take(4, 0, OpKind.READ, 1000, 10_100, 10_100, now, -1);
        aion.advance(now + 2 * SECOND);
        assertEquals(1, findings.size(), findings.toString());
        assertEquals("991", findings.get(0).expected());
        assertEquals("17", findings.get(0).seen());
        assertEquals(3, aion.counts().undecided());
    }

    private int blocks() {
        int blocks = 0;
        for (DiskMap.Entry at = disk.higher(new byte[] {'v'});
                at != null && at.key()[0] == 'v';
                at = disk.higher(at.key())) {
            blocks++;
        }
        return blocks;
    }

    private void save() throws IOException {
        DiskMap.Changes changes = disk.changes();
        aion.save(changes);
        disk.write(changes);
        aion.saved();
    }

    /** A transaction that reads key 0 and, if there is a value, writes it. */
    private void take(long session, long seq, byte kind, long read, long start, long commit, long now, long write)
            throws IOException {
        List<TinyStream.Op> ops = new ArrayList<>();
        ops.add(new TinyStream.Op(kind, 0L, read, null));
        if (write >= 0) {
            ops.add(new TinyStream.Op(OpKind.WRITE, 0L, write, null));
        }
        TinyStream.Tx tx = new TinyStream.Tx(
                taken, session, seq, Status.COMMITTED, new long[] {start, 0}, new long[] {commit, 0}, ops);
        TransactionBatch batch = TinyStream.batch(List.of(tx), taken++ == 0);
        aion.accept(batch, 0, now);
    }
}
