package org.isolde.check.polygraph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.isolde.check.budget.Budget;
import org.isolde.check.graph.IntList;
import org.isolde.check.graph.Seeds;
import org.junit.jupiter.api.Test;

/**
 * Random sets of literals that must not all hold, against all assignments there are; and if none is left, the log is a proof
 * of that, checked clause by clause.
 */
class ClauseSearchTest {
    /** Refuses some sets as soon as their last literal comes, and objects to the others only when everything is assigned. */
    private static final class Forbidden implements ClauseSearch.Theory {
        final List<int[]> sets;
        final int atOnce;
        final SplittableRandom random;
        final IntList taken = new IntList();
        final IntList conflict = new IntList();
        int refusedBy;

        Forbidden(List<int[]> sets, int atOnce, SplittableRandom random) {
            this.sets = sets;
            this.atOnce = atOnce;
            this.random = random;
        }

        private boolean holds(int set) {
            Set<Integer> holding = new HashSet<>();
            for (int literal : taken.toArray()) {
                holding.add(literal);
            }
            return Arrays.stream(sets.get(set)).allMatch(holding::contains);
        }

        @Override
        public boolean take(int literal) {
            taken.add(literal);
            for (int set = 0; set < atOnce; set++) {
                if (holds(set)) {
                    refusedBy = set;
                    conflict.clear();
                    conflict.addAll(sets.get(set));
                    taken.removeLast();
                    return false;
                }
            }
            return true;
        }

        @Override
        public IntList conflict() {
            return conflict;
        }

        @Override
        public int[] conflictNote() {
            return new int[] {refusedBy};
        }

        @Override
        public void giveBack(int literalsLeft) {
            assertTrue(literalsLeft <= taken.size());
            taken.shrink(literalsLeft);
        }

        @Override
        public int guess(int variable) {
            return 2 * variable + random.nextInt(2);
        }

        @Override
        public boolean acceptsAll(ClauseSearch.Objections objections) {
            boolean accepts = true;
            for (int set = atOnce; set < sets.size(); set++) {
                if (holds(set)) {
                    accepts = false;
                    conflict.clear();
                    conflict.addAll(sets.get(set));
                    if (!objections.object(conflict, new int[] {set})) {
                        break;
                    }
                }
            }
            return accepts;
        }
    }

    @Test
    void findsAnAssignmentIfThereIsOneAndAProofElse() {
        long seed = Seeds.next();
        SplittableRandom random = new SplittableRandom(seed);
        int refuted = 0;
        int rounds = 3000;
        for (int round = 0; round < rounds; round++) {
            int variables = 1 + random.nextInt(9);
            List<int[]> sets = sets(random, variables, random.nextInt(5 * variables + 1));
            int atOnce = random.nextInt(3) == 0 ? random.nextInt(sets.size() + 1) : sets.size();
            ClauseSearch search = new ClauseSearch(variables, new Forbidden(sets, atOnce, random), Budget.UNLIMITED);
            boolean solved = search.solve();
            assertEquals(isPossible(variables, sets), solved, "seed " + seed);
            if (solved) {
                for (int variable = 0; variable < variables; variable++) {
                    assertTrue(search.holds(2 * variable) != search.holds(2 * variable + 1), "seed " + seed);
                }
                for (int[] set : sets) {
                    assertFalse(Arrays.stream(set).allMatch(search::holds), "seed " + seed);
                }
            } else {
                refuted++;
            }
            checkLog(search.log, variables, sets, solved, "seed " + seed + ", round " + round);
        }
        assertTrue(refuted > rounds / 5 && refuted < rounds * 4 / 5, "seed " + seed + ": " + refuted + " refuted");
    }

    /** Sets of one to four literals of different variables. */
    private static List<int[]> sets(SplittableRandom random, int variables, int count) {
        List<int[]> sets = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int size = Math.min(variables, random.nextInt(10) == 0 ? 1 : 2 + random.nextInt(3));
            sets.add(random.ints(0, variables)
                    .distinct()
                    .limit(size)
                    .map(variable -> 2 * variable + random.nextInt(2))
                    .toArray());
        }
        return sets;
    }

    private static boolean isPossible(int variables, List<int[]> sets) {
        for (int bits = 0; bits < 1 << variables; bits++) {
            int assignment = bits;
            if (sets.stream()
                    .noneMatch(set -> Arrays.stream(set).allMatch(l -> (assignment >> (l >> 1) & 1) == (l & 1)))) {
                return true;
            }
        }
        return false;
    }

    /** Pigeons that need a hole each and are one too many: short, and hard enough for restarts. */
    @Test
    void pigeonsAreRefuted() {
        int holes = 5;
        List<int[]> sets = new ArrayList<>();
        for (int pigeon = 0; pigeon <= holes; pigeon++) {
            int[] nowhere = new int[holes];
            for (int hole = 0; hole < holes; hole++) {
                nowhere[hole] = 2 * (pigeon * holes + hole);
                for (int other = 0; other < pigeon; other++) {
                    sets.add(new int[] {2 * (pigeon * holes + hole) + 1, 2 * (other * holes + hole) + 1});
                }
            }
            sets.add(nowhere);
        }
        int variables = (holes + 1) * holes;
        ClauseSearch search = new ClauseSearch(
                variables, new Forbidden(sets, sets.size(), new SplittableRandom(1)), Budget.UNLIMITED);
        assertFalse(search.solve());
        assertTrue(search.conflicts() > 100, search.conflicts() + " conflicts");
        checkLog(search.log, variables, sets, false, "pigeons");
    }

    /**
     * Every clause is the opposite of a forbidden set, or follows from its hints: once its literals are refuted, and what
     * the clauses of one literal before it say is taken as known, each hint is a unit and the last one a contradiction.
     */
    private static void checkLog(ClauseLog log, int variables, List<int[]> sets, boolean solved, String where) {
        IntList known = new IntList();
        for (int number = 0; number < log.size(); number++) {
            int[] clause = log.clause(number);
            if (log.hints(number) == null) {
                int[] opposite = Arrays.stream(clause).map(l -> l ^ 1).sorted().toArray();
                int[] set = sets.get(log.note(number)[0]).clone();
                Arrays.sort(set);
                assertEquals(Arrays.toString(set), Arrays.toString(opposite), where);
            } else {
                boolean[] holds = new boolean[2 * variables];
                for (int literal : known.toArray()) {
                    holds[literal] = true;
                }
                for (int literal : clause) {
                    holds[literal ^ 1] = true;
                }
                assertTrue(contradicts(log, number, holds), where + ", clause " + number);
            }
            if (clause.length == 1) {
                known.add(clause[0]);
            }
        }
        if (!solved) {
            assertNotNull(log.hints(log.size() - 1), where);
            assertEquals(0, log.clause(log.size() - 1).length, where);
        }
    }

    private static boolean contradicts(ClauseLog log, int number, boolean[] holds) {
        for (int hint : log.hints(number)) {
            assertTrue(hint < number);
            int open = -1;
            int opens = 0;
            for (int literal : log.clause(hint)) {
                if (!holds[literal ^ 1]) {
                    open = literal;
                    opens++;
                }
            }
            if (opens == 0) {
                return true;
            }
            if (opens > 1) {
                return false;
            }
            holds[open] = true;
        }
        return false;
    }
}
