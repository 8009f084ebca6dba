package org.isolde.proof;

import static org.isolde.proof.TinyProof.cycle;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.isolde.history.History;
import org.isolde.history.HistoryText;
import org.isolde.history.Level;
import org.isolde.proof.Refutation.BadRead;
import org.isolde.proof.Refutation.Clause;
import org.isolde.proof.Refutation.IncompatibleReads;
import org.isolde.proof.Refutation.Step;
import org.isolde.proof.Refutation.UnknownVersion;
import org.isolde.proof.Refutation.VersionCycle;
import org.junit.jupiter.api.Test;

/** The classic anomalies, refuted by hand: each refutation is accepted at the levels that forbid it and at no other. */
class ProofRefutationTest {
    private static final Set<Level> ALL_BUT_RU = EnumSet.range(Level.G1, Level.SER);

    @Test
    void writeSkew() {
        TinyProof p = new TinyProof("A{r(x,0) w(y,1)} | B{r(y,0) w(x,1)}");
        p.refutesExactly(EnumSet.of(Level.RR, Level.SER), cycle(p.rw("x", "A", "B", "0"), p.rw("y", "B", "A", "0")));
    }

    @Test
    void lostUpdate() {
        TinyProof p = new TinyProof("A{r(x,0) w(x,1)} | B{r(x,0) w(x,2)}");
        Step first = cycle(p.ww("x", "A", "B"), p.rw("x", "B", "A", "0"));
        Step second = cycle(p.ww("x", "B", "A"), p.rw("x", "A", "B", "0"));
        Set<Level> levels = EnumSet.of(Level.CS, Level.CV, Level.RR, Level.PSI, Level.SI, Level.SER);
        p.refutesExactly(levels, first, second);
        // the second step alone leaves the other case open, and so does the first one twice
        p.refutesExactly(EnumSet.noneOf(Level.class), second);
        p.refutesExactly(EnumSet.noneOf(Level.class), first, first);
        p.refutesExactly(EnumSet.of(Level.RR, Level.SER), cycle(p.rw("x", "A", "B", "0"), p.rw("x", "B", "A", "0")));
    }

    @Test
    void longFork() {
        TinyProof p = new TinyProof("A{w(x,1)} | B{w(y,1)} | C{r(x,1) r(y,0)} | D{r(x,0) r(y,1)}");
        p.refutesExactly(
                EnumSet.of(Level.PC, Level.SI, Level.RR, Level.SER),
                cycle(p.wr("x", "A", "C"), p.rw("y", "C", "B", "0"), p.wr("y", "B", "D"), p.rw("x", "D", "A", "0")));
    }

    @Test
    void readSkew() {
        TinyProof p = new TinyProof("A{w(x,1) w(y,1)} | B{r(x,0) r(y,1)}");
        p.refutesExactly(
                EnumSet.of(Level.CV, Level.PSI, Level.PC, Level.SI, Level.RR, Level.SER),
                cycle(p.wr("y", "A", "B"), p.rw("x", "B", "A", "0")));
        p.refutesExactly(EnumSet.of(Level.RA, Level.CC), cycle(p.co("x", "A", "0", "B"), p.ww("x", "0", "A")));
    }

    @Test
    void circularReads() {
        TinyProof p = new TinyProof("A{w(x,1) r(y,1)} | B{w(y,1) r(x,1)}");
        Set<Level> levels = EnumSet.copyOf(ALL_BUT_RU);
        levels.remove(Level.STRONG_SI);
        p.refutesExactly(levels, cycle(p.wr("x", "A", "B"), p.wr("y", "B", "A")));
    }

    @Test
    void dirtyWrite() {
        TinyProof p = new TinyProof("A{w(x,1) w(y,1)} | B{w(x,2) w(y,2)} # x[1,2] y[2,1]");
        Step step = cycle(p.ww("x", "A", "B"), p.ww("y", "B", "A"));
        Set<Level> levels = EnumSet.range(Level.RU, Level.SER);
        levels.remove(Level.STRONG_SI);
        p.refutesExactly(levels, step);
        assertFalse(p.check(Level.RU, Set.of(), step).isAccepted());
    }

