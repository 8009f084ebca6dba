package org.isolde.oracle.rows;

import static org.isolde.oracle.TinyHistory.Status.ABORTED;
import static org.isolde.oracle.TinyHistory.Status.COMMITTED;
import static org.isolde.oracle.TinyHistory.Status.UNKNOWN;
import static org.isolde.oracle.rows.RowDraft.count;
import static org.isolde.oracle.rows.RowDraft.d;
import static org.isolde.oracle.rows.RowDraft.figure;
import static org.isolde.oracle.rows.RowDraft.r;
import static org.isolde.oracle.rows.RowDraft.rp;
import static org.isolde.oracle.rows.RowDraft.w;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.oracle.rows.RowHistory.Function;
import org.isolde.oracle.rows.RowHistory.PredicateRead;
import org.isolde.oracle.rows.RowOracle.Flags;
import org.isolde.oracle.rows.RowOracle.Flaw;
import org.isolde.oracle.rows.RowOracle.Verdict;
import org.junit.jupiter.api.Test;

/** Holds the {@link RowOracle} to histories written by hand, of which the answer is known. */
class RowCasesTest {
    /** All levels that demand version sets that can be. */
    private static final String DEMANDING = "g1 cs rr cv psi pc si ser";

    private static final String WEAK = "rc ryw mr mw wfr ra cc";

    private static RowDraft draft() {
        return new RowDraft();
    }

    // ------------------------------------------------------------------------------------- figures of the paper

    /** Figure 1: the same question gives x, and then x and y, which another transaction inserted meanwhile. */
    @Test
    void phantom() {
        RowHistory h = draft().txn("T1", w("x", 1, 1))
                .txn("T2", w("y", 1, 2))
                .txn("T3", rp("a < 5", "x1", "x1"), rp("a < 5", "x1 y1", "x1 y1"))
                .done();
        expect(h, "ru g1 cs rr " + WEAK, "cv psi pc si ser");
    }

    /** Figure 2: all that was there came back. */
    @Test
    void serializableInTheOrderOfTimestamps() {
        RowDraft draft = draft().txn("T1", w("x", 1, 1)).txn("T2", w("y", 1, 2));
        expect(draft.txn("T3", rp("a > 0", "x1 y1", "x1 y1")).done(), "ser rr si " + WEAK, "");
        RowHistory ordered = draft().txn("T1", w("x", 1, 1))
                .txn("T2", w("y", 1, 2))
                .txn("T3", rp("a > 0", "x1 y1", null))
                .order("T1", "T2", "T3")
                .done();
        expect(ordered, "ru g1 cs rr cv psi pc si ser " + WEAK, "");
    }

    /** Figure 3: serializable in another order, but not with this version set, nor in this order. */
    @Test
    void serializableInAnotherOrderOnly() {
        RowHistory certified = draft().txn("T1", w("x", 1, 1))
                .txn("T2", w("y", 1, 2))
                .txn("T3", rp("a > 0", "x1", "x1 y1"))
                .done();
        expect(certified, "ru " + WEAK, DEMANDING);
        flawed(certified, Flaw.RESULT_SET_MISMATCH);
        RowDraft draft = draft().txn("T1", w("x", 1, 1)).txn("T2", w("y", 1, 2)).txn("T3", rp("a > 0", "x1", null));
        expect(draft.order("T1", "T2", "T3").done(), "ru " + WEAK, "ser");
        expect(draft.order("T1", "T3", "T2").done(), "ser rr si", "");
    }

    /** Figures 4 and 6: the predicate read saw the second version and the item read the first. */
    @Test
    void dependencyOnWhatNoLongerMatches() {
        RowHistory h = draft().txn("T1", w("x", 1, 4))
                .txn("T2", w("x", 2, 6))
                .txn("T3", rp("a < 5", "", "x2"), r("x", 1))
                .versions("x", 1, 2)
                .done();
        expect(h, "ru g1 cs", "cv rr psi si ser");
        flawed(h);
    }

    /** Figure 5: without the predicate read the same is serializable. */
    @Test
    void itemReadsAloneSeeNothing() {
        RowHistory h = draft().txn("T1", w("x", 1, 4))
                .txn("T2", w("x", 2, 6))
                .txn("T3", r("x", 1))
                .versions("x", 1, 2)
                .done();
        expect(h, "ser rr si " + WEAK, "");
    }

