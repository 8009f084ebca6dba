package org.isolde.check.polygraph;

import java.util.Arrays;
import org.isolde.check.budget.Budget;
import org.isolde.check.graph.IntList;

/**
 * Conflict-driven search for an assignment that a theory accepts: decide, propagate, learn from each conflict a clause, jump
 * back, restart now and then. Variable {@code v} has the literals {@code 2 v} and {@code 2 v + 1}, one of which holds.
 *
 * <p>All clauses come from the theory (sets of literals that it refuses together) or follow from those; each is logged, so
 * that an exhausted search is a proof: see {@link ClauseLog}.
 */
final class ClauseSearch {
    /** What decides whether literals fit together. */
    interface Theory {
        /** Takes a literal; or refuses it, and {@link #conflict} then says with which others it can't hold. */
        boolean take(int literal);

        /** The literals taken, the refused one among them, that can't all hold. */
        IntList conflict();

        /** A note for the log on why they can't. */
        int[] conflictNote();

        /** Gives back the latest literals taken until so many are left. */
        void giveBack(int literalsLeft);

        /** The literal of a variable to try first. */
        int guess(int variable);

        /** All variables are assigned: whether the theory accepts that, else it hands over why not, more than one maybe. */
        boolean acceptsAll(Objections objections);
    }

    /** Takes sets of literals that can't all hold. */
    interface Objections {
        /** Whether more are welcome. */
        boolean object(IntList literals, int[] note);
    }

    private static final int MOST_OBJECTIONS = 500;
    private static final int RESTART = 64;
    private static final double DECAY = 1 / 0.95;

    private final int variables;
    private final Theory theory;
    private final Budget budget;
    final ClauseLog log = new ClauseLog();

    /** For each literal 1 if it holds, -1 if its opposite does, 0 if it is open. */
    private final byte[] value;

    private final int[] levelOf;
    private final int[] reasonOf;
    private final byte[] lastSign;
    private final IntList trail = new IntList();
    private final IntList levelStart = new IntList();
    private final IntList[] watches;
    private int propagated;

    private final double[] activity;
    private double step = 1;
    private final VariableHeap heap;
    private final boolean[] seen;

    private long conflicts;

    ClauseSearch(int variables, Theory theory, Budget budget) {
        this.variables = variables;
        this.theory = theory;
        this.budget = budget;
        value = new byte[2 * variables];
        levelOf = new int[variables];
        reasonOf = new int[variables];
        lastSign = new byte[variables];
        Arrays.fill(lastSign, (byte) -1);
        watches = new IntList[2 * variables];
        activity = new double[variables];
        heap = new VariableHeap(variables, activity);
        seen = new boolean[variables];
    }

    long conflicts() {
        return conflicts;
    }

    /** Whether there is an assignment; if not, the log ends with the empty clause. */
    boolean solve() {
        // a restart takes every choice anew
        long pause = RESTART + variables / 16;
        long untilRestart = pause;
        long restarts = 0;
        while (true) {
            int conflict = propagate();
            if (conflict < 0 && trail.size() == variables) {
                IntList objections = new IntList();
                if (theory.acceptsAll((literals, note) -> {
                    objections.add(lemma(literals, note));
                    return objections.size() < MOST_OBJECTIONS;
                })) {
                    return true;
                }
                conflicts += objections.size();
                backTo(0);
                conflict = attachAll(objections);
                if (conflict < 0) {
                    continue;
                }
            }
            if (conflict >= 0) {
                conflicts++;
                if ((conflicts & 63) == 0) {
                    budget.claim(log.bytes());
                }
                if (levelStart.size() == 0) {
                    log.empty(conflict);
                    return false;
                }
                learn(conflict);
                step *= DECAY;
                if (step > 1e100) {
                    rescale();
                }
                if (--untilRestart == 0) {
                    restarts++;
                    untilRestart = pause * luby(restarts);
                    backTo(0);
                }
                continue;
            }
            int next = heap.next(value);
            levelStart.add(trail.size());
            int literal = lastSign[next] >= 0 ? 2 * next + lastSign[next] : theory.guess(next);
            assign(literal, -1);
            if ((trail.size() & 255) == 0) {
                budget.check();
            }
        }
    }

    private static long luby(long i) {
        long size = 1;
        long sequence = 0;
        long x = i;
        while (size < x + 1) {
            sequence++;
            size = 2 * size + 1;
        }
        while (size - 1 != x) {
            size = (size - 1) >> 1;
            sequence--;
            x %= size;
        }
        return 1L << sequence;
    }

    private void assign(int literal, int reason) {
        int variable = literal >> 1;
        value[literal] = 1;
        value[literal ^ 1] = -1;
        levelOf[variable] = levelStart.size();
        reasonOf[variable] = reason;
        lastSign[variable] = (byte) (literal & 1);
        trail.add(literal);
        if (levelStart.size() == 0 && reason >= 0) {
            log.unit(literal, reason);
        }
    }