    @Test
    void whatListsShowCountsAlways() {
        TinyProof p = new TinyProof("A{a(x,1) a(y,1)} | B{a(x,2) a(y,2)} | C{l(x,[1,2]) l(y,[2,1])}");
        assertTrue(p.check(Level.RU, Set.of(), cycle(p.ww("x", "A", "B"), p.ww("y", "B", "A")))
                .isAccepted());
        // whoever is not in the longest list comes after those in it
        TinyProof q = new TinyProof("A{a(x,1) a(y,1)} | B{a(x,2) a(y,2)} | C{l(x,[1]) l(y,[2])}");
        assertTrue(q.check(Level.RU, cycle(q.ww("x", "A", "B"), q.ww("y", "B", "A")))
                .isAccepted());
    }

    @Test
    void impossibleReads() {
        Set<Level> levels = EnumSet.copyOf(ALL_BUT_RU);
        levels.remove(Level.STRONG_SI);
        for (String text : List.of(
                "A{r(x,7)} | B{w(x,1)}",
                "A{r(x,1)} | B!{w(x,1)}",
                "A{r(x,1)} | B{w(x,1) w(x,2)}",
                "A{r(x,1) w(x,1)} | B{r(x,1)}",
                "A{l(x,[1])} | B{a(x,1) a(x,2)}",
                "A{l(x,[1,1])} | B{a(x,1)}",
                "A{l(x,[1,3,2])} | B{a(x,1) a(x,2)} | C{a(x,3)}")) {
            TinyProof p = new TinyProof(text);
            p.refutesExactly(levels, new BadRead(p.op("A", 0)));
            assertFalse(p.check(Level.G1, new BadRead(p.op("B", 0))).isAccepted());
        }
        TinyProof own = new TinyProof("A{w(x,1) r(x,0)}");
        own.refutesExactly(levels, new BadRead(own.op("A", 1)));
        TinyProof fine = new TinyProof("A{w(x,1) r(x,1)} | B{r(x,1)} | C!{r(x,9)}");
        for (int op = -1; op <= fine.history.operations(); op++) {
            fine.refutesExactly(EnumSet.noneOf(Level.class), new BadRead(op));
        }
    }

    @Test
    void listsAndVersionOrdersThatCannotBe() {
        Set<Level> levels = EnumSet.copyOf(ALL_BUT_RU);
        levels.remove(Level.STRONG_SI);
        Set<Level> all = EnumSet.copyOf(levels);
        all.add(Level.RU);
        TinyProof p = new TinyProof("A{a(x,1)} | B{a(x,2)} | C{l(x,[1])} | D{l(x,[2])}");
        p.refutesExactly(all, new IncompatibleReads(p.op("C", 0), p.op("D", 0)));
        p.refutesExactly(all, new VersionCycle(0, List.of(p.value("A", 0), p.value("B", 0))));
        p.refutesExactly(EnumSet.noneOf(Level.class), new IncompatibleReads(p.op("C", 0), p.op("C", 0)));
        TinyProof q = new TinyProof("A{w(x,1)} | B!{w(x,2)} # x[1,2]");
        int value = q.history.value(q.op("B", 0));
        q.refutesExactly(levels, new UnknownVersion(0, value));
        q.refutesExactly(EnumSet.noneOf(Level.class), new UnknownVersion(0, q.history.value(q.op("A", 0))));
        assertFalse(q.check(Level.G1, Set.of(), new UnknownVersion(0, value)).isAccepted());
    }

