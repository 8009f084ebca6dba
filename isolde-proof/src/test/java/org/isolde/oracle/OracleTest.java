package org.isolde.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.isolde.history.Level;
import org.isolde.oracle.Facts.Read;
import org.isolde.oracle.Oracle.Flags;
import org.isolde.oracle.TinyGenerators.Flavour;
import org.isolde.oracle.TinyShapes.Shape;
import org.junit.jupiter.api.Test;

/**
 * Tests the {@link Oracle} against what docs/levels.md says of its levels: implications, equal definitions, claims, and
 * hand-written cases; and holds {@link TinyShapes} to the levels that they name.
 */
class OracleTest {
    private static final int HISTORIES = Integer.getInteger("isolde.property.histories", 20_000) / 40;
    private static final long SEED = Long.getLong("isolde.seed", System.nanoTime());
    private static final List<String> SATURATED = List.of("rc", "ryw", "mr", "mw", "wfr", "ra", "cc");

    @Test
    void claimsHoldForRegisters() {
        hold(TinyGenerators.flavours(), HISTORIES);
        hold(TinyGenerators.blindFlavours(), HISTORIES / 4);
        hold(TinyGenerators.singleKeyFlavours(), HISTORIES / 4);
    }

    @Test
    void claimsHoldForShapes() {
        hold(TinyGenerators.shapeFlavours(), HISTORIES / 2);
    }

    @Test
    void claimsHoldForVersionOrders() {
        hold(TinyGenerators.versionFlavours(), HISTORIES / 2);
    }

    @Test
    void claimsHoldForLists() {
        hold(TinyGenerators.listFlavours(), HISTORIES / 2);
    }

    @Test
    void claimsHoldForFailedCompareAndSets() {
        hold(TinyGenerators.failedFlavours(), HISTORIES / 2);
    }

    @Test
    void claimsHoldForRepeatedValues() {
        hold(TinyGenerators.repeatedFlavours(), HISTORIES / 2);
    }

    @Test
    void shapesPartTheLevelsTheyName() {
        for (Shape shape : TinyShapes.SHAPES) {
            expect(shape.text(), shape.satisfied(), shape.violated());
        }
    }

    @Test
    void levelsAreThoseOfTheLattice() {
        assertEquals(List.of(Level.values()).stream().map(Level::text).toList(), Oracle.LEVELS);
    }

    /** Checks n random histories of the flavours. */
    private static void hold(List<Flavour> flavours, int n) {
        SplittableRandom r = new SplittableRandom(SEED);
        for (int i = 0; i < n; i++) {
            TinyHistory h = flavours.get(i % flavours.size()).generate(r);
            TinyShrinker.check(h, "-Disolde.seed=" + SEED + ", history " + i, OracleTest::hold);
        }
    }

    /** An initial version at the beginning of a version order is implied, and a history does not keep it. */
    private static TinyHistory withoutLeadingInitials(TinyHistory h) {
        Map<Integer, List<Integer>> versions = new TreeMap<>();
        h.versions().forEach((key, order) -> {
            List<Integer> rest = order.stream()
                    .dropWhile(value -> value == TinyHistory.INITIAL)
                    .toList();
            if (!rest.isEmpty()) {
                versions.put(key, rest);
            }
        });
        return new TinyHistory(h.sessions(), versions);
    }

    /** Holds a history to what is claimed of all. */
    private static void hold(TinyHistory h) {
        TinyHistory same = withoutLeadingInitials(TinyHistory.parse(h.toString()));
        that(same.equals(withoutLeadingInitials(h)), "text form", h);
        if (Oracle.isRefused(h, Flags.DEFAULT) || Oracle.isRefused(h, new Flags(true, false))) {
            return;
        }
        Map<String, Boolean> verdicts = checked(h, Flags.DEFAULT);
        Map<String, Boolean> noSo = checked(h, new Flags(false, true));
        verdicts.forEach((level, v) -> that(!v || noSo.get(level), level + " needs no so", h));
        that(noSo.get("psi").equals(noSo.get("cv")), "without so psi = cv", h);
        boolean failed =
                h.txns().stream().flatMap(t -> t.ops().stream()).anyMatch(o -> o.kind() == TinyHistory.Kind.CAS_FAILED);
        that(failed || noSo.get("ser").equals(noSo.get("rr")), "without so ser = rr", h);
        if (noSo.containsKey("lin")) {
            that(noSo.get("lin").equals(noSo.get("sser")), "without so lin = sser", h);
        }
        if (!h.versions().isEmpty()) {
            Map<String, Boolean> less = checked(h, new Flags(true, false));
            verdicts.forEach((level, v) -> that(!v || less.getOrDefault(level, true), level + " less", h));
        }
    }

