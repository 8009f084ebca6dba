package org.isolde.oracle;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.isolde.oracle.Facts.Read;
import org.isolde.oracle.Oracle.Flags;
import org.isolde.oracle.TinyGenerators.Flavour;

/**
 * Tests the {@link Oracle} against what LEVELS.md says of its levels: implications, equal definitions, claims and
 * hand-written cases; and the {@link TinyGenerators}, by how often neighbouring levels come apart.
 *
 * <p>Invariant: {@link #run} and {@link #handWritten} throw AssertionError with the history in text form as soon as
 * something does not hold; nothing is only printed. The arguments of {@code main}: number of histories, seed.
 */
public final class OracleSelfTest {

    /** LEVELS.md, "Implications": stronger, weaker. */
    private static final List<List<String>> IMPLICATIONS = List.of(
            List.of("sser", "ser"), List.of("ser", "si"), List.of("si", "psi"), List.of("psi", "cc"),
            List.of("cc", "ra"), List.of("ra", "rc"), List.of("rc", "g1"), List.of("g1", "ru"),
            List.of("sser", "strong-si"), List.of("strong-si", "si"), List.of("si", "pc"), List.of("pc", "cc"),
            List.of("psi", "cv"), List.of("cv", "cs"), List.of("cs", "g1"), List.of("ser", "rr"),
            List.of("rr", "cv"), List.of("ra", "ryw"), List.of("cc", "ryw"), List.of("cc", "mr"),
            List.of("cc", "mw"), List.of("cc", "wfr"), List.of("ryw", "g1"), List.of("mr", "g1"),
            List.of("mw", "g1"), List.of("wfr", "g1"));

    /** Not implied: satisfied, violated. */
    private static final List<List<String>> NOT_IMPLIED = List.of(
            List.of("psi", "pc"), List.of("pc", "psi"), List.of("rr", "ra"), List.of("rr", "si"));

    private static final List<String> SATURATED = List.of("rc", "ryw", "mr", "mw", "wfr", "ra", "cc");

    private final Map<String, Integer> separated = new LinkedHashMap<>();
    private final Map<String, Integer> violated = new LinkedHashMap<>();
    private final Map<String, int[]> perFlavour = new TreeMap<>();
    private int violatesCc;
    private int violatesSomething;

    private OracleSelfTest() { }

    public static void main(String[] args) {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 20000;
        long seed = args.length > 1 ? Long.parseLong(args[1]) : 1;
        handWritten();
        System.out.println("hand-written cases: fine");
        System.out.println("seed " + seed);
        for (String kind : List.of("register", "version", "list")) {
            long start = System.nanoTime();
            OracleSelfTest test = new OracleSelfTest();
            test.run(flavours(kind), kind.equals("register") ? n : n / 2, new SplittableRandom(seed));
            System.out.printf("%n== %s histories: %d in %.1f s, all checks%n", kind,
                    kind.equals("register") ? n : n / 2, (System.nanoTime() - start) / 1e9);
            test.print(kind.equals("register"));
        }
        time(n, seed);
    }

    private static List<Flavour> flavours(String kind) {
        return switch (kind) {
            case "register" -> TinyGenerators.flavours();
            case "version" -> TinyGenerators.versionFlavours();
            default -> TinyGenerators.listFlavours();
        };
    }