    @Test
    void evidenceOfWhichNoOrderOfVersionsCanBeMade() {
        Set<Level> all = EnumSet.range(Level.RU, Level.SER);
        all.remove(Level.STRONG_SI);
        Set<Level> none = EnumSet.noneOf(Level.class);
        TinyProof g0 = new TinyProof("A{a(x,1) a(x,2)} | B{a(x,3)} | C{l(x,[1,3,2])}");
        g0.refutesExactly(all, cycle(g0.ww("x", "A", "B"), g0.ww("x", "B", "A")));
        TinyProof more =
                new TinyProof("A{a(x,1) a(x,2)} | B{a(x,3)} | C{a(x,4)} | D{l(x,[1,3,2])} | E{l(x,[1,3,4,2])}");
        more.refutesExactly(all, new VersionCycle(0, List.of(more.value("A", 1), more.value("C", 0))));
        more.refutesExactly(all, new IncompatibleReads(more.op("D", 0), more.op("E", 0)));
        more.refutesExactly(none, new VersionCycle(0, List.of(more.value("A", 0), more.value("A", 1))));
        TinyProof own = new TinyProof("A{w(x,1) w(x,2)} # x[2,1]");
        VersionCycle both = new VersionCycle(0, List.of(own.value("A", 0), own.value("A", 1)));
        own.refutesExactly(all, both);
        assertFalse(own.check(Level.RU, Set.of(), both).isAccepted());
        assertFalse(own.witness(Level.RU, null, "A").isAccepted());
        TinyProof initial = new TinyProof("A{w(x,1)} # x[1,0]");
        initial.refutesExactly(all, new VersionCycle(0, List.of(0, initial.value("A", 0))));
        assertFalse(initial.witness(Level.RU, null, "A").isAccepted());
        TinyProof twice = new TinyProof("A{a(x,1)} | B{l(x,[1,1])}");
        twice.refutesExactly(all, new VersionCycle(0, List.of(twice.value("A", 0))));
        assertFalse(twice.witness(Level.RU, null, "A", "B").isAccepted());
        TinyProof skipped = new TinyProof("A{a(x,1) a(x,2)} | B{l(x,[2])}");
        skipped.refutesExactly(all, new VersionCycle(0, List.of(skipped.value("A", 0), skipped.value("A", 1))));
        // what nobody that counts wrote is no version, and no evidence
        TinyProof thinAir = new TinyProof("A{a(x,1)} | B!{a(x,2)} | C{l(x,[2,1])} | D{l(x,[1,2])}");
        thinAir.refutesExactly(none, new VersionCycle(0, List.of(thinAir.value("A", 0), thinAir.value("B", 0))));
        assertFalse(thinAir.check(Level.RU, new IncompatibleReads(thinAir.op("C", 0), thinAir.op("D", 0)))
                .isAccepted());
        assertTrue(thinAir.witness(Level.RU, null, "A", "C", "D").isAccepted());
        for (VersionCycle wrong : List.of(
                new VersionCycle(0, List.of()),
                new VersionCycle(-1, List.of(0)),
                new VersionCycle(1, List.of(0)),
                new VersionCycle(0, List.of(-1, 99)))) {
            thinAir.refutesExactly(none, wrong);
        }
    }

    @Test
    void whatStandsBeforeOwnAppendsWasReadFromOthers() {
        TinyProof p = new TinyProof("A{a(x,1)} | B{l(x,[1])} | C{a(x,2) l(x,[2])}");
        p.refutesExactly(
                EnumSet.of(Level.CS, Level.CV, Level.RR, Level.PSI, Level.SI, Level.SER),
                cycle(p.ww("x", "A", "C"), p.rw("x", "C", "A", "0")));
        TinyProof q = new TinyProof("A{a(x,1) a(y,1)} | B{a(x,2) l(x,[1,2]) l(y,[])}");
        q.refutesExactly(
                EnumSet.of(Level.RC, Level.RA, Level.CC), cycle(q.co("y", "A", "0", "B"), q.ww("y", "0", "A")));
        q.refutesExactly(
                EnumSet.of(Level.CV, Level.PC, Level.RR, Level.PSI, Level.SI, Level.SER),
                cycle(q.wr("x", "A", "B"), q.rw("y", "B", "A", "0")));
        // in the other order, rc doesn't ask for it
        TinyProof rc = new TinyProof("A{a(x,1) a(y,1)} | B{a(x,2) l(y,[]) l(x,[1,2])}");
        rc.refutesExactly(EnumSet.of(Level.RA, Level.CC), cycle(rc.co("y", "A", "0", "B"), rc.ww("y", "0", "A")));
        TinyProof r = new TinyProof("A{a(x,5)} | B{a(x,6)} | T{a(x,1) l(x,[5,1])} | R{l(x,[5,6,1])}");
        r.refutesExactly(
                EnumSet.of(Level.CS, Level.CV, Level.RR, Level.PSI, Level.SI, Level.SER),
                cycle(r.rw("x", "T", "B", "A"), r.ww("x", "B", "T")));
        assertFalse(r.witness(Level.SER, null, "A", "B", "T", "R").isAccepted());
        assertFalse(r.witness(Level.SER, null, "A", "T", "B", "R").isAccepted());
        // its elements can be as impossible as any other's
        for (String text : List.of(
                "A{a(x,1) l(x,[7,1])} | B{a(x,2)}",
                "A{a(x,1) l(x,[2,1])} | B!{a(x,2)}",
                "A{a(x,1) l(x,[2,1])} | B{a(x,2) a(x,3)}",
                "A{a(x,1) l(x,[2,3,1])} | B!{a(x,2)} | C{a(x,3)}",
                "A{a(x,1) l(x,[4,1]) a(x,4)} | B{a(x,2)}")) {
            TinyProof bad = new TinyProof(text);
            Set<Level> levels = EnumSet.copyOf(ALL_BUT_RU);
            levels.remove(Level.STRONG_SI);
            bad.refutesExactly(levels, new BadRead(bad.op("A", 1)));
        }
    }

