package org.isolde.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The isolation levels: one definition each, with its source, and the lattice of what implies what, as data.
 *
 * <p>{@code T} are the transactions that count, {@code so} session order, {@code rt} real time, {@code wr} who read from
 * whom, {@code ww} version orders, {@code rw} a reader to the later writers, {@code co} a total commit order that
 * contains so and wr. The constants are in an order in which every level stands behind all that it implies.
 */
public enum Level {
    RU(
            "ru",
            "read uncommitted",
            "Concurrent writes don't interleave: versions of all keys could have been installed one transaction after the"
                    + " other.",
            "ww is acyclic over all keys (no G0); reads are unrestricted. Without a version order nothing can break it.",
            "Adya (PL-1)",
            List.of("read-uncommitted", "pl-1")),
    G1(
            "g1",
            "Adya's read committed",
            "Only committed, final values are read, and no two transactions see effects of each other.",
            "read consistency; wr and ww are acyclic together (no G1)",
            "Adya (PL-2)",
            List.of("pl-2", "adya-read-committed"),
            RU),
    RC(
            "rc",
            "read committed",
            "Within a transaction, reads never go back in time: after seeing a transaction's write, older versions of what"
                    + " it wrote are not seen any more.",
            "premise: t3 reads something from t2 in an operation before the one that reads x from t1",
            "AWDIT, definition 2.4 (Biswas and Enea 2019)",
            List.of("read-committed"),
            G1),
    RYW(
            "ryw",
            "read your writes",
            "A session sees its own earlier writes.",
            "premise: t2 -so-> t3",
            "Terry et al. 1994, for transactions",
            List.of("read-your-writes"),
            G1),
    MR(
            "mr",
            "monotonic reads",
            "What a session has seen it goes on seeing: its later transactions don't read older versions.",
            "premise: t2 -wr-> s -so-> t3 for some s",
            "Terry et al. 1994, for transactions",
            List.of("monotonic-reads"),
            G1),
    MW(
            "mw",
            "monotonic writes",
            "Whoever sees a session's write also sees the session's earlier writes.",
            "premise: t2 -so-> s -wr-> t3 for some s",
            "Terry et al. 1994, for transactions",
            List.of("monotonic-writes"),
            G1),
    WFR(
            "wfr",
            "writes follow reads",
            "Whoever sees a write also sees what its session had read before it.",
            "premise: t2 -wr-> s -so?-> u -wr-> t3 for some s and u",
            "Terry et al. 1994, for transactions",
            List.of("writes-follow-reads"),
            G1),
    RA(
            "ra",
            "read atomic",
            "A transaction's writes are seen all or not at all, and a session sees its own.",
            "premise: t2 -so-> t3 or t2 -wr-> t3",
            "AWDIT, definition 2.6 (Biswas and Enea 2019)",
            List.of("read-atomic"),
            RC,
            RYW),
    CC(
            "cc",
            "causal consistency",
            "Whoever sees an effect also sees its causes.",
            "premise: t2 reaches t3 by so and wr",
            "AWDIT, definition 2.8 (TCC)",
            List.of("causal", "causal-consistency", "tcc", "transactional-causal-consistency"),
            RA,
            MR,
            MW,
            WFR),
    PC(
            "pc",
            "prefix consistency",
            "Every transaction sees a prefix of one common commit order.",
            "premise: t2 -co?-> s -(so or wr)-> t3; or: ((so, wr) ; rw?) together with ww is acyclic",
            "MTC, definition 12; Cerone et al. 2017",
            List.of("prefix", "prefix-consistency"),
            CC),
    CS(
            "cs",
            "cursor stability",
            "No lost updates: between reading and writing a key, nobody else writes it.",
            "g1, and on no key x: rw_x(t,b) and ww_x(b,t)",
            "Adya (PL-CS)",
            List.of("cursor-stability", "pl-cs"),
            G1),
    CV(
            "cv",
            "consistent view",
            "A transaction doesn't see some effects of another and miss others, directly or through third ones.",
            "g1, and no rw(t,b) with b -(wr,ww)+-> t (no G-single)",
            "Adya (PL-2+)",
            List.of("consistent-view", "pl-2+"),
            CS),
    RR(
            "rr",
            "repeatable read",
            "Serializable as far as single items go; predicates aside.",
            "wr, ww, rw are acyclic together (no G2-item)",
            "Adya (PL-2.99)",
            List.of("repeatable-read", "pl-2.99"),
            CV),
    PSI(
            "psi",
            "parallel snapshot isolation",
            "Snapshot isolation per site: no lost updates and causal snapshots, yet two readers may see two independent"
                    + " writes in different orders.",
            "so, wr, ww are acyclic, and no rw(t,b) with b -(so,wr,ww)+-> t",
            "Cerone and Gotsman 2018",
            List.of("parallel-snapshot-isolation"),
            CC,
            CV),
    SI(
            "si",
            "snapshot isolation",
            "Every transaction reads from a snapshot, and of two concurrent writers of a key only one commits; a session"
                    + " sees its own past.",
            "((so, wr, ww) ; rw?) is acyclic",
            "MTC, definition 6 (strong session SI)",
            List.of("snapshot-isolation", "strong-session-snapshot-isolation", "strong-session-si"),
            PSI,
            PC),
    STRONG_SI(
            "strong-si",
            "strong snapshot isolation",
            "Snapshot isolation in which a snapshot contains all that was committed before the transaction began.",
            "((so, rt, wr, ww) ; rw?) is acyclic",
            "Daudjee and Salem 2006",
            List.of("strong-snapshot-isolation"),
            SI),
    SER(
            "ser",
            "serializable",
            "As if the transactions had run one after the other, each session's in its order.",
            "so, wr, ww, rw are acyclic together; or premise: t2 -co-> t3",
            "MTC, definition 5 (strong session serializability); Biswas and Enea 2019",
            List.of("serializable", "serializability", "pl-3", "strong-session-serializable"),
            SI,
            RR),
    SSER(
            "sser",
            "strict serializable",
            "As if the transactions had run one after the other, each at one moment between its begin and its end.",
            "so, rt, wr, ww, rw are acyclic together",
            "MTC, definition 4",
            List.of("strict-serializable", "strong-serializable", "strict-serializability"),
            SER,
            STRONG_SI),
    LIN(
            "lin",
            "linearizable",
            "Every single operation takes effect at one moment between its begin and its end.",
            "every transaction is one operation (read, write, compare-and-set) on one key, and each key on its own has a"
                    + " total order that contains rt and explains every read",
            "MTC, definition 7; Herlihy and Wing 1990",
            List.of("linearizable", "linearizability"));