    /** The verdicts, after checking that they fit together. */
    private static Map<String, Boolean> checked(TinyHistory h, Flags flags) {
        Oracle.selfCheck(h, flags);
        Map<String, Boolean> v = Oracle.verdicts(h, flags);
        for (Level stronger : Level.values()) {
            for (Level weaker : stronger.implied()) {
                boolean both = v.containsKey(stronger.text()) && v.containsKey(weaker.text());
                that(
                        !both || !v.get(stronger.text()) || v.get(weaker.text()),
                        stronger.text() + " => " + weaker.text() + " " + flags,
                        h);
            }
        }
        Facts f = Oracle.facts(h, flags);
        for (String level : SATURATED) {
            that(v.get(level) == saturated(f, level), level + " by saturation " + flags, h);
        }
        if (f.allEvidence().acyclic() && f.allEvidence().or(f.wr).acyclic() && f.readConsistent) {
            that(v.get("g1"), "g1 by acyclicity " + flags, h);
        }
        if (v.get("ra")) {
            for (Read a : f.reads) {
                that(
                        f.reads.stream()
                                .allMatch(b ->
                                        a.reader() != b.reader() || a.key() != b.key() || a.writer() == b.writer()),
                        "ra: one version of a key",
                        h);
            }
        }
        return v;
    }

    /** docs/levels.md claims: "a co exists iff so, wr and the forced edges are acyclic". */
    private static boolean saturated(Facts f, String level) {
        Relation edges = f.so.or(f.wr, f.allEvidence());
        Oracle.Premise premise = Oracle.premise(f, level);
        for (Read r : f.reads) {
            for (int t2 = 0; t2 < f.n; t2++) {
                if (t2 != r.writer() && (f.writers[r.key()] >> t2 & 1) != 0 && premise.holds(t2, r, null)) {
                    if (r.writer() == Facts.INIT) {
                        return false;
                    }
                    edges.add(t2, r.writer());
                }
            }
        }
        return f.readConsistent && edges.acyclic();
    }