    /** Figure 7: with the first version in the version set the graph is acyclic, and the answer is wrong. */
    @Test
    void resultSetMismatch() {
        RowHistory h = draft().txn("T1", w("x", 1, 4))
                .txn("T2", w("x", 2, 6))
                .txn("T3", rp("a < 5", "", "x1"), r("x", 1))
                .versions("x", 1, 2)
                .done();
        expect(h, "ru " + WEAK, DEMANDING);
        flawed(h, Flaw.RESULT_SET_MISMATCH);
    }

    // ------------------------------------------------------------------------------------------ the small cases

    /** Each of two saw only x, and each inserted what the other one's question asks for. */
    @Test
    void predicateWriteSkew() {
        RowHistory h = draft().txn("T0", w("x", 1, 1))
                .txn("T1", rp("a = 1", "x1", "x1"), w("y", 1, 1))
                .txn("T2", rp("a = 1", "x1", "x1"), w("z", 1, 1))
                .done();
        expect(h, "ru g1 cs rr cv psi pc si " + WEAK, "ser");
    }

    @Test
    void updatesThatLeaveTheMatchAsItIsMakeItemDependenciesOnly() {
        RowDraft base = draft().txn("T0", w("x", 1, 1)).txn("T1", w("x", 2, 2), w("u/z", 1, 0));
        RowHistory counted = base.txn("T2", count("a < 5", 1, "x1"), r("u/z", 1))
                .versions("x", 1, 2)
                .done();
        expect(counted, "ser", "");
        RowHistory read = draft().txn("T0", w("x", 1, 1))
                .txn("T1", w("x", 2, 2), w("u/z", 1, 0))
                .txn("T2", rp("a < 5", "x1", "x1"), r("u/z", 1))
                .versions("x", 1, 2)
                .done();
        expect(read, "g1", "rr cv ser");
    }

    @Test
    void insertedAndDeletedByOneIsNobodysBusiness() {
        RowHistory h = draft().txn("T1", w("y", 1, 1), d("y", 2), w("u/z", 1, 0))
                .txn("T2", count("a < 5", 0, ""), r("u/z", 1))
                .done();
        expect(h, "ser", "");
        RowHistory alive = draft().txn("T1", w("y", 1, 1), w("u/z", 1, 0))
                .txn("T2", count("a < 5", 0, ""), r("u/z", 1))
                .done();
        expect(alive, "g1 rr", "cv ser");
    }

    @Test
    void unknownDoesNotMatch() {
        for (String condition : List.of("not (a < 5)", "a = null", "a <> null", "null")) {
            RowHistory h = draft().txn("T1", w("x", 1, null))
                    .txn("T2", rp(condition, "", "x1"))
                    .done();
            expect(h, "ser", "");
        }
        for (String condition : List.of("a in (1, null)", "a not in (1, null)")) {
            expect(
                    draft().txn("T1", w("x", 1, 2))
                            .txn("T2", rp(condition, "", "x1"))
                            .done(),
                    "ser",
                    "");
            flawed(
                    draft().txn("T1", w("x", 1, 2))
                            .txn("T2", rp(condition, "x1", "x1"))
                            .done(),
                    Flaw.RESULT_SET_MISMATCH);
        }
    }

    // --------------------------------------------------------------------------------------------------- Adya's

    /** H_phantom: T1 reads Sales, T2 inserts into Sales and changes the sum, which T1 reads then. */
    @Test
    void adyaPhantom() {
        RowHistory h = draft().txn("T0", w("x", 1, 10), w("y", 1, 10), w("u/sum", 1, 20))
                .txn("T1", rp("a = 10", "x1 y1", "x1 y1"), r("u/sum", 2))
                .txn("T2", r("u/sum", 1), w("z", 1, 10), w("u/sum", 2, 30))
                .versions("u/sum", 1, 2)
                .done();
        expect(h, "g1 cs rr", "cv psi si ser");
    }

    /** H_pred-read: T1 takes x out of Sales, T2 changes it without a difference to that; T3 depends on T1 alone. */
    @Test
    void adyaPredicateReadDependsOnTheLastThatChangedTheMatches() {
        RowHistory h = draft().txn("T0", w("x", 1, 1), w("y", 1, 2))
                .txn("T1", w("x", 2, 2))
                .txn("T2", w("x", 3, 3), w("y", 2, 3))
                .txn("T3", count("a = 1", 0, "x3 y1"))
                .versions("x", 1, 2, 3)
                .versions("y", 1, 2)
                .done();
        expect(h, "ser", "");
        RowGraph g = new RowOracle(h).graphs(RowGraph.Changers.ALL).findFirst().orElseThrow();
        assertTrue(g.wr.has(1, 3), "T1 to T3");
        assertTrue(g.wr.has(0, 3), "T0 to T3: its x matched");
        assertFalse(g.wr.has(2, 3), "T2 to T3");
        assertEquals(0, g.predicateRw.after(3));
    }

