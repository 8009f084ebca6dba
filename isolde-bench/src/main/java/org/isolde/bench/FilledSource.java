package org.isolde.bench;

import java.util.List;
import org.isolde.generate.RandomSource;
import org.isolde.run.workload.Transaction;
import org.isolde.run.workload.TransactionSource;

/**
 * A workload's transactions, with one before them that gives every key its first value: MTC's initial transaction. Without
 * it the first reads find nothing, which a database may have to protect by far larger locks than a row.
 */
final class FilledSource implements TransactionSource {
    private final TransactionSource source;
    private final int keys;
    private volatile long filled;

    /** @param keys how many; they are those from 0 up */
    FilledSource(TransactionSource source, int keys) {
        this.source = source;
        this.keys = keys;
    }

    @Override
    public List<Transaction> setup() {
        return List.of(new Transaction() {
            @Override
            public void run(Operations operations) throws Exception {
                for (long key = 0; key < keys; key++) {
                    // read first, so that this write, too, says what it replaced
                    operations.read(key);
                    operations.write(key);
                }
            }

            @Override
            public void committed() {
                filled = System.nanoTime();
            }
        });
    }

    /** When the first values were there, on the clock of {@link System#nanoTime}. */
    long filled() {
        return filled;
    }

    @Override
    public Transaction next(int session, RandomSource random) {
        return source.next(session, random);
    }

    @Override
    public List<String> complaints() {
        return source.complaints();
    }
}
