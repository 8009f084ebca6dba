package org.isolde.online.aion;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.isolde.check.TimestampAxiom;
import org.isolde.history.Level;
import org.isolde.history.TransactionBatch;
import org.isolde.history.format.TransactionReader;
import org.isolde.online.MemoryMap;
import org.junit.jupiter.api.Test;

/** What the engine says of single transactions. */
class AionFindingsTest {
    private static final long SECOND = 1_000_000_000L;

    private final List<LiveFinding> findings = new ArrayList<>();
    private final Aion aion;

    AionFindingsTest() throws IOException {
        AionOptions options = new AionOptions(Level.SI, true, SECOND, 1 << 20, 3600 * SECOND);
        aion = new Aion(options, new MemoryMap(), findings::add);
    }

    private void take(long now, String... lines) throws IOException {
        byte[] bytes = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
        TransactionBatch batch = new TransactionReader()
                .parse(Arrays.copyOf(bytes, bytes.length + TransactionReader.PADDING), bytes.length);
        for (int t = 0; t < batch.transactions(); t++) {
            aion.accept(batch, t, now);
        }
    }

    @Test
    void aListIsToldWithWhatShouldHaveBeenRead() throws IOException {
        take(
                0,
                "{\"session\":0,\"seq\":0,\"start\":1,\"commit\":2,\"ops\":[[\"append\",\"x\",1],[\"append\",\"x\",2]]}",
                "{\"session\":1,\"seq\":0,\"start\":3,\"commit\":4,\"ops\":[[\"append\",\"x\",3],[\"r\",\"x\",[2,3]]]}",
                "{\"session\":2,\"seq\":0,\"start\":5,\"commit\":5,\"ops\":[[\"r\",\"x\",[1,2,3]],[\"r\",\"x\",[1]]]}");
        aion.finish();
        assertEquals(
                List.of("INT [1,2,3] [1]", "EXT [1,2,3] [2,3]"),
                findings.stream()
                        .map(each -> each.axiom() + " " + each.expected() + " " + each.seen())
                        .toList());
    }

    @Test
    void aCommitTimestampOfTwoIsNamed() throws IOException {
        take(
                0,
                "{\"session\":0,\"seq\":0,\"start\":7,\"commit\":7,\"ops\":[[\"w\",\"x\",1]]}",
                "{\"session\":1,\"seq\":0,\"start\":7,\"commit\":7,\"ops\":[[\"w\",\"x\",2]]}");
        assertEquals(TimestampAxiom.SAME_COMMIT, findings.get(0).axiom());
        assertEquals("7", findings.get(0).seen());
    }

    @Test
    void aNumberThatIsUsedForAnotherTransactionIsNotPassedOverInSilence() throws IOException {
        String first = "{\"session\":0,\"seq\":0,\"start\":1,\"commit\":2,\"ops\":[[\"w\",\"x\",1]]}";
        take(0, first, first);
        assertEquals(1, aion.counts().duplicates());
        assertEquals(0, aion.counts().undecided());
        take(0, "{\"session\":0,\"seq\":0,\"start\":8,\"commit\":9,\"ops\":[[\"r\",\"x\",999]]}");
        assertEquals(2, aion.counts().duplicates());
        assertEquals(1, aion.counts().undecided());
    }
}