    /** G1c by predicates alone: each saw the other's row. */
    @Test
    void circularInformationFlowByPredicates() {
        RowHistory h = draft().txn("T1", w("x", 1, 1), count("a = 2", 1, "x1 y1"))
                .txn("T2", w("y", 1, 2), count("a = 1", 1, "x1 y1"))
                .done();
        expect(h, "ru " + WEAK, DEMANDING);
        flawed(h);
    }

    // ---------------------------------------------------------------------------------- demands of version sets

    @Test
    void versionSetsNameWhatWasWritten() {
        PredicateRead none = rp("a = 9", "", "x7");
        flawed(draft().txn("T1", w("x", 1, 1)).txn("T2", none).done(), Flaw.GARBAGE);
        expect(draft().txn("T1", w("x", 1, 1)).txn("T2", none).done(), "ru " + WEAK, DEMANDING);
        PredicateRead first = rp("a = 9", "", "x1");
        flawed(draft().txn("T1", "T1", ABORTED, w("x", 1, 1)).txn("T2", first).done(), Flaw.ABORTED);
        flawed(draft().txn("T1", w("x", 1, 1), w("x", 2, 1)).txn("T2", first).done(), Flaw.INTERMEDIATE);
        flawed(draft().txn("T2", first, w("x", 1, 1)).done(), Flaw.FUTURE);
        flawed(draft().txn("T2", w("x", 1, 1), rp("a = 9", "", "")).done(), Flaw.INTERNAL);
        flawed(draft().txn("T2", w("x", 1, 1), w("x", 2, 1), first).done(), Flaw.INTERNAL);
        flawed(draft().txn("T1", w("x", 1, 1)).txn("T2", w("x", 2, 1), first).done(), Flaw.INTERNAL);
        flawed(draft().txn("T2", w("x", 1, 1), first).done());
    }

    /** T2 saw version 1, which lies behind the version that it wrote then; that made no difference to the condition. */
    @Test
    void nobodySeesWhatCameBehindHisOwnWrite() {
        RowDraft draft = draft().txn("T1", w("x", 1, 1)).txn("T2", count("a = 9", 0, "x1"), w("x", 2, 1));
        flawed(draft.versions("x", 2, 1).done(), Flaw.FUTURE);
        expect(draft.versions("x", 2, 1).done(), "ru " + WEAK, DEMANDING);
        expect(draft.versions("x", 1, 2).done(), "ser", "");
    }

    @Test
    void aRowTwiceIsAMismatch() {
        flawed(
                draft().txn("T1", w("x", 1, 1))
                        .txn("T2", rp("a = 1", "x1 x1", "x1"))
                        .done(),
                Flaw.RESULT_SET_MISMATCH);
    }

    @Test
    void theDeadAndTheUnbornDoNotMatch() {
        RowDraft draft = draft().txn("T1", w("x", 1, 1)).txn("T2", d("x", 2)).versions("x", 1, 2);
        expect(draft.txn("T3", rp("true", "", "x2"), r("x", 2)).done(), "ser", "");
        flawed(
                draft().txn("T1", w("x", 1, 1))
                        .txn("T2", d("x", 2))
                        .txn("T3", rp("true", "x2", "x2"))
                        .versions("x", 1, 2)
                        .done(),
                Flaw.RESULT_SET_MISMATCH);
    }

    @Test
    void ownRowsMakeNoPredicateDependency() {
        RowHistory h = draft().txn("T1", w("x", 1, 1))
                .txn("T2", w("x", 2, 9), count("a = 1", 0, "x2"))
                .txn("T3", w("x", 3, 1))
                .versions("x", 1, 2, 3)
                .done();
        RowGraph g = new RowOracle(h).graphs(RowGraph.Changers.ALL).findFirst().orElseThrow();
        assertEquals(0, g.predicateRw.after(1));
        assertEquals(0, g.wr.before(1));
        expect(h, "ser", "");
    }

    // ----------------------------------------------------------------------------------------------- aggregates