    @Test
    void sessionGuarantees() {
        TinyProof ryw = new TinyProof("A{w(x,1)} B{r(x,0)}");
        ryw.refutesExactly(
                EnumSet.of(Level.RYW, Level.RA, Level.CC), cycle(ryw.co("x", "A", "0", "B"), ryw.ww("x", "0", "A")));
        TinyProof mr = new TinyProof("A{w(x,1)} | B{r(x,1)} C{r(x,0)}");
        mr.refutesExactly(EnumSet.of(Level.MR), cycle(mr.co("x", "A", "0", "C"), mr.ww("x", "0", "A")));
        mr.refutesExactly(EnumSet.of(Level.MR, Level.CC), cycle(mr.co("x", "A", "0", "C", "B"), mr.ww("x", "0", "A")));
        TinyProof mw = new TinyProof("A{w(x,1)} B{w(y,2)} | C{r(x,0) r(y,2)}");
        mw.refutesExactly(EnumSet.of(Level.MW), cycle(mw.co("x", "A", "0", "C"), mw.ww("x", "0", "A")));
        mw.refutesExactly(EnumSet.of(Level.MW, Level.CC), cycle(mw.co("x", "A", "0", "C", "B"), mw.ww("x", "0", "A")));
        TinyProof wfr = new TinyProof("A{w(x,1)} | B{r(x,1)} C{w(y,2)} | D{r(x,0) r(y,2)}");
        wfr.refutesExactly(EnumSet.of(Level.WFR), cycle(wfr.co("x", "A", "0", "D"), wfr.ww("x", "0", "A")));
        wfr.refutesExactly(
                EnumSet.of(Level.WFR, Level.CC), cycle(wfr.co("x", "A", "0", "D", "B", "C"), wfr.ww("x", "0", "A")));
    }

    @Test
    void readCommitted() {
        TinyProof p = new TinyProof("A{w(x,1)} B{w(x,2) w(y,1)} | C{r(y,1) r(x,1)}");
        p.refutesExactly(EnumSet.of(Level.RC, Level.RA, Level.CC), cycle(p.co("x", "B", "A", "C"), p.so("A", "B")));
        // the other way round, only the later read would be bound to see it
        TinyProof q = new TinyProof("A{w(x,1)} B{w(x,2) w(y,1)} | C{r(x,1) r(y,1)}");
        q.refutesExactly(EnumSet.of(Level.RA, Level.CC), cycle(q.co("x", "B", "A", "C"), q.so("A", "B")));
    }

    @Test
    void realTime() {
        TinyProof p = new TinyProof("A@1-2{w(x,1)} | B@3-4{r(x,0)}");
        p.refutesExactly(
                EnumSet.of(Level.STRONG_SI, Level.SSER, Level.LIN), cycle(p.rt("A", "B"), p.rw("x", "B", "A", "0")));
        // at the same moment is not before, and an unknown outcome is before nothing
        TinyProof same = new TinyProof("A@1-3{w(x,1)} | B@3-4{r(x,0)}");
        same.refutesExactly(EnumSet.noneOf(Level.class), cycle(same.rt("A", "B"), same.rw("x", "B", "A", "0")));
        TinyProof unknown = new TinyProof("A?@1-2{w(x,1)} | B@3-4{r(x,0)} | C@3-4{r(x,1)}");
        unknown.refutesExactly(
                EnumSet.noneOf(Level.class), cycle(unknown.rt("A", "B"), unknown.rw("x", "B", "A", "0")));
    }