    /** Takes all that follows; the number of a clause that nothing satisfies any more, or -1. */
    private int propagate() {
        while (propagated < trail.size()) {
            int literal = trail.get(propagated++);
            if (!theory.take(literal)) {
                // the theory did not take it, so that there is one less to give back
                propagated--;
                return lemma(theory.conflict(), theory.conflictNote());
            }
            int conflict = propagateClauses(literal ^ 1);
            if (conflict >= 0) {
                return conflict;
            }
        }
        return -1;
    }

    private int propagateClauses(int falseLiteral) {
        IntList list = watches[falseLiteral];
        if (list == null) {
            return -1;
        }
        int kept = 0;
        int size = list.size();
        for (int i = 0; i < size; i++) {
            int clause = list.get(i);
            int[] literals = log.clause(clause);
            if (literals[0] == falseLiteral) {
                literals[0] = literals[1];
                literals[1] = falseLiteral;
            }
            if (value[literals[0]] > 0 || !moveWatch(clause, literals)) {
                list.set(kept++, clause);
                if (value[literals[0]] < 0) {
                    for (int j = i + 1; j < size; j++) {
                        list.set(kept++, list.get(j));
                    }
                    list.shrink(kept);
                    return clause;
                }
                if (value[literals[0]] == 0) {
                    assign(literals[0], clause);
                }
            }
        }
        list.shrink(kept);
        return -1;
    }

    private boolean moveWatch(int clause, int[] literals) {
        for (int k = 2; k < literals.length; k++) {
            if (value[literals[k]] >= 0) {
                int found = literals[k];
                literals[k] = literals[1];
                literals[1] = found;
                watch(found, clause);
                return true;
            }
        }
        return false;
    }

    private void watch(int literal, int clause) {
        if (watches[literal] == null) {
            watches[literal] = new IntList(4);
        }
        watches[literal].add(clause);
    }

    private int lemma(IntList literals, int[] note) {
        int[] clause = new int[literals.size()];
        for (int i = 0; i < clause.length; i++) {
            clause[i] = literals.get(i) ^ 1;
        }
        return log.lemma(clause, note);
    }

    /** Watches lemmas while nothing is decided; a clause that nothing satisfies any more, or -1. */
    private int attachAll(IntList lemmas) {
        for (int i = 0; i < lemmas.size(); i++) {
            int number = lemmas.get(i);
            int[] clause = log.clause(number);
            int open = 0;
            for (int k = 0; k < clause.length; k++) {
                if (value[clause[k]] >= 0) {
                    int literal = clause[k];
                    clause[k] = clause[open];
                    clause[open++] = literal;
                }
            }
            if (open == 0) {
                return number;
            }
            if (open == 1 && value[clause[0]] == 0) {
                assign(clause[0], number);
            } else if (open > 1) {
                watch(clause[0], number);
                watch(clause[1], number);
            }
        }
        return -1;
    }

    /** Learns the first unique implication point of a conflict, and jumps back to where it becomes a unit. */
    private void learn(int conflict) {
        IntList learned = new IntList();
        learned.add(-1);
        IntList hints = new IntList();
        int open = 0;
        int at = trail.size();
        int literal = -1;
        int clause = conflict;
        do {
            hints.add(clause);
            for (int other : log.clause(clause)) {
                int variable = other >> 1;
                if (other == literal || seen[variable]) {
                    continue;
                }
                if (levelOf[variable] == 0) {
                    continue;
                }
                seen[variable] = true;
                bump(variable);
                if (levelOf[variable] == levelStart.size()) {
                    open++;
                } else {
                    learned.add(other);
                }
            }
            do {
                literal = trail.get(--at);
            } while (!seen[literal >> 1]);
            seen[literal >> 1] = false;
            clause = reasonOf[literal >> 1];
            open--;
        } while (open > 0);
        learned.set(0, literal ^ 1);
        int back = 0;
        for (int i = 1; i < learned.size(); i++) {
            int variable = learned.get(i) >> 1;
            seen[variable] = false;
            if (levelOf[variable] > back) {
                back = levelOf[variable];
                int first = learned.get(1);
                learned.set(1, learned.get(i));
                learned.set(i, first);
            }
        }
        backTo(back);
        hints.reverse();
        int[] literals = learned.toArray();
        int number = log.learned(literals, hints.toArray());
        if (literals.length > 1) {
            watch(literals[0], number);
            watch(literals[1], number);
        }
        assign(literals[0], number);
    }

    private void bump(int variable) {
        activity[variable] += step;
        heap.increased(variable);
    }

    private void rescale() {
        for (int v = 0; v < variables; v++) {
            activity[v] *= 1e-100;
        }
        step *= 1e-100;
    }

    private void backTo(int level) {
        if (levelStart.size() <= level) {
            return;
        }
        int size = levelStart.get(level);
        for (int i = trail.size() - 1; i >= size; i--) {
            int literal = trail.get(i);
            value[literal] = 0;
            value[literal ^ 1] = 0;
            heap.back(literal >> 1);
        }
        trail.shrink(size);
        levelStart.shrink(level);
        if (propagated > size) {
            theory.giveBack(size);
            propagated = size;
        }
    }

    boolean holds(int literal) {
        return value[literal] > 0;
    }
}
