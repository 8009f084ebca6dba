package org.isolde.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import org.isolde.check.CheckOptions;
import org.isolde.check.CheckResult;
import org.isolde.check.Isolde;
import org.isolde.history.History;
import org.isolde.history.HistoryBuilder;
import org.isolde.history.Level;
import org.isolde.history.OpKind;
import org.isolde.history.Segment;
import org.junit.jupiter.api.Test;

/** Where there is no proof, the reason is the right one. */
class ProofsTest {
    @Test
    void zonesOnAKeyWithARepeatedValueAreNoExhaustedSearch() throws Exception {
        HistoryBuilder builder = new HistoryBuilder();
        Segment segment = builder.segment();
        builder.initialValue(0, segment.scalars());
        // the value 7 is written twice and never read, so that zones decide: 1 is read after 2 had replaced it
        operation(segment, 0, 1, OpKind.WRITE, 7);
        operation(segment, 1, 1, OpKind.WRITE, 7);
        operation(segment, 2, 3, OpKind.WRITE, 1);
        operation(segment, 3, 5, OpKind.WRITE, 2);
        operation(segment, 4, 7, OpKind.READ, 2);
        operation(segment, 5, 9, OpKind.READ, 1);
        Proofs proofs = proofs(builder.build());
        assertEquals("none", proofs.judged().get(Level.LIN));
        assertTrue(proofs.reason(Level.LIN).contains("written twice"), proofs.reason(Level.LIN));
    }

    @Test
    void anExhaustedSearchIsCalledThat() throws Exception {
        HistoryBuilder builder = new HistoryBuilder();
        Segment segment = builder.segment();
        builder.initialValue(0, segment.scalars());
        operation(segment, 0, 1, OpKind.WRITE, 1);
        operation(segment, 1, 3, OpKind.WRITE, 2);
        operation(segment, 2, 5, OpKind.READ, 1);
        operation(segment, 3, 7, OpKind.WRITE, 1);
        Proofs proofs = proofs(builder.build());
        assertEquals("none", proofs.judged().get(Level.LIN));
        assertTrue(proofs.reason(Level.LIN).contains("exhausted"), proofs.reason(Level.LIN));
    }

    private static void operation(Segment segment, int session, int begin, byte kind, int value) {
        segment.begin(session, Segment.NO_ID, 0);
        segment.realTime(begin, begin + 1);
        segment.op(kind, 0, value);
    }

    private static Proofs proofs(History history) throws Exception {
        CheckResult result = Isolde.check(history, CheckOptions.of(EnumSet.of(Level.LIN)));
        Proofs proofs = new Proofs(result);
        proofs.check();
        return proofs;
    }
}
