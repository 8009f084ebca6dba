package org.isolde.check.facts;

import java.util.Arrays;
import org.isolde.history.History;

/** The reads of one transaction that saw another one's write (or the initial version), in program order. */
public final class ExternalReads {
    /** Up to so many reads comparing each with each counts as constant. */
    private static final int SMALL = 32;

    private final Facts facts;
    private final History history;
    public int count;
    int[] operation = new int[16];
    public int[] source = new int[16];
    public int[] key = new int[16];
    /** Whether a read is the transaction's first one from its source; filled by {@link #markFirst}. */
    public boolean[] first = new boolean[16];
    /** Which transaction was last seen to read from a transaction: only needed where there are many reads. */
    private int[] lastReader;

    public ExternalReads(Facts facts) {
        this.facts = facts;
        this.history = facts.history;
    }

    public void of(int transaction) {
        count = 0;
        int end = history.firstOp(transaction + 1);
        for (int op = history.firstOp(transaction); op < end; op++) {
            int from = facts.source(op, transaction);
            if (from >= 0) {
                if (count == operation.length) {
                    operation = Arrays.copyOf(operation, count * 2);
                    source = Arrays.copyOf(source, count * 2);
                    key = Arrays.copyOf(key, count * 2);
                }
                operation[count] = op;
                source[count] = from;
                key[count] = history.key(op);
                count++;
            }
        }
    }

    /** The first of the reads that were made at once with a read: those of one predicate read. */
    public int firstOfStatement(int read) {
        int statement = history.statement(operation[read]);
        int from = read;
        while (from > 0 && operation[from - 1] >= statement) {
            from--;
        }
        return from;
    }

    /** Says of each read whether it is the first one from its source. */
    public void markFirst(int transaction) {
        if (count > first.length) {
            first = new boolean[operation.length];
        }
        if (count <= SMALL) {
            for (int i = 0; i < count; i++) {
                boolean isFirst = true;
                for (int j = 0; j < i; j++) {
                    isFirst &= source[j] != source[i];
                }
                first[i] = isFirst;
            }
            return;
        }
        if (lastReader == null) {
            lastReader = new int[history.transactions() + 1];
        }
        for (int i = 0; i < count; i++) {
            first[i] = lastReader[source[i]] != transaction;
            lastReader[source[i]] = transaction;
        }
    }
}
