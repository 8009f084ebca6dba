package org.isolde.check.facts;

import java.util.Arrays;
import org.isolde.history.History;
import org.isolde.history.OpKind;

/**
 * The reads of some transactions that saw another one's write (or the initial version), in program order: those of the
 * {@code i}th transaction are {@code begin[i] .. begin[i + 1] - 1}.
 *
 * <p>Who wrote what was read stands anywhere in memory. Looked up for one transaction after the other, with other work in
 * between, each look is waited for; for many at once, the processor has many of them under way.
 */
public final class ExternalReads {
    /** Up to so many reads comparing each with each counts as constant. */
    private static final int SMALL = 32;

    private final Facts facts;
    private final History history;
    private int[] transaction = new int[16];
    private int transactions;
    public int[] begin = new int[17];
    public int count;
    public int[] operation = new int[16];
    public int[] source = new int[16];
    public int[] key = new int[16];
    /** Whether a read is its transaction's first one from its source; filled by {@link #markFirst}. */
    public boolean[] first = new boolean[16];
    /** Which transaction was last seen to read from a transaction: only needed where there are many reads. */
    private int[] lastReader;

    public ExternalReads(Facts facts) {
        this.facts = facts;
        this.history = facts.history;
    }

    /** The reads of one transaction. */
    public void of(int t) {
        clear();
        add(t);
        resolve();
    }

    public void clear() {
        transactions = 0;
        count = 0;
    }

    /** Takes a transaction that counts as the next one; {@link #resolve} is to follow. */
    public void add(int t) {
        int from = history.firstOp(t);
        int end = history.firstOp(t + 1);
        if (transactions == transaction.length) {
            transaction = Arrays.copyOf(transaction, transactions * 2);
            begin = Arrays.copyOf(begin, transactions * 2 + 1);
        }
        if (count + end - from > operation.length) {
            int room = Math.max(operation.length * 2, count + end - from);
            operation = Arrays.copyOf(operation, room);
            source = Arrays.copyOf(source, room);
            key = Arrays.copyOf(key, room);
        }
        transaction[transactions] = t;
        begin[transactions++] = count;
        for (int op = from; op < end; op++) {
            if (OpKind.isRead(history.kind(op))) {
                operation[count] = op;
                source[count] = history.value(op);
                key[count++] = history.key(op);
            }
        }
    }

    /** Finds the sources, once all transactions are there. */
    public void resolve() {
        begin[transactions] = count;
        for (int i = 0; i < count; i++) {
            source[i] = history.writer(source[i]);
        }
        int kept = 0;
        for (int i = 0; i < transactions; i++) {
            int from = begin[i];
            begin[i] = kept;
            for (int read = from; read < begin[i + 1]; read++) {
                if (source[read] != transaction[i] && !facts.badReads().contains(operation[read])) {
                    operation[kept] = operation[read];
                    source[kept] = source[read];
                    key[kept++] = key[read];
                }
            }
        }
        count = kept;
        begin[transactions] = kept;
    }

    public int transactions() {
        return transactions;
    }

    public int transaction(int i) {
        return transaction[i];
    }

    /** The first of the reads that were made at once with a read: those of one predicate read. */
    public int firstOfStatement(int read, int from) {
        int statement = history.statement(operation[read]);
        int found = read;
        while (found > from && operation[found - 1] >= statement) {
            found--;
        }
        return found;
    }

    /** Says of each read whether it is its transaction's first one from its source. */
    public void markFirst() {
        if (count > first.length) {
            first = new boolean[operation.length];
        }
        for (int i = 0; i < transactions; i++) {
            markFirst(i);
        }
    }

    private void markFirst(int i) {
        int from = begin[i];
        int end = begin[i + 1];
        if (end - from <= SMALL) {
            for (int read = from; read < end; read++) {
                boolean isFirst = true;
                for (int other = from; other < read; other++) {
                    isFirst &= source[other] != source[read];
                }
                first[read] = isFirst;
            }
            return;
        }
        if (lastReader == null) {
            lastReader = new int[history.transactions() + 1];
        }
        for (int read = from; read < end; read++) {
            first[read] = lastReader[source[read]] != transaction[i];
            lastReader[source[read]] = transaction[i];
        }
    }
}
