package org.isolde.proof;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.proof.ProofEdge.Kind;
import org.isolde.proof.Refutation.TimestampStep;

/**
 * Checks a {@link Refutation} step by step: each step must add a clause that is true of every order of versions that could
 * explain the history, and one of them the empty clause, which is true of none.
 *
 * <p>An ordering and its opposite are a variable: literal {@code 2v} says that the transaction of the lower number is before
 * the other, literal {@code 2v + 1} the opposite.
 *
 * <p>Invariant: {@code fixed} literals hold in every order of versions, because the history gives them or a clause of one
 * ordering established them.
 */
final class RefutationChecker {
    private static final int[] EMPTY = {};

    private final Readings readings;
    private final History history;
    private final GivenVersions given;
    private final Proof proof;
    private final List<Refutation.Step> steps;
    private final PredicateSteps predicates;
    private final ExpectedOrder expected;
    private final EdgeChecker edges;
    private final CycleForm form;

    private final Map<Ordering, Integer> variables = new HashMap<>();
    private final BitSet fixed = new BitSet();
    private final int[][] clauses;
    /** For each literal the number, from 1, of the last clause in whose check it was supposed or derived. */
    private int[] holdsIn = new int[16];

    RefutationChecker(Readings readings, GivenVersions given, Proof proof) {
        this.readings = readings;
        this.history = readings.history;
        this.given = given;
        this.proof = proof;
        this.steps = ((Refutation) proof.body()).steps();
        this.predicates = new PredicateSteps(readings, given, proof);
        this.expected = new ExpectedOrder(readings, proof);
        this.edges = new EdgeChecker(readings, predicates, proof);
        this.form = new CycleForm(history, proof.level());
        this.clauses = new int[steps.size()][];
    }

    void check() throws Refusal {
        for (int i = 0; i < steps.size(); i++) {
            try {
                clauses[i] = check(i, steps.get(i));
            } catch (Refusal e) {
                throw new Refusal("step " + i + ": " + e.getMessage());
            }
            if (clauses[i].length == 0) {
                // from here on everything would follow
                return;
            }
            if (clauses[i].length == 1) {
                fixed.set(clauses[i][0]);
            }
        }
        throw new Refusal("no step is a contradiction");
    }

    private int[] check(int number, Refutation.Step step) throws Refusal {
        if (step instanceof Refutation.Cycle cycle) {
            return cycle(cycle.edges());
        }
        if (step instanceof Refutation.Clause clause) {
            return clause(number, clause);
        }
        if (step instanceof TimestampStep) {
            throw new Refusal("timestamps are no evidence here");
        }
        if (step instanceof Refutation.VersionCycle cycle) {
            versionCycle(cycle);
            return EMPTY;
        }
        if (step instanceof Refutation.IncompatibleReads reads) {
            incompatible(reads);
            return EMPTY;
        }
        if (proof.level() == Level.RU) {
            throw new Refusal("ru asks nothing of reads");
        }
        if (step instanceof Refutation.BadRead read) {
            require(isOperation(read.operation()) && readings.isBad(read.operation()), "the read is possible");
            requireUnique(history.key(read.operation()));
        } else if (step instanceof Refutation.UnknownVersion version) {
            unknown(version);
        } else if (step instanceof Refutation.BadVersionSet set) {
            predicates.check(set);
        } else if (step instanceof Refutation.ResultMismatch mismatch) {
            predicates.check(mismatch);
        } else if (step instanceof Refutation.OutsideSnapshot outside) {
            predicates.check(outside);
        } else if (step instanceof Refutation.OutOfOrder order) {
            expected.check(order);
        } else if (step instanceof Refutation.Unexplained unexplained) {
            expected.check(unexplained);
        } else if (step instanceof Refutation.UnexplainedPredicate unexplained) {
            expected.check(unexplained);
        }
        return EMPTY;
    }

    private boolean isOperation(int op) {
        return op >= 0 && op < history.operations();
    }

    private void incompatible(Refutation.IncompatibleReads reads) throws Refusal {
        int list = listOf(reads.operation());
        int other = listOf(reads.other());
        require(list >= 0 && other >= 0, "not both operations are list reads that count");
        int key = history.key(reads.operation());
        require(key == history.key(reads.other()), "the lists are of two keys");
        boolean incompatible = proof.level() == Level.RU
                ? readings.lists.areContradictory(list, other)
                : readings.lists.areIncompatible(list, other);
        require(incompatible, "one list is a beginning of the other");
        requireUnique(key);
    }

    private void versionCycle(Refutation.VersionCycle cycle) throws Refusal {
        List<Integer> versions = cycle.versions();
        int key = cycle.key();
        require(key >= 0 && key < history.keys() && !versions.isEmpty(), "there are no versions of a key");
        VersionEvidence evidence =
                new VersionEvidence(readings, proof.evidence().contains(Evidence.VERSIONS));
        for (int version : versions) {
            require(evidence.isVersion(key, version), "value " + version + " is no version of the key");
        }
        for (int i = 0; i < versions.size(); i++) {
            int version = versions.get(i);
            int next = versions.get((i + 1) % versions.size());
            require(
                    evidence.isBefore(key, version, next),
                    "nothing says that version " + version + " is before version " + next);
        }
        requireUnique(key);
    }