    @Test
    void handWrittenCases() {
        // Not implied: psi and pc are incomparable; four session guarantees don't give cc; rr gives neither ra nor si.
        expect("T1{w(x,1)} | T2{w(y,1)} | T3{r(x,1) r(y,0)} | T4{r(x,0) r(y,1)}", "psi cc cv", "pc si rr ser");
        expect("T1{r(x,0) w(x,1)} | T2{r(x,0) w(x,2)}", "pc cc ra", "psi cs cv si rr ser");
        expect(
                "T1{w(x,1)} | T2{r(x,1) w(y,1)} | T3{r(y,1) w(z,1)} | T4{r(z,1) r(x,0)}",
                "ryw mr mw wfr ra rc g1",
                "cc pc psi cv");
        expect("T1{w(x,1)} T2{r(x,0)}", "rr cv cs g1 rc mr mw wfr", "ryw ra cc si ser");
        // One session guarantee each.
        expect("T1{w(x,1)} T2{w(x,2)} T3{r(x,1)}", "g1 rc mr mw wfr rr", "ryw ra cc");
        expect("T1{w(x,1)} | T2{r(x,1)} T3{r(x,0)}", "g1 rc ryw mw wfr ra", "mr cc");
        expect("T1{w(x,1)} T2{w(y,1)} | T3{r(y,1) r(x,0)}", "g1 rc ryw mr wfr ra", "mw cc");
        expect("T1{w(x,1)} | T2{r(x,1) w(y,1)} | T3{r(y,1) r(x,0)}", "g1 rc ryw mr mw ra", "wfr cc");
        expect("T1{w(x,1)} | T2{r(x,1)} T3{w(y,1)} | T4{r(y,1) r(x,0)}", "g1 rc ryw mr mw ra", "wfr cc");
        // mr is not closed under session predecessors, nor is wfr.
        expect("T1{w(x,1)} T2{w(y,1)} | T3{r(y,1)} T4{r(x,0)}", "mr ryw mw wfr ra", "cc");
        // Inside a transaction.
        expect("T1{w(x,1) w(y,1)} | T2{r(x,0) r(y,1)}", "g1 rc ryw mr mw wfr", "ra cc cv");
        expect("T1{w(x,1) w(y,1)} | T2{r(y,1) r(x,0)}", "g1 ryw mr mw wfr", "rc ra cc");
        expect("T1{w(x,1)} | T2{r(x,0) r(x,1)}", "g1 rc ryw mr mw wfr", "ra cc cv");
        expect("T1{w(x,1)} | T2{r(x,1) r(x,0)}", "g1 ryw mr mw wfr", "rc ra");
        expect("T1{w(x,1)} T2{w(x,2)} | T3{r(x,2) r(x,1)}", "g1", "rc ra");
        // Skew, cycles of information, and the initial transaction first.
        expect("T1{r(x,0) w(y,1)} | T2{r(y,0) w(x,1)}", "si psi pc cv", "ser rr");
        expect("T1{r(x,1) w(y,1)} | T2{r(y,1) w(x,1)}", "ru", "g1 rc ryw mr mw wfr ra cc cs");
        expect("T1{r(x,1)} T2{w(x,1)}", "g1 cs cv rr", "rc ryw mr mw wfr ra cc");
        // Read consistency.
        String none = "g1 rc ryw mr mw wfr ra cc pc cs cv rr psi si ser";
        expect("T1{r(x,7)}", "ru", none);
        expect("T1!{w(x,1)} | T2{r(x,1)}", "ru", none);
        expect("T1{w(x,1) w(x,2)} | T2{r(x,1)}", "ru", none);
        expect("T1{w(x,1) w(x,2)} | T2{r(x,2)}", "ser", "");
        expect("T1{r(x,1) w(x,1)}", "ru", none);
        expect("T1{w(x,1) r(x,0)}", "ru", none);
        expect("T1{w(x,1) w(x,2) r(x,1)}", "ru", none);
        expect("T1{w(x,1) r(x,1) w(x,2) r(x,2)} | T2{r(x,2)}", "ser", "");
        expect("T1{w(x,1)} | T2{w(x,2) r(x,1)}", "ru", none);
        expect("T1!{r(x,7) w(x,1) r(x,0)} | T2{r(x,0)}", "ser", "");
        // Unknown: not counted unless read from, precedes nothing, does not cut its session.
        expect("T1?{w(x,1)} T2{r(x,0)}", "ser", "");
        expect("T1?{r(x,7) w(x,1)} | T2{r(x,0)}", "ser", "");
        expect("T1?{r(x,7) w(x,1)} | T2{r(x,1)}", "ru", none);
        expect("T1?{w(x,1)} T2{r(x,0)} | T3{r(x,1)}", "ser", "");
        expect("T1{w(x,1)} T2?{w(y,1)} T3{r(x,0)}", "rr mr", "ryw ra");
        expect("T1{w(x,1)} T2!{w(y,1)} T3{r(x,0)}", "rr mr", "ryw ra");
        expect("T1{w(x,1)} T2?{w(y,1) r(x,0)} | T3{r(y,1)}", "rr mr", "ryw ra");
        expect("T1?{w(x,1)} | T2?{r(x,1) w(y,1)} | T3{r(y,1) r(x,0)}", "ra", "wfr cc");
        // Real time.
        expect("T1@1-2{w(x,1)} | T2@3-4{r(x,0)}", "ser si", "sser strong-si lin");
        expect("T1@1-3{w(x,1)} | T2@3-4{r(x,0)}", "sser strong-si lin", "");
        expect("T1?@1-2{w(x,1)} | T2@3-4{r(x,0)} | T3@9-9{r(x,1)}", "sser strong-si lin", "");
        expect("T1@1-9{r(x,0) w(y,1)} | T2@1-9{r(y,0) w(x,1)}", "strong-si", "sser ser");
        expect("T1@1-2{w(x,1)} | T2@3-4{w(y,1)} | T3@5-5{r(x,1)} | T4@5-6{r(y,1)}", "lin sser", "");
        that(
                Oracle.check(TinyHistory.parse("T1@1-2{r(x,0) r(x,0)}"), "lin", Flags.DEFAULT)
                        .isEmpty(),
                "lin",
                null);
        that(
                Oracle.check(TinyHistory.parse("T1{r(x,0)}"), "sser", Flags.DEFAULT)
                        .isEmpty(),
                "sser",
                null);
        // Version orders.
        expect("T1{w(x,1) w(x,2)} | T2{w(x,3)} # x[1,3,2]", "", "ru " + none);
        expect("T1{w(x,1) w(y,1)} | T2{w(x,2) w(y,2)} # x[1,2] y[2,1]", "", "ru " + none);
        expect("T1{w(x,1)} | T2{r(x,1) w(x,2)} # x[2,1]", "ru", none);
        expect("T1{w(x,1)} T2{w(x,2)} # x[2,1]", "ru g1 rr", "rc ryw ra cc ser");
        expect("T1{w(x,1)} | T2?{w(x,2)} T3{r(x,0)} # x[1,2]", "ser", "");
        expect("T1{w(x,1)} | T2{w(x,2) w(y,1)} | T3{r(x,1) r(y,1)} # x[1,2]", "rc", "ra cv");
        expect("T1{w(x,1)} | T2{w(x,2) w(y,1)} | T3{r(x,1) r(y,1)} # x[2,1]", "ser", "");
        expect("T1{w(x,1)} # x[1,9]", "ru", none);
        // Lists.
        expect("T1{a(x,1)} T2{a(x,2)} | T3{l(x,[1,2]) l(x,[1,2])}", "ser", "");
        expect("T1{a(x,1)} | T2{a(x,2)} | T3{l(x,[1])} | T4{l(x,[2])}", "", "ru " + none);
        expect("T1{a(x,1)} T2{a(x,2)} | T3{l(x,[2,1])}", "ru g1 rr", "rc ryw ra cc");
        expect("T1{a(x,1) a(x,2)} | T2{l(x,[1])}", "ru", none);
        expect("T1{a(x,1) a(x,2)} | T2{l(x,[1,2]) a(x,3) l(x,[1,2,3])}", "ser", "");
        expect("T1{a(x,1) a(x,2)} | T2{a(x,3)} | T3{l(x,[1,3,2])}", "", "ru " + none);
        expect("T1!{a(x,1)} | T2{a(x,2)} | T3{l(x,[1,2])}", "ru", none);
        expect("T1{a(x,1)} | T2{l(x,[1,1])}", "", "ru " + none);
        expect("T1{a(x,1)} | T3{l(x,[1]) w(y,1)} | T4{r(y,1)} T5{l(x,[])}", "ryw mr mw wfr ra", "cc");
        expect("T1{l(x,[]) a(x,1)} | T2{l(x,[]) a(x,2)}", "pc cc", "cs ser");
        expect("T1{a(x,1)} | T2{a(x,2) w(y,1)} | T3{l(x,[1]) r(y,1)}", "rc", "ra");
        // Evidence of which no order of versions can be made.
        expect("T1{a(x,1) a(x,2)} | T2{a(x,3)} | T4{a(x,4)} | R{l(x,[1,3,2])} | Q{l(x,[1,3,4,2])}", "", "ru " + none);
        expect("T1{a(x,1) a(x,2)} | T3{l(x,[2,1])}", "", "ru " + none);
        expect("T1{a(x,1) a(x,2)} | T3{l(x,[2])}", "", "ru " + none);
        expect("T1{w(x,1) w(x,2)} # x[2,1]", "", "ru " + none);
        expect("T1{w(x,1) w(x,2)} # x[1,2]", "ser", "");
        expect("T1{w(x,1)} # x[1,0]", "", "ru " + none);
        expect("T1{w(x,1)} # x[0,1]", "ser", "");
        expect("T1{w(x,1)} | T2{w(x,2)} # x[1,2,1]", "", "ru " + none);
        // What is wrong with a read alone is no evidence: these say of versions that there are only that 1 is the
        // first.
        expect("T1{a(x,1)} | T2{l(x,[9,1])} | T3{l(x,[1])}", "ru", none);
        expect("T1{a(x,1)} | T2!{a(x,2)} | T3{l(x,[2,1])} | T4{l(x,[1,2])}", "ru", none);
        expect("T1{a(x,1)} | T2{l(x,[9,9,1])}", "ru", none);
        // Failed compare-and-sets.
        expect("T1{f(x,0)}", "rr si", "ser");
        expect("T1{f(x,1)}", "ser", "");
        expect("T1{w(x,1) f(x,1)}", "rr si", "ser");
        expect("T1{w(x,1) f(x,0)}", "ser", "");
        expect("T1{w(x,1)} T2{f(x,1)}", "rr si", "ser");
        expect("T1{w(x,1)} | T2{f(x,1)}", "ser", "");
        expect("T1{w(x,1)} | T2{r(x,1) f(x,1)}", "rr si", "ser");
        expect("T1{w(x,1)} T2{f(x,1)} | T3{w(x,2)}", "ser", "");
        expect("T1{f(x,0)} | T2?{w(x,1)}", "ser", "");
        expect("T1@1-2{w(x,1)} | T2@3-4{f(x,1)}", "ser strong-si", "sser lin");
        expect("T1@1-2{w(x,1)} | T2@2-4{f(x,1)}", "sser lin", "");
        // One value of several, of which unknown ones don't count.
        expect("U?{w(x,3) w(x,2)} | V?{w(x,3)} | R{r(x,2)}", "ser", "");
        expect("U?{w(x,1)} | V{w(x,1)} | R{r(x,0)}", "ser", "");
        expect("U?{r(y,1) w(x,1)} | V{w(x,1)} | W?{w(y,1)}", "ser", "");
        for (String text : List.of(
                "U?{w(x,1)} | R{r(x,1)} V{w(x,1)}",
                "U?{w(x,1)} | R{r(x,1) w(x,1)}",
                "U?{w(x,1)} | V?{w(x,1)} | R{r(x,1)}",
                "U?{w(x,1) w(y,1)} | V{w(x,1)} | R{r(y,1)}",
                "U?{a(x,1)} | V{a(x,1)} | R{l(x,[1,2])} | S{a(x,2)}",
                "U?{w(x,1)} | V{w(x,1)} # x[1]")) {
            that(Oracle.isRefused(TinyHistory.parse(text), Flags.DEFAULT), text, null);
        }
        that(!Oracle.isRefused(TinyHistory.parse("U?{w(x,1)} | V{w(x,1)} # x[1]"), new Flags(true, false)), "", null);
        // What stands before own appends was read from others.
        expect("T1{a(x,1)} | T2{l(x,[1])} | T3{a(x,2) l(x,[2])}", "ru g1 cc pc", "cs psi si ser");
        expect("T1{a(x,1) a(y,1)} | T2{a(x,2) l(x,[1,2]) l(y,[])}", "ru g1 ryw", "rc ra cc cv si ser");
        expect("T1{a(x,1) a(y,1)} | T2{a(x,2) l(y,[]) l(x,[1,2])}", "ru g1 rc ryw", "ra cc cv si ser");
        expect("A{a(x,5)} | B{a(x,6)} | T{a(x,1) l(x,[5,1])} | R{l(x,[5,6,1])}", "ru g1 cc", "cs si ser rr");
        expect("A{a(x,5)} | B{a(x,6)} | T{a(x,1) l(x,[5,1])} | R{l(x,[5,1,6])}", "ser", "");
        expect("A{a(x,5)} | B{a(x,6)} | T{a(x,1) l(x,[5,1]) l(x,[5,6,1])}", "rc g1", "ra si ser");
        expect("A{a(x,5)} T{a(x,1) l(x,[1])}", "g1 rc mr", "ryw ra cc");
        expect("A{a(x,5) a(x,6)} | T{a(x,1) l(x,[5,1])}", "ru", none);
        expect("A!{a(x,5)} | T{a(x,1) l(x,[5,1])}", "ru", none);
        expect("A!{a(x,5)} | B{a(x,6)} | T{a(x,1) l(x,[5,6,1])}", "ru", none);
        expect("T{a(x,1) l(x,[7,1])}", "ru", none);
        expect("T{a(x,1) l(x,[2,1]) a(x,2)}", "", "ru " + none);
        expect("A?{a(x,5)} B{l(x,[])} | T{a(x,1) l(x,[5,1])}", "ser", "");
    }

    private static void expect(String text, String satisfied, String violated) {
        TinyHistory h = TinyHistory.parse(text);
        TinyHistory same = withoutLeadingInitials(TinyHistory.parse(h.toString()));
        that(same.equals(withoutLeadingInitials(h)), "text form", h);
        checked(h, Flags.DEFAULT);
        for (String level : Shape.levels(satisfied)) {
            that(Oracle.satisfies(h, level), level + " expected to be satisfied", h);
        }
        for (String level : Shape.levels(violated)) {
            that(!Oracle.satisfies(h, level), level + " expected to be violated", h);
        }
    }

    private static void that(boolean condition, String what, TinyHistory h) {
        if (!condition) {
            throw new AssertionError("-Disolde.seed=" + SEED + ": " + what + ": " + h);
        }
    }
}