    @Test
    void linearizabilityIsOneKeyAtATime() {
        TinyProof p = new TinyProof("A@1-2{w(x,1)} | B@3-4{r(y,0)} | C@1-9{w(y,1)} | D@5-6{r(x,0)}");
        p.refutesExactly(
                EnumSet.of(Level.STRONG_SI, Level.SSER, Level.LIN), cycle(p.rt("A", "D"), p.rw("x", "D", "A", "0")));
        p.refutesExactly(
                EnumSet.of(Level.STRONG_SI, Level.SSER),
                cycle(p.rt("A", "B"), p.rt("B", "D"), p.rw("x", "D", "A", "0")));
    }

    @Test
    void clauses() {
        TinyProof p = new TinyProof("A{w(x,1) w(y,1)} | B{w(x,2) w(y,2)} | C{r(x,1) r(y,2)}");
        Step both = cycle(p.ww("x", "B", "A"), p.ww("y", "A", "B"));
        Step x = cycle(p.wr("y", "B", "C"), p.rw("x", "C", "B", "A"));
        Step y = cycle(p.wr("x", "A", "C"), p.rw("y", "C", "A", "B"));
        Ordering xBefore = p.ordering("x", "A", "B");
        Ordering yBefore = p.ordering("y", "B", "A");
        Set<Level> levels = EnumSet.of(Level.CV, Level.PSI, Level.PC, Level.SI, Level.RR, Level.SER);
        p.refutesExactly(levels, x, y, both);
        p.refutesExactly(levels, both, x, y, new Clause(List.of(), List.of(0)));
        p.refutesExactly(
                levels, both, x, new Clause(List.of(yBefore), List.of(0)), y, new Clause(List.of(), List.of(3)));
        p.refutesExactly(
                levels,
                both,
                new Clause(List.of(xBefore, yBefore), List.of(0)),
                y,
                x,
                new Clause(List.of(), List.of(1)));
        Set<Level> none = EnumSet.noneOf(Level.class);
        p.refutesExactly(none, both, x, y);
        p.refutesExactly(none, both, x, new Clause(List.of(), List.of(0)));
        p.refutesExactly(none, both, new Clause(List.of(yBefore), List.of(0)), y, x);
        p.refutesExactly(none, x, y, new Clause(List.of(), List.of()));
        p.refutesExactly(none, x, y, new Clause(List.of(), List.of(2)), both);
        p.refutesExactly(none, x, y, new Clause(List.of(), List.of(-1)), both);
        p.refutesExactly(none, x, y, new Clause(List.of(new Ordering(0, 1, 1)), List.of()), both);
    }

    @Test
    void whatIsNoCycle() {
        TinyProof p = new TinyProof("A{r(x,0) w(y,1)} | B{r(y,0) w(x,1)}");
        assertRefused(p, "begin where", cycle(p.rw("x", "A", "B", "0"), p.rw("x", "A", "B", "0")));
        assertRefused(p, "at least two", cycle(p.rw("x", "A", "B", "0")));
        assertRefused(p, "reader of the version", cycle(p.rw("y", "A", "B", "0"), p.rw("y", "B", "A", "0")));
        assertRefused(p, "session order", cycle(p.so("A", "B"), p.rw("y", "B", "A", "0")));
        assertRefused(p, "read of the key", cycle(p.wr("x", "A", "B"), p.rw("y", "B", "A", "0")));
        assertRefused(p, "a writer", cycle(p.ww("x", "A", "B"), p.rw("y", "B", "A", "0")));
        assertRefused(p, "key 9", cycle(ProofEdge.antiDependency(1, 2, 9, 0), ProofEdge.antiDependency(2, 1, 1, 0)));
        assertRefused(
                p, "both count", cycle(ProofEdge.antiDependency(1, 7, 0, 0), ProofEdge.antiDependency(7, 1, 1, 0)));
        assertRefused(p, "no step is a contradiction");
    }