    /** The list read of an operation of a counted transaction, or -1. */
    private int listOf(int op) {
        return isOperation(op) && readings.isCounted(history.transactionOf(op)) ? history.listOf(op) : -1;
    }

    private void unknown(Refutation.UnknownVersion version) throws Refusal {
        require(proof.evidence().contains(Evidence.VERSIONS), "version orders are no evidence here");
        boolean named = false;
        for (int chain = 0; chain < history.versionChains(); chain++) {
            named |= history.versionChainKey(chain) == version.key()
                    && Arrays.stream(history.versionChain(chain)).anyMatch(value -> value == version.value());
        }
        require(named && version.value() != 0, "no version order of the key names the value");
        require(readings.writes.countedWriter(version.value()) < 0, "a counted transaction wrote the value");
        requireUnique(version.key());
    }

    /** For lin, whose witnesses may have repeated values; of the other levels it is known. */
    private void requireUnique(int key) throws Refusal {
        if (readings.writes.isRepeated(key)) {
            throw ProofChecker.writtenTwice(history, key);
        }
    }

    private static void require(boolean condition, String otherwise) throws Refusal {
        if (!condition) {
            throw new Refusal(otherwise);
        }
    }

    /** Not all of the orderings that the cycle uses can hold. */
    private int[] cycle(List<ProofEdge> cycle) throws Refusal {
        for (ProofEdge edge : cycle) {
            edges.check(edge);
        }
        form.require(cycle);
        int[] clause = new int[cycle.size()];
        int size = 0;
        for (ProofEdge edge : cycle) {
            if (edge.key() >= 0 && edge.kind().hasKey()) {
                requireUnique(edge.key());
            }
            if (edge.kind() == Kind.WW || edge.kind() == Kind.RW) {
                int before = edge.kind() == Kind.WW ? edge.from() : edge.third();
                int literal = literal(new Ordering(edge.key(), before, edge.to()));
                if (!fixed.get(literal)) {
                    clause[size++] = opposite(literal);
                }
            }
        }
        return distinct(clause, size);
    }

    private static int opposite(int literal) {
        return literal ^ 1;
    }

    private static int[] distinct(int[] literals, int size) {
        return Arrays.stream(literals, 0, size).sorted().distinct().toArray();
    }

    /** The number of an ordering of two versions of a key. */
    private int literal(Ordering ordering) throws Refusal {
        int key = ordering.key();
        require(
                key >= 0
                        && key < history.keys()
                        && ordering.before() != ordering.after()
                        && isWriter(key, ordering.before())
                        && isWriter(key, ordering.after()),
                "there is an ordering that is not of two writers of a key");
        boolean upward = ordering.before() < ordering.after();
        Ordering variable = upward ? ordering : ordering.opposite();
        Integer known = variables.get(variable);
        if (known == null) {
            known = 2 * variables.size();
            variables.put(variable, known);
            fixed.set(known, given.isGiven(key, variable.before(), variable.after()));
            fixed.set(known + 1, given.isGiven(key, variable.after(), variable.before()));
            if (known + 1 >= holdsIn.length) {
                holdsIn = Arrays.copyOf(holdsIn, 2 * holdsIn.length);
            }
        }
        return upward ? known : known + 1;
    }

    private boolean isWriter(int key, int transaction) {
        return transaction == History.INITIAL
                || (transaction > 0 && transaction <= history.transactions() && readings.writes(transaction, key));
    }

    /** A clause that follows from earlier ones by the steps that its hints name. */
    private int[] clause(int number, Refutation.Clause step) throws Refusal {
        int[] clause = new int[step.orderings().size()];
        for (int i = 0; i < clause.length; i++) {
            clause[i] = literal(step.orderings().get(i));
        }
        boolean contradiction = false;
        for (int literal : clause) {
            contradiction |= holds(number, literal);
            holdsIn[opposite(literal)] = number + 1;
        }
        for (int hint : step.hints()) {
            require(hint >= 0 && hint < number, "hint " + hint + " is no earlier step");
            contradiction = contradiction || propagate(number, hint);
        }
        require(contradiction, "its hints lead to no contradiction");
        return distinct(clause, clause.length);
    }

    private boolean holds(int number, int literal) {
        return fixed.get(literal) || holdsIn[literal] == number + 1;
    }

    /** Derives the one ordering of an earlier clause that is not refuted; whether all of them are. */
    private boolean propagate(int number, int hint) throws Refusal {
        int open = -1;
        for (int literal : clauses[hint]) {
            if (!holds(number, opposite(literal))) {
                require(open < 0, "hint " + hint + " leaves more than one ordering open");
                open = literal;
            }
        }
        if (open >= 0) {
            holdsIn[open] = number + 1;
        }
        return open < 0;
    }
}
