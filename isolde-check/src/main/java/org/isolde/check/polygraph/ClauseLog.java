package org.isolde.check.polygraph;

import java.util.ArrayList;
import java.util.List;

/**
 * Every clause of a search, and where it comes from: a lemma of the theory with its note, or earlier clauses, in an order in
 * which each becomes a unit once all literals of the new one are refuted, and the last one a contradiction.
 */
final class ClauseLog {
    private final List<int[]> clauses = new ArrayList<>();
    /** The theory's note of a lemma, or null. */
    private final List<int[]> notes = new ArrayList<>();
    /** The hints of a clause that follows from others, or null. */
    private final List<int[]> hints = new ArrayList<>();

    private long bytes;

    int[] clause(int number) {
        return clauses.get(number);
    }

    int[] note(int number) {
        return notes.get(number);
    }

    int[] hints(int number) {
        return hints.get(number);
    }

    int size() {
        return clauses.size();
    }

    /** About how much room it takes. */
    long bytes() {
        return bytes;
    }

    int lemma(int[] clause, int[] note) {
        return add(clause, note, null);
    }

    int learned(int[] clause, int[] from) {
        return add(clause, null, from);
    }

    /** A literal that holds for good because of a clause whose other literals are refuted for good. */
    void unit(int literal, int reason) {
        if (clauses.get(reason).length > 1) {
            add(new int[] {literal}, null, new int[] {reason});
        }
    }

    /** Nothing satisfies a clause any more, and nothing was decided: the end. */
    void empty(int conflict) {
        add(new int[0], null, new int[] {conflict});
    }

    private int add(int[] clause, int[] note, int[] from) {
        clauses.add(clause);
        notes.add(note);
        hints.add(from);
        bytes += 120 + 4L * (clause.length + (note == null ? 0 : note.length) + (from == null ? 0 : from.length));
        return clauses.size() - 1;
    }
}