    private static void time(int n, long seed) {
        SplittableRandom r = new SplittableRandom(seed);
        List<TinyHistory> histories = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            histories.add(TinyGenerators.any(r));
        }
        for (List<String> levels : List.of(Oracle.LEVELS.subList(0, 9), Oracle.LEVELS)) {
            long start = System.nanoTime();
            for (TinyHistory h : histories) {
                levels.forEach(level -> Oracle.check(h, level, Flags.DEFAULT));
            }
            System.out.printf("%d histories x %d levels: %.1f s%n", n, levels.size(),
                    (System.nanoTime() - start) / 1e9);
        }
    }

    /** Checks n random histories of the flavours. */
    void run(List<Flavour> flavours, int n, SplittableRandom r) {
        for (int i = 0; i < n; i++) {
            Flavour flavour = flavours.get(i % flavours.size());
            TinyHistory h = flavour.generate(r);
            that(TinyHistory.parse(h.toString()).equals(h), "text form", h);
            that(h.txns().size() <= 6 && h.sessions().size() <= 4 && h.keys() <= 3
                    && h.txns().stream().allMatch(t -> !t.ops().isEmpty() && t.ops().size() <= 4), "size", h);
            Map<String, Boolean> verdicts = checked(h, Flags.DEFAULT);
            Map<String, Boolean> noSo = checked(h, new Flags(false, true));
            verdicts.forEach((level, v) -> that(!v || noSo.get(level), level + " needs no so", h));
            that(noSo.get("psi").equals(noSo.get("cv")), "without so psi = cv", h);
            that(noSo.get("ser").equals(noSo.get("rr")), "without so ser = rr", h);
            if (noSo.containsKey("lin")) {
                that(noSo.get("lin").equals(noSo.get("sser")), "without so lin = sser", h);
            }
            if (!h.versions().isEmpty()) {
                Map<String, Boolean> less = checked(h, new Flags(true, false));
                verdicts.forEach((level, v) -> that(!v || less.getOrDefault(level, true), level + " less", h));
            }
            count(flavour, verdicts);
        }
    }

    /** The verdicts, after checking that they fit together. */
    private static Map<String, Boolean> checked(TinyHistory h, Flags flags) {
        Oracle.selfCheck(h, flags);
        Map<String, Boolean> v = Oracle.verdicts(h, flags);
        for (List<String> i : IMPLICATIONS) {
            if (v.containsKey(i.get(0)) && v.containsKey(i.get(1))) {
                that(!v.get(i.get(0)) || v.get(i.get(1)), i.get(0) + " => " + i.get(1) + " " + flags, h);
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
                that(f.reads.stream().allMatch(b -> a.reader() != b.reader() || a.key() != b.key()
                        || a.writer() == b.writer()), "ra: one version of a key", h);
            }
        }
        return v;
    }

    /** LEVELS.md claims: "a co exists iff so, wr and the forced edges are acyclic". */
    private static boolean saturated(Facts f, String level) {
        Relation edges = f.so.or(f.wr, f.allEvidence());
        for (Read r : f.reads) {
            for (int t2 = 0; t2 < f.n; t2++) {
                if (t2 != r.writer() && (f.writers[r.key()] >> t2 & 1) != 0
                        && Oracle.premise(f, level).holds(t2, r, null)) {
                    if (r.writer() == Facts.INIT) {
                        return false;
                    }
                    edges.add(t2, r.writer());
                }
            }
        }
        return f.readConsistent && edges.acyclic();
    }

    private void count(Flavour flavour, Map<String, Boolean> v) {
        for (List<String> i : IMPLICATIONS) {
            separate(i.get(1), i.get(0), v);
        }
        for (List<String> i : NOT_IMPLIED) {
            separate(i.get(0), i.get(1), v);
        }
        boolean four = v.get("ryw") && v.get("mr") && v.get("mw") && v.get("wfr");
        separated.merge("ryw+mr+mw+wfr but not cc", four && !v.get("cc") ? 1 : 0, Integer::sum);
        separated.merge("ryw+mr+mw+wfr+ra but not cc", four && v.get("ra") && !v.get("cc") ? 1 : 0, Integer::sum);
        for (String level : List.of("ryw", "mr", "mw", "wfr")) {
            boolean others = List.of("rc", "ryw", "mr", "mw", "wfr").stream()
                    .allMatch(l -> v.get(l) != l.equals(level));
            separated.merge("of rc, ryw, mr, mw, wfr only " + level + " violated", others ? 1 : 0, Integer::sum);
        }
        v.forEach((level, ok) -> violated.merge(level, ok ? 0 : 1, Integer::sum));
        violatesCc += v.get("cc") ? 0 : 1;
        violatesSomething += v.containsValue(false) ? 1 : 0;
        int[] c = perFlavour.computeIfAbsent(flavour.name(), name -> new int[3]);
        c[0]++;
        c[1] += v.get("cc") ? 0 : 1;
        c[2] += v.containsValue(false) ? 1 : 0;
    }

    private void separate(String weaker, String stronger, Map<String, Boolean> v) {
        boolean both = v.containsKey(weaker) && v.containsKey(stronger);
        separated.merge(weaker + " but not " + stronger, both && v.get(weaker) && !v.get(stronger) ? 1 : 0,
                Integer::sum);
    }

    private void print(boolean flavours) {
        int n = perFlavour.values().stream().mapToInt(c -> c[0]).sum();
        System.out.println("violates cc: " + violatesCc + ", any level: " + violatesSomething + " of " + n);
        System.out.println("violated: " + violated);
        separated.forEach((pair, c) -> System.out.printf("%7d  %s%n", c, pair));
        perFlavour.forEach((name, c) -> {
            if (flavours) {
                System.out.printf("%-28s %5d, violates cc %5d, any level %5d%n", name, c[0], c[1], c[2]);
            }
        });
    }

    // ---------------------------------------------------------------------------------------- hand-written cases

    static void handWritten() {
        // Not implied: psi and pc are incomparable; four session guarantees don't give cc; rr gives neither ra nor si.
        expect("T1{w(x,1)} | T2{w(y,1)} | T3{r(x,1) r(y,0)} | T4{r(x,0) r(y,1)}", "psi cc cv", "pc si rr ser");
        expect("T1{r(x,0) w(x,1)} | T2{r(x,0) w(x,2)}", "pc cc ra", "psi cs cv si rr ser");
        expect("T1{w(x,1)} | T2{r(x,1) w(y,1)} | T3{r(y,1) w(z,1)} | T4{r(z,1) r(x,0)}",
                "ryw mr mw wfr ra rc g1", "cc pc psi cv");
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
        that(Oracle.check(TinyHistory.parse("T1@1-2{r(x,0) r(x,0)}"), "lin", Flags.DEFAULT).isEmpty(), "lin", null);
        that(Oracle.check(TinyHistory.parse("T1{r(x,0)}"), "sser", Flags.DEFAULT).isEmpty(), "sser", null);
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
        expect("T1{a(x,1)} | T2{a(x,2)} | T3{l(x,[1])} | T4{l(x,[2])}", "ru", none);
        expect("T1{a(x,1)} T2{a(x,2)} | T3{l(x,[2,1])}", "ru g1 rr", "rc ryw ra cc");
        expect("T1{a(x,1) a(x,2)} | T2{l(x,[1])}", "ru", none);
        expect("T1{a(x,1) a(x,2)} | T2{l(x,[1,2]) a(x,3) l(x,[1,2,3])}", "ser", "");
        expect("T1{a(x,1) a(x,2)} | T2{a(x,3)} | T3{l(x,[1,3,2])}", "", "ru " + none);
        expect("T1!{a(x,1)} | T2{a(x,2)} | T3{l(x,[1,2])}", "ru", none);
        expect("T1{a(x,1)} | T2{l(x,[1,1])}", "ru", none);
        expect("T1{a(x,1)} | T3{l(x,[1]) w(y,1)} | T4{r(y,1)} T5{l(x,[])}", "ryw mr mw wfr ra", "cc");
        expect("T1{l(x,[]) a(x,1)} | T2{l(x,[]) a(x,2)}", "pc cc", "cs ser");
        expect("T1{a(x,1)} | T2{a(x,2) w(y,1)} | T3{l(x,[1]) r(y,1)}", "rc", "ra");
    }

    private static void expect(String text, String satisfied, String violated) {
        TinyHistory h = TinyHistory.parse(text);
        that(TinyHistory.parse(h.toString()).equals(h), "text form", h);
        checked(h, Flags.DEFAULT);
        for (String level : satisfied.isBlank() ? new String[0] : satisfied.split(" ")) {
            that(Oracle.satisfies(h, level), level + " expected to be satisfied", h);
        }
        for (String level : violated.isBlank() ? new String[0] : violated.split(" ")) {
            that(!Oracle.satisfies(h, level), level + " expected to be violated", h);
        }
    }

    private static void that(boolean condition, String what, TinyHistory h) {
        if (!condition) {
            throw new AssertionError(what + ": " + h);
        }
    }
}