    private static final List<Level> STRONGEST_FIRST =
            Arrays.stream(values()).sorted(Collections.reverseOrder()).toList();

    private final String text;
    private final String title;
    private final String meaning;
    private final String definition;
    private final String source;
    private final List<String> aliases;
    private final List<Level> implied;
    /** The ordinals of all that it implies, itself too, as bits. */
    private final int lattice;

    Level(
            String text,
            String title,
            String meaning,
            String definition,
            String source,
            List<String> aliases,
            Level... implied) {
        this.text = text;
        this.title = title;
        this.meaning = meaning;
        this.definition = definition;
        this.source = source;
        this.aliases = aliases;
        this.implied = List.of(implied);
        int bits = 1 << ordinal();
        for (Level below : implied) {
            bits |= below.lattice;
        }
        this.lattice = bits;
    }

    /** The short name: {@code rc}. */
    public String text() {
        return text;
    }

    /** The name in words. */
    public String title() {
        return title;
    }

    /** What it promises, for somebody who has never heard of it. */
    public String meaning() {
        return meaning;
    }

    /** The definition that the checkers decide. */
    public String definition() {
        return definition;
    }

    public String source() {
        return source;
    }

    /** Other names that the command line understands. */
    public List<String> aliases() {
        return aliases;
    }

    /** The levels directly below: a history that satisfies this one satisfies them. */
    public List<Level> implied() {
        return implied;
    }

    /** Whether satisfying this level means satisfying another one (or itself). */
    public boolean implies(Level other) {
        return (lattice >> other.ordinal() & 1) != 0;
    }

    /** All levels, each before those that it implies. */
    public static List<Level> strongestFirst() {
        return STRONGEST_FIRST;
    }

    /** Whether the level needs begin and end of transactions. */
    public boolean isAboutRealTime() {
        return this == STRONG_SI || this == SSER || this == LIN;
    }

    /** What predicate reads mean to it, in a sentence without its end. */
    public String predicates() {
        return switch (this) {
            case RU -> "take no part";
            case LIN -> "it is about single registers, and inapplicable where there are any";
            case G1, CS ->
                "what came back must be what the condition gives, and a change of what matches counts as read by whoever saw it";
            case RR ->
                "what came back must be what the condition gives, and a change of what matches counts as read by whoever saw"
                        + " it; that somebody missed one, a phantom, breaks nothing";
            case RC, RYW, MR, MW, WFR, RA, CC -> "only the rows that came back count, as reads";
            default ->
                "what came back must be what the condition gives; a change of what matches counts as read by whoever saw it, and"
                        + " as overwriting what was read by whoever missed it, so that phantoms break it";
        };
    }

    /** Whether it asks of predicate reads what they left out too, and not only about the rows that came back. */
    public boolean isAboutPredicates() {
        return this == G1 || this == CS || compareTo(CC) > 0 && this != LIN;
    }

    /** Everything up to causal consistency: decided by saturation, whatever the history looks like. */
    public boolean isWeak() {
        return compareTo(CC) <= 0;
    }

    /**
     * The levels that a list such as {@code rc,si} or {@code all-weak} names, weakest first.
     *
     * @throws IllegalArgumentException with a message for the user, if a name is not known
     */
    public static Set<Level> parse(String names) {
        Set<Level> levels = EnumSet.noneOf(Level.class);
        for (String name : names.split(",", -1)) {
            String wanted =
                    name.strip().toLowerCase(Locale.ROOT).replace('_', '-').replace(' ', '-');
            switch (wanted) {
                case "all" -> levels.addAll(EnumSet.allOf(Level.class));
                case "all-weak" -> levels.addAll(EnumSet.range(RU, CC));
                case "all-strong" -> levels.addAll(EnumSet.range(PC, LIN));
                default -> levels.add(byName(wanted, name));
            }
        }
        return levels;
    }

    private static Level byName(String wanted, String asGiven) {
        List<String> known = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (Level level : values()) {
            if (level.text.equals(wanted) || level.aliases.contains(wanted)) {
                return level;
            }
            known.add(level.text);
            names.add(level.text);
            names.addAll(level.aliases);
        }
        String question = Spelling.question(wanted, names);
        throw new IllegalArgumentException("'" + asGiven.strip() + "' is not a level"
                + (question.isEmpty() ? "; known are " : question + " Known are ")
                + String.join(" ", known) + ", and all, all-weak, all-strong (isolde levels explains them)");
    }
}