    private static void assertRefused(TinyProof p, String because, Step... steps) {
        String reason = assertInstanceOf(ProofResult.Refused.class, p.check(Level.SER, steps))
                .reason();
        assertTrue(reason.contains(because), reason);
    }

    @Test
    void repeatedValuesAreRefused() {
        History history = HistoryText.parse("@0-5{w(x,1)} | @1-6{w(x,1)}");
        Witness witness = new Witness(new int[] {1, 2}, null);
        for (Level level : Level.values()) {
            ProofResult result = ProofChecker.check(history, new Proof(level, true, history.evidence(), witness));
            assertEquals(level == Level.LIN, result.isAccepted(), result.toString());
        }
    }

    @Test
    void valuesThatAnUnknownTransactionMayHaveWrittenTooAreRefused() {
        for (String text : List.of(
                "A?{w(x,1)} | B{r(x,1)} C{w(x,1)}",
                "A?{w(x,1)} | B{r(x,1) w(x,1)}",
                "A?{w(x,1) w(y,1)} | B{w(x,1)} | C{r(y,1)}",
                "A?{w(x,1)} | B{w(x,1)} # x[1]")) {
            TinyProof p = new TinyProof(text);
            p.refutesExactly(EnumSet.noneOf(Level.class), new BadRead(p.op("B", 0)));
            String reason = assertInstanceOf(ProofResult.Refused.class, p.witness(Level.RU, null, "A", "B", "C"))
                    .reason();
            assertTrue(reason.contains("written twice"), reason);
        }
        // nobody read what V wrote, so that it does not count
        TinyProof p = new TinyProof("U?{w(x,3) w(x,2)} | V?{w(x,3)} | R{r(x,2)}");
        assertTrue(p.witness(Level.SER, null, "U", "R").isAccepted());
        assertFalse(p.witness(Level.SER, null, "U", "V", "R").isAccepted());
        TinyProof unread = new TinyProof("U?{w(x,1)} | V{w(x,1)} | R{r(x,0)}");
        assertTrue(unread.witness(Level.SER, null, "R", "V").isAccepted());
    }

    @Test
    void aFailedCompareAndSetFoundAnotherValue() {
        TinyProof p = new TinyProof("A@1-9{w(x,1)} | B@1-9{f(x,1)} | C@1-9{w(x,2) f(x,1)}");
        for (Level level : List.of(Level.SER, Level.SSER)) {
            assertTrue(p.witness(level, null, "B", "A", "C").isAccepted());
            assertTrue(p.witness(level, null, "A", "C", "B").isAccepted());
            assertFalse(p.witness(level, null, "A", "B", "C").isAccepted());
        }
        // the other levels leave it aside
        assertTrue(p.witness(Level.RR, null, "A", "B", "C").isAccepted());
        assertTrue(p.witness(Level.SI, null, "A", "B", "C").isAccepted());
        TinyProof own = new TinyProof("A{w(x,1) f(x,1)} | B{w(x,2)}");
        assertFalse(own.witness(Level.SER, null, "A", "B").isAccepted());
        assertFalse(own.witness(Level.SER, null, "B", "A").isAccepted());
        TinyProof initial = new TinyProof("A{f(x,0)} | B{w(x,2)}");
        assertFalse(initial.witness(Level.SER, null, "A", "B").isAccepted());
        assertTrue(initial.witness(Level.SER, null, "B", "A").isAccepted());
        // an unknown transaction that nobody read from may be the reason, and then has to fit as well
        TinyProof unknown = new TinyProof("A{f(x,0)} | U?{w(x,1)}");
        assertFalse(unknown.witness(Level.SER, null, "A").isAccepted());
        assertTrue(unknown.witness(Level.SER, null, "U", "A").isAccepted());
        assertFalse(unknown.witness(Level.SI, new int[] {0, 1}, "U", "A").isAccepted());
        TinyProof wrong = new TinyProof("A{f(x,0)} | U?{r(y,7) w(x,1)}");
        assertFalse(wrong.witness(Level.SER, null, "U", "A").isAccepted());
    }
}