    @Test
    void aggregatesLeaveNullsOut() {
        RowDraft rows = draft().txn("T1", w("x", 1, 3), w("y", 1, null), w("z", 1, -1));
        String all = "x1 y1 z1";
        RowHistory right = rows.txn(
                        "T2",
                        count("true", 3, all),
                        figure(Function.MIN, "true", -1L, all),
                        figure(Function.MAX, "true", 3L, all),
                        figure(Function.SUM, "true", 2L, all),
                        figure(Function.SUM, "a is null", null, all),
                        figure(Function.MIN, "a > 5", null, all))
                .done();
        expect(right, "ser", "");
        flawed(
                draft().txn("T1", w("x", 1, 3))
                        .txn("T2", figure(Function.SUM, "a > 5", 0L, "x1"))
                        .done(),
                Flaw.RESULT_SET_MISMATCH);
    }

    /** What min, max and sum were made of was read; what was counted was not. */
    @Test
    void sumsAreItemReadsAndCountsAreNot() {
        for (Function function : Function.values()) {
            RowHistory h = draft().txn("T0", w("x", 1, 1))
                    .txn("T1", w("x", 2, 2), w("u/z", 1, 0))
                    .txn("T2", figure(function, "a < 5", 1L, "x1"), r("u/z", 1))
                    .versions("x", 1, 2)
                    .done();
            if (function == Function.COUNT) {
                expect(h, "ser ra", "");
            } else {
                expect(h, "g1", "rr cv ser ra");
            }
        }
    }

    // ----------------------------------------------------------------------------------------------------- rest

    /** Rows of one predicate read were read at once, whatever order they came in. */
    @Test
    void aPredicateReadIsOneOperation() {
        RowDraft writers = draft().txn("T1", w("x", 1, 1), w("y", 1, 1)).txn("T2", w("x", 2, 1), w("y", 2, 1));
        RowHistory torn = writers.txn("T3", rp("true", "x2 y1", "x2 y1"))
                .versions("x", 1, 2)
                .versions("y", 1, 2)
                .done();
        expect(torn, "rc g1", "ra cv ser");
    }

    @Test
    void withoutVersionSetsItemReadsDecide() {
        RowDraft draft = draft().txn("T1", w("x", 1, 1)).txn("T2", w("y", 1, 2));
        RowHistory open = draft.txn("T3", rp("a < 5", "x1", null), rp("a < 5", "x1 y1", null))
                .done();
        RowOracle oracle = new RowOracle(open);
        for (String level : levels(DEMANDING)) {
            assertEquals(Verdict.UNDECIDED, oracle.verdict(level), level);
        }
        assertEquals(2, oracle.open());
        expect(open, "ru " + WEAK, "");
        assertTrue(oracle.accepts("ser", Verdict.VIOLATED), "no version sets explain it");
        assertFalse(oracle.accepts("rr", Verdict.VIOLATED), "some do");
        assertFalse(oracle.accepts("rr", Verdict.SATISFIED), "nobody knows");
        RowHistory broken = draft().txn("T1", w("x", 1, 1))
                .txn("T2", rp("a < 5", "x7", null))
                .done();
        expect(broken, "ru", DEMANDING + " " + WEAK);
    }

    @Test
    void aPartialVersionOrderIsNoCertificate() {
        RowDraft draft =
                draft().txn("T1", w("x", 1, 4)).txn("T2", w("x", 2, 6)).txn("T3", rp("a < 5", "", "x2"), r("x", 1));
        RowOracle torn = new RowOracle(draft.done());
        assertEquals(Verdict.UNDECIDED, torn.verdict("ser"));
        assertTrue(torn.accepts("ser", Verdict.VIOLATED), "in either order of x1 and x2");
        assertFalse(torn.accepts("ser", Verdict.SATISFIED));
        assertTrue(torn.accepts("g1", Verdict.SATISFIED), "in both");
        assertTrue(new RowOracle(draft.versions("x", 1, 2).done(), new Flags(true, false, true))
                .accepts("ser", Verdict.UNDECIDED));
    }

    @Test
    void unknownTransactionsCountIfAVersionSetNamesThem() {
        PredicateRead seen = count("a = 1", 1, "x1");
        RowHistory named = draft().txn("U", "U", UNKNOWN, w("x", 1, 1), w("y", 1, 5))
                .txn("T", seen, r("y", null))
                .done();
        expect(named, "g1", "cv rr ser");
        RowHistory unnamed = draft().txn("U", "U", UNKNOWN, r("z", 7), w("x", 1, 1))
                .txn("T", count("a = 1", 0, ""))
                .done();
        expect(unnamed, "ser", "");
        RowHistory garbage = draft().txn("U", "U", UNKNOWN, r("z", 7), w("x", 1, 1))
                .txn("T", seen)
                .done();
        expect(garbage, WEAK, DEMANDING);
    }

