package org.isolde.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isolde.history.Level;
import org.isolde.history.format.Json;
import org.isolde.report.TextLayout;

/** {@code isolde levels}: the lattice and the definitions. */
final class LevelsCommand extends Command {
    private static final String LATTICE = """
              sser ----------------> ser ------> rr ----+
                |                     |                 |
                +-> strong-si -> si <-+                 |
                                 | |                    v
                        +--------+ +----> psi --------> cv -> cs -----+
                        v                  |                          |
                        pc --------------> cc                         |
                                           |                          v
                                           +-> ra -+-> rc ----------> g1 -> ru
                                           |       +-> ryw ---------> g1
                                           +-> mr, mw, wfr ---------> g1

              lin: for histories of single operations, with real time
            """;

    private boolean json;

    @Override
    String[] description() {
        return new String[] {"Prints the isolation levels: what each means, its definition, and which implies which."};
    }

    @Override
    String[] footer() {
        return new String[] {
            "",
            "Examples:",
            "  isolde levels | less",
            "  isolde levels --json     one JSON object a line, for scripts",
            "",
            "Exit codes: 0, or 2 for a bad call."
        };
    }

    @Override
    void declare(Syntax syntax) {
        syntax.flag("--json", () -> json = true, "One JSON object a line for each level.");
        syntax.standard();
    }

    @Override
    int call() {
        if (json) {
            for (Level level : Level.values()) {
                System.out.println(Json.of(object(level)));
            }
            return Main.SATISFIED;
        }
        System.out.println("An arrow means: whatever satisfies the left one satisfies the right one.");
        System.out.println();
        System.out.println(LATTICE);
        for (Level level : Level.values()) {
            System.out.println(Terminal.bold(level.text()) + "  " + level.title());
            System.out.println(TextLayout.wrap(level.meaning(), "    "));
            System.out.println(TextLayout.wrap("definition: " + level.definition(), "    "));
            System.out.println(TextLayout.wrap(
                    "source: " + level.source() + "; also called " + String.join(", ", level.aliases()), "    "));
            System.out.println(TextLayout.wrap("predicates: " + level.predicates(), "    "));
        }
        System.out.println();
        System.out.println(TextLayout.wrap(
                "A premise is about three transactions: t3 read a key from t1, and t2 also wrote the key. If it holds, t2"
                        + " must come before t1 in the commit order (co), which contains session order (so) and reads-from"
                        + " (wr). ww are version orders, rw leads from a reader to whoever overwrote what it read, rt is"
                        + " real time. Every level but ru also demands that reads are consistent: no values from thin air,"
                        + " of aborted transactions, or replaced by their own writer, and own writes are seen.",
                ""));
        System.out.println();
        System.out.println(TextLayout.wrap(
                "Predicate reads ask for rows by a condition. Who made a row match, or match no more, is known where the"
                        + " database tells the order of versions and what each predicate read was put to, or its own serial"
                        + " order, by which ser is then decided. Where predicates have a say, rr does not imply cv.",
                ""));
        System.out.println();
        System.out.println(TextLayout.wrap(
                "Where a history has the database's own start and commit timestamps, si, ser and sser are decided by these:"
                        + " for si each transaction must have seen what was committed at its start, and writers of one key must"
                        + " not overlap; for ser and sser it must have seen what was committed before its commit, and for sser"
                        + " commits must follow the clients' clock. isolde check --evidence real-time,versions goes by the"
                        + " values instead.",
                ""));
        return Main.SATISFIED;
    }

    private static Map<String, Object> object(Level level) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("level", level.text());
        object.put("title", level.title());
        object.put("meaning", level.meaning());
        object.put("definition", level.definition());
        object.put("source", level.source());
        object.put("aliases", level.aliases());
        object.put("predicates", level.predicates());
        List<String> implied = new ArrayList<>();
        for (Level below : level.implied()) {
            implied.add(below.text());
        }
        object.put("implies", implied);
        return object;
    }
}
