package org.isolde.generate;

import java.util.Arrays;
import org.isolde.history.Rows;

/**
 * Draws the statements of a transaction, and answers them from the committed state and its own changes.
 *
 * <p>Statements are those of the paper on Emme and Enne, section 8.2: inserts that update what is there, reads, updates and
 * increments (a read and an update) by primary key; ranges of {@code c1}, rows and aggregates of them, updates of what a
 * range matches; and deletions.
 *
 * <p>Invariant: between two calls no primary key is in {@code own}; during one, {@code own[key]} is the last change of the
 * transaction to that key, plus one.
 */
final class RowClient {
    /** How many predicate reads ask for rows rather than for a figure. */
    private static final double ROWS = 0.6;

    /** How many conditions also ask whether {@code c2} is there, and how often it is not. */
    private static final double NOT_NULL = 0.25;

    private static final double NULLS = 0.1;

    /** {@code c2} is from 0 to one less than this. */
    private static final int VALUES = 1000;

    private final GeneratorOptions options;
    private final InFlight running;
    private final RandomSource random;
    private final RowTable table;
    private final RowConditions conditions;
    private final KeySampler sampler;
    private final int[] own;

    private RowStatements statements;
    /** The primary keys that the current condition matches. */
    private int[] matches = new int[16];

    private int matchCount;

    RowClient(
            GeneratorOptions options, InFlight running, RandomSource random, RowTable table, RowConditions conditions) {
        this.options = options;
        this.running = running;
        this.random = random;
        this.table = table;
        this.conditions = conditions;
        this.sampler = new KeySampler(options.distribution(), options.keys(), options.theta(), random);
        this.own = new int[options.keys()];
    }

    /** Fills in the statements of a transaction that sees the committed state as it is now. */
    void execute(RowStatements ofTransaction) {
        statements = ofTransaction;
        statements.count = 0;
        int spread = options.maximumOperations() - options.minimumOperations();
        int operations = options.minimumOperations() + (spread == 0 ? 0 : random.below(spread + 1));
        for (int i = 0; i < operations; i++) {
            statement();
        }
        for (int entry = 0; entry < statements.count; entry++) {
            if (statements.isChange(entry)) {
                own[statements.key[entry]] = 0;
            }
        }
    }

    private void statement() {
        RowMix mix = options.rows();
        if (random.chance(mix.inserts())) {
            insert(sampler.next());
        } else if (random.chance(mix.deletes() / (1 - mix.inserts() + Double.MIN_NORMAL))) {
            delete(sampler.next(), random.chance(mix.predicates()));
        } else if (random.chance(mix.predicates())) {
            int condition = conditions.range(random.below(table.keys()), random.chance(NOT_NULL));
            match(condition);
            if (!random.chance(options.readRatio())) {
                updateMatches(condition);
            } else if (random.chance(ROWS)) {
                rows(condition);
            } else {
                aggregate(condition);
            }
        } else {
            int key = sampler.next();
            if (random.chance(options.readRatio())) {
                read(key);
            } else {
                if (!isAlive(key) || random.chance(options.rmw())) {
                    read(key);
                }
                if (isAlive(key)) {
                    update(key);
                }
            }
        }
    }

    // ---- by primary key

    private void insert(int key) {
        if (isAlive(key)) {
            update(key);
        } else {
            change(RowStatements.WRITE, key, incarnation(key) + 1, random.below(table.keys()), drawC2());
        }
    }

    private void update(int key) {
        boolean first = random.chance(0.5);
        change(
                RowStatements.WRITE,
                key,
                incarnation(key),
                first ? random.below(table.keys()) : c1(key),
                first ? c2(key) : drawC2());
    }

    private void delete(int key, boolean byCondition) {
        boolean found = isAlive(key);
        if (byCondition) {
            matchCount = 0;
            if (found) {
                matched(key);
            }
            rows(conditions.key(key));
        } else if (!found) {
            read(key);
        }
        if (found) {
            change(RowStatements.DELETE, key, incarnation(key), c1(key), c2(key));
        }
    }

    private void read(int key) {
        // what is not there yet would be the first row
        statements.add(RowStatements.READ, key, Math.max(1, incarnation(key)), version(key), 0, 0);
    }

    private int drawC2() {
        return random.chance(NULLS) ? RowTable.NULL : random.below(VALUES);
    }

    private void change(byte kind, int key, int incarnation, int c1, int c2) {
        own[key] = 1 + statements.add(kind, key, incarnation, running.freshValue(), c1, c2);
    }

    // ---- by condition

    /** Finds what a range of {@code c1} matches. */
    private void match(int condition) {
        matchCount = 0;
        int to = Math.min(table.keys() - 1, conditions.to(condition));
        for (int value = conditions.from(condition); value <= to; value++) {
            for (int key = table.first(value); key >= 0; key = table.next(key)) {
                if (own[key] == 0 && conditions.allows(condition, table.c2[key])) {
                    matched(key);
                }
            }
        }
        for (int entry = 0; entry < statements.count; entry++) {
            int key = statements.key[entry];
            if (statements.kind[entry] == RowStatements.WRITE
                    && own[key] == entry + 1
                    && statements.c1[entry] >= conditions.from(condition)
                    && statements.c1[entry] <= conditions.to(condition)
                    && conditions.allows(condition, statements.c2[entry])) {
                matched(key);
            }
        }
    }

    private void matched(int key) {
        if (matchCount == matches.length) {
            matches = Arrays.copyOf(matches, 2 * matchCount);
        }
        matches[matchCount++] = key;
    }

    private void rows(int condition) {
        statements.add(RowStatements.PREDICATE, condition, 0, 0, matchCount, 0);
        for (int i = 0; i < matchCount; i++) {
            statements.add(RowStatements.ITEM, matches[i], incarnation(matches[i]), version(matches[i]), 0, 0);
        }
    }

    private void updateMatches(int condition) {
        rows(condition);
        for (int i = 0; i < matchCount; i++) {
            update(matches[i]);
        }
    }

    private void aggregate(int condition) {
        Rows.Aggregate aggregate = Rows.Aggregate.values()[random.below(Rows.Aggregate.values().length)];
        int result = aggregate == Rows.Aggregate.COUNT ? matchCount : RowTable.NULL;
        for (int i = 0; i < matchCount && aggregate != Rows.Aggregate.COUNT; i++) {
            int value = c2(matches[i]);
            if (value != RowTable.NULL) {
                result = result == RowTable.NULL
                        ? value
                        : switch (aggregate) {
                            case MIN -> Math.min(result, value);
                            case MAX -> Math.max(result, value);
                            default -> result + value;
                        };
            }
        }
        statements.add(RowStatements.AGGREGATE, condition, aggregate.ordinal(), 0, result, 0);
    }

    // ---- the state that the transaction sees

    private boolean isAlive(int key) {
        return own[key] == 0 ? table.alive[key] : statements.kind[own[key] - 1] == RowStatements.WRITE;
    }

    private int incarnation(int key) {
        return own[key] == 0 ? table.incarnation[key] : statements.incarnation[own[key] - 1];
    }

    private int version(int key) {
        return own[key] == 0 ? table.version[key] : statements.version[own[key] - 1];
    }

    private int c1(int key) {
        return own[key] == 0 ? table.c1[key] : statements.c1[own[key] - 1];
    }

    private int c2(int key) {
        return own[key] == 0 ? table.c2[key] : statements.c2[own[key] - 1];
    }
}