    @Test
    void replayDemandsSessionOrderAndTheLiving() {
        RowDraft stale =
                draft().txn("A", "s", COMMITTED, w("x", 1, 1)).txn("B", "s", COMMITTED, count("true", 0, null));
        RowHistory backwards = stale.order("B", "A").done();
        assertEquals(Verdict.VIOLATED, new RowOracle(backwards).verdict("ser"));
        assertEquals(Verdict.SATISFIED, new RowOracle(backwards, new Flags(false, true, true)).verdict("ser"));
        RowDraft reborn = draft().txn("A", w("x", 1, 1)).txn("B", d("x", 2)).txn("C", w("x", 3, 1));
        expect(reborn.order("A", "B", "C").done(), "", "ser");
        expect(reborn.order("A", "C", "B").done(), "ser", "");
    }

    @Test
    void replayTellsAllKindsOfReads() {
        RowDraft right = draft().txn("A", w("x", 1, 1), rp("a = 1", "x1", null), d("x", 2), rp("a = 1", "", null));
        expect(
                right.txn("B", r("x", 2), r("y", null), w("y", 1, 2), r("y", 1), figure(Function.MAX, "true", 2L, null))
                        .order("A", "B")
                        .done(),
                "ser rr si",
                "");
        for (RowDraft wrong : List.of(
                draft().txn("A", w("x", 1, 1)).txn("B", r("x", null)),
                draft().txn("A", w("x", 1, 1)).txn("B", rp("true", "", null)),
                draft().txn("A", w("x", 1, 1)).txn("B", count("true", 0, null)),
                draft().txn("A", w("x", 1, 1)).txn("B", figure(Function.SUM, "true", 2L, null)))) {
            expect(wrong.order("A", "B").done(), "", "ser");
        }
    }

    /** An unknown transaction may be the reason of what a count says, and need not be. */
    @Test
    void replayTriesUnknownTransactions() {
        RowDraft draft = draft().txn("U", "U", UNKNOWN, w("x", 1, 1));
        expect(draft.txn("A", count("true", 1, null)).order("U", "A").done(), "ser", "");
        expect(draft.order("A", "U").done(), "", "ser");
        expect(draft.order("A").done(), "ser", "");
        expect(
                draft().txn("U", "U", UNKNOWN, w("x", 1, 1))
                        .txn("A", count("true", 0, null))
                        .order("U", "A")
                        .done(),
                "ser",
                "");
    }

    @Test
    void bothKindsOfEvidenceMustPass() {
        RowDraft draft = draft().txn("T1", w("x", 1, 1)).txn("T2", count("true", 1, "x1"));
        expect(draft.order("T1", "T2").done(), "ser", "");
        expect(draft.order("T2", "T1").done(), "rr si", "ser");
        expect(
                draft().txn("T1", w("x", 1, 1))
                        .txn("T2", count("true", 1, ""))
                        .order("T1", "T2")
                        .done(),
                "ru",
                DEMANDING);
    }

    /** T2 began when T1 had ended, and its question missed T1's row. */
    @Test
    void realTimeBindsPredicateReadsToo() {
        RowHistory stale =
                draft().txn("T1", w("x", 1, 1)).txn("T2", count("a = 1", 0, "")).done();
        assertEquals(Verdict.INAPPLICABLE, new RowOracle(stale).verdict("sser"));
        RowHistory late =
                stale.with(stale.txn("T1").withTimes(1, 2), stale.txn("T2").withTimes(3, 4));
        expect(late, "ser si", "sser strong-si");
        RowHistory beside =
                stale.with(stale.txn("T1").withTimes(1, 3), stale.txn("T2").withTimes(3, 4));
        expect(beside, "sser strong-si", "");
        expect(late.withOrder(List.of("T2", "T1")), "ser", "sser");
        expect(beside.withOrder(List.of("T2", "T1")), "ser sser", "");
        assertEquals(Verdict.INAPPLICABLE, new RowOracle(beside).verdict("lin"));
    }

    @Test
    void badInputIsRefused() {
        RowDraft reborn = draft().txn("A", w("x", 1, 1)).txn("B", d("x", 2)).versions("x", 2, 1);
        assertThrows(IllegalArgumentException.class, reborn::done);
        RowDraft twice = draft().txn("A", w("x", 1, 1)).txn("B", w("x", 1, 2));
        assertThrows(IllegalArgumentException.class, twice::done);
    }

