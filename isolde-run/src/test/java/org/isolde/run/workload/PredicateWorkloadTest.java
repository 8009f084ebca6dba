package org.isolde.run.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.isolde.generate.RandomSource;
import org.isolde.run.option.Options;
import org.isolde.run.rows.RowAnswer;
import org.isolde.run.rows.RowChange;
import org.isolde.run.rows.RowStatement;
import org.isolde.run.rows.RowStatement.OnConflict;
import org.junit.jupiter.api.Test;

class PredicateWorkloadTest {
    /** A store that notes what was asked and what came of it. */
    private static final class Noted implements Transaction.Operations {
        private final SerialStore store;
        private final Set<String> seen = new TreeSet<>();
        private int largest;
        private int statements;
        private int insertions;

        Noted(SerialStore store) {
            this.store = store;
        }

        @Override
        public RowAnswer execute(RowStatement statement) throws Exception {
            RowAnswer answer = store.execute(statement);
            statements++;
            seen.add(statement.getClass().getSimpleName());
            if (statement instanceof RowStatement.Insert insert) {
                seen.add("insert " + insert.onConflict() + (answer.changes().isEmpty() ? " left out" : ""));
            } else if (statement instanceof RowStatement.Update update) {
                seen.add(update.column() + (update.adds() ? " added to" : " set"));
                seen.add(answer.changes().size() > 1 ? "several updated" : "one updated");
            } else if (statement instanceof RowStatement.Delete
                    && answer.changes().size() > 1) {
                seen.add("several deleted");
            }
            insertions += (int) answer.changes().stream()
                    .filter(change -> change.kind() == RowChange.Kind.INSERTED)
                    .count();
            largest = Math.max(largest, answer.found().size());
            return answer;
        }

        @Override
        public int savepoint() {
            seen.add("savepoint");
            return store.savepoint();
        }

        @Override
        public void rollbackTo(int savepoint) {
            store.rollbackTo(savepoint);
        }

        @Override
        public long read(long key) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long write(long key) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void write(long key, long value) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long[] readList(long key) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long append(long key) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean compareAndSet(long key, long expected) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long freshNumber() {
            return store.freshNumber();
        }
    }

    private static Noted run(Options options, int transactions) throws Exception {
        TransactionSource source = new PredicateWorkload().start(options);
        SerialStore store = new SerialStore();
        source.setup().forEach(transaction -> {
            try {
                store.run(transaction);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        Noted noted = new Noted(store);
        RandomSource random = new RandomSource(7);
        for (int i = 0; i < transactions; i++) {
            source.next(0, random).run(noted);
        }
        return noted;
    }

    private static final int TRANSACTIONS = 3000;

    @Test
    void theHuntDoesEverythingOnASmallTable() throws Exception {
        Options options = new PredicateWorkload().defaults();
        Noted noted = run(options, TRANSACTIONS);
        assertTrue(
                noted.seen.containsAll(List.of(
                        "Select",
                        "Aggregate",
                        "insert " + OnConflict.FAIL,
                        "insert " + OnConflict.OVERWRITE,
                        "insert " + OnConflict.SKIP,
                        "insert " + OnConflict.SKIP + " left out",
                        "a set",
                        "a added to",
                        "b set",
                        "id set",
                        "several updated",
                        "several deleted",
                        "savepoint")),
                noted.seen::toString);
        assertTrue(noted.insertions > TRANSACTIONS / 5, "fresh rows all the time: " + noted.insertions);
        assertTrue(noted.largest <= 4 * options.get(WorkloadOptions.KEYS), "the table stays small: " + noted.largest);
    }

    @Test
    void phantomsComeFromInsertsAlone() throws Exception {
        Noted noted =
                run(new PredicateWorkload().defaults().with(WorkloadOptions.MIX, PredicateMix.PHANTOMS), TRANSACTIONS);
        assertEquals(Set.of("Aggregate", "Insert", "Select", "insert " + OnConflict.FAIL), noted.seen);
        assertTrue(noted.largest < 200, "answers stay small: " + noted.largest);
    }

    @Test
    void theMixesAreThoseOfThePaper() throws Exception {
        Options items = new PredicateWorkload()
                .defaults()
                .with(WorkloadOptions.MIX, PredicateMix.ITEMS)
                .with(WorkloadOptions.LENGTH, 5);
        Noted noted = run(items, TRANSACTIONS);
        // one in five is an increment, which is two statements
        assertEquals(6.0, (double) noted.statements / TRANSACTIONS, 0.1);
        assertEquals(1, noted.largest, "single rows alone");
        Options predicates = items.with(WorkloadOptions.MIX, PredicateMix.PREDICATES);
        Noted mixed = run(predicates, TRANSACTIONS);
        assertEquals(5.0 * TRANSACTIONS, mixed.statements);
        assertTrue(mixed.largest > 1);
        Noted keys = run(predicates.with(WorkloadOptions.PREDICATE_RATIO, 0.0), TRANSACTIONS);
        assertEquals(1, keys.largest);
    }
}
