package org.isolde.run.workload;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.generate.RandomSource;
import org.isolde.run.Session;
import org.isolde.run.option.Options;
import org.isolde.run.rows.RowAnswer;
import org.isolde.run.rows.RowStatement;

/**
 * A database of one session in memory, which notes what a transaction does. Every value is written at most once, or the
 * test fails.
 */
final class SerialStore implements Transaction.Operations {
    enum Kind {
        READ,
        WRITE,
        READ_LIST,
        APPEND,
        COMPARE_AND_SET,
        /** Statements on rows; the key is the statement's condition or row, the value how many rows it found or changed. */
        SELECT,
        CHANGE
    }

    /** An operation; {@code value} is what was read or written, and for a compare-and-set what was expected. */
    record Op(Kind kind, long key, long value) {
        boolean isWrite() {
            return kind == Kind.WRITE || kind == Kind.APPEND || kind == Kind.CHANGE;
        }
    }

    final Map<Long, Long> registers = new HashMap<>();
    final Map<Long, List<Long>> lists = new HashMap<>();
    private final Set<Long> written = new HashSet<>();
    private List<Op> ops = new ArrayList<>();
    private long fresh;
    private SerialRows rows = new SerialRows();
    private final List<SerialRows> savepoints = new ArrayList<>();

    /** Runs and commits a transaction, and returns what it did. */
    List<Op> run(Transaction transaction) throws Exception {
        attempt(transaction);
        if (!transaction.rollsBack()) {
            transaction.committed();
        }
        return ops;
    }

    /** Runs a transaction without telling it how it ended, and returns what it did. */
    List<Op> attempt(Transaction transaction) throws Exception {
        ops = new ArrayList<>();
        savepoints.clear();
        transaction.run(this);
        return ops;
    }

    /** What the next transactions of a source do, dealt to its sessions in turn, after its setup. */
    List<List<Op>> run(TransactionSource source, Options options, int transactions) throws Exception {
        for (Transaction transaction : source.setup()) {
            run(transaction);
        }
        RandomSource[] random = new RandomSource[options.get(WorkloadOptions.SESSIONS)];
        for (int session = 0; session < random.length; session++) {
            random[session] = new RandomSource(options.get(WorkloadOptions.SEED) * 31 + session);
        }
        List<List<Op>> all = new ArrayList<>();
        for (int number = 0; number < transactions; number++) {
            int session = number % options.get(WorkloadOptions.SESSIONS);
            all.add(run(source.next(session, random[session])));
        }
        return all;
    }

    @Override
    public long read(long key) {
        long value = registers.getOrDefault(key, Session.ABSENT);
        ops.add(new Op(Kind.READ, key, value));
        return value;
    }

    @Override
    public long write(long key) {
        long value = freshNumber();
        write(key, value);
        return value;
    }

    @Override
    public void write(long key, long value) {
        note(new Op(Kind.WRITE, key, value), value);
        registers.put(key, value);
    }

    @Override
    public long[] readList(long key) {
        List<Long> list = lists.getOrDefault(key, List.of());
        ops.add(new Op(Kind.READ_LIST, key, list.size()));
        return list.stream().mapToLong(Long::longValue).toArray();
    }

    @Override
    public long append(long key) {
        long value = freshNumber();
        note(new Op(Kind.APPEND, key, value), value);
        lists.computeIfAbsent(key, none -> new ArrayList<>()).add(value);
        return value;
    }

    @Override
    public boolean compareAndSet(long key, long expected) {
        boolean succeeds = registers.getOrDefault(key, Session.ABSENT) == expected;
        ops.add(new Op(Kind.COMPARE_AND_SET, key, expected));
        if (succeeds) {
            registers.put(key, freshNumber());
        }
        return succeeds;
    }

    @Override
    public RowAnswer execute(RowStatement statement) throws Exception {
        RowAnswer answer = rows.execute(statement, freshNumber());
        boolean changes = !(statement instanceof RowStatement.Select || statement instanceof RowStatement.Aggregate);
        ops.add(new Op(
                changes ? Kind.CHANGE : Kind.SELECT,
                Math.abs((long) statement.hashCode()),
                answer.found().size() + answer.changes().size()));
        return answer;
    }

    @Override
    public int savepoint() {
        savepoints.add(rows.copy());
        return savepoints.size() - 1;
    }

    @Override
    public void rollbackTo(int savepoint) {
        rows = savepoints.get(savepoint).copy();
    }

    @Override
    public long freshNumber() {
        return ++fresh;
    }

    private void note(Op op, long value) {
        assertTrue(op.key() >= 0, () -> "key " + op.key());
        assertTrue(written.add(value), () -> "value " + value + " is written twice");
        ops.add(op);
    }
}