    @Test
    void theTextIsNative() {
        RowHistory h = draft().txn("A", w("x", 1, null), d("x", 2))
                .txn("B", "s", UNKNOWN, r("x", null), rp("a < 5 and b = 'q\"'", "y1", "x2 y1"))
                .txn("C", figure(Function.MIN, "true", null, ""), count("true", 0, null))
                .versions("x", 2)
                .order("A", "C")
                .done();
        assertEquals("""
                {"isolde":1}
                {"session":0,"id":"A","status":"committed","ops":[["w","t/x",1,{"a":null}],["d","t/x",2]],"order":0}
                {"session":1,"id":"B","status":"unknown","ops":[["r","t/x",null],\
                ["rp","t","a < 5 and b = 'q\\"'",[["t/y",1]],{"sees":[["t/x",2],["t/y",1]]}]]}
                {"session":2,"id":"C","status":"committed","ops":[["rp","t","true",{"min(a)":null},{"sees":[]}],\
                ["rp","t","true",{"count":0}]],"order":1}
                {"versions":{"key":"t/x","order":[2]}}
                """, RowText.of(h));
    }

    // -------------------------------------------------------------------------------------------------- snapshots

    /** What a snapshot makes of a predicate read without a version set: the last versions in it, and what is its own. */
    @Test
    void aSnapshotIsTheVersionSetOfAllPredicateReads() {
        RowDraft draft = draft().txn("T1", w("x", 1, 1))
                .txn("T2", w("x", 2, 2), w("y", 1, 2))
                .txn("T3", count("a = 1", 1, null), w("z", 1, 1), count("a = 1", 2, null))
                .versions("x", 1, 2);
        RowHistory early = draft.done();
        early = early.with(early.txn("T3").withSnapshot(Set.of("T1")));
        expect(early, "ser si", "");
        flawed(early.with(early.txn("T3").withSnapshot(Set.of("T1", "T2"))), Flaw.RESULT_SET_MISMATCH);
        flawed(early.with(early.txn("T3").withSnapshot(Set.of())), Flaw.RESULT_SET_MISMATCH);
    }

    /** G-SIa: T3 read what T2 wrote, or overwrote it, and T2 is not in its snapshot. */
    @Test
    void snapshotIsolationDemandsThatWhatWasReadOrOverwrittenIsInTheSnapshot() {
        RowDraft base = draft().txn("T1", w("x", 1, 1)).txn("T2", w("y", 1, 2));
        RowHistory read = base.txn("T3", count("a = 1", 1, null), r("y", 1)).done();
        expect(read.with(read.txn("T3").withSnapshot(Set.of("T1", "T2"))), "si ser", "");
        RowHistory both = draft().txn("T1", w("x", 1, 1))
                .txn("T2", w("u/y", 1, 2))
                .txn("T3", count("a = 1", 1, null), r("u/y", 1))
                .done();
        expect(both.with(both.txn("T3").withSnapshot(Set.of("T1", "T2"))), "si", "");
        expect(both.with(both.txn("T3").withSnapshot(Set.of("T1"))), "psi pc", "si");
        RowHistory overwritten = draft().txn("T1", w("x", 1, 1))
                .txn("T2", w("u/y", 1, 2))
                .txn("T3", count("a = 1", 1, null), w("u/y", 2, 1))
                .versions("u/y", 1, 2)
                .done();
        expect(overwritten.with(overwritten.txn("T3").withSnapshot(Set.of("T1", "T2"))), "si", "");
        expect(overwritten.with(overwritten.txn("T3").withSnapshot(Set.of("T1"))), "psi pc", "si");
    }

    private static void flawed(RowHistory h, Flaw... flaws) {
        assertEquals(Set.of(flaws), Set.copyOf(new RowOracle(h).flaws()), h::toString);
    }

    private static void expect(RowHistory h, String satisfied, String violated) {
        Map<String, Verdict> verdicts = new RowOracle(h).verdicts();
        for (String level : levels(satisfied)) {
            assertEquals(Verdict.SATISFIED, verdicts.get(level), () -> level + h);
        }
        for (String level : levels(violated)) {
            assertEquals(Verdict.VIOLATED, verdicts.get(level), () -> level + h);
        }
    }

    private static List<String> levels(String text) {
        return Arrays.stream(text.split(" ")).filter(level -> !level.isEmpty()).toList();
    }
}
