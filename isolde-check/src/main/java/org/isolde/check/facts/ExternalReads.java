package org.isolde.check.facts;

import java.util.Arrays;
import org.isolde.history.History;

/**
 * The reads of some transactions that saw another one's write (or the initial version), in program order: those of the
 * {@code i}th transaction are {@code begin[i] .. begin[i + 1] - 1}.
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
    }

    public void clear() {
        transactions = 0;
        count = 0;
    }

    /** Takes a transaction that counts as the next one. */
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
        transaction[transactions++] = t;
        int next = count;
        // what is no such read is written over by the next one
        for (int op = from; op < end; op++) {
            int of = facts.source(op, t);
            operation[next] = op;
            source[next] = of;
            key[next] = history.key(op);
            next += of >= 0 ? 1 : 0;
        }
        count = next;
        begin[transactions] = next;
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
        for (int i = 0; i < transactions; i++) {
            markFirst(i);
        }
    }

    /** The same of the reads of the {@code i}th transaction. */
    public void markFirst(int i) {
        if (count > first.length) {
            first = new boolean[operation.length];
        }
        int from = begin[i];
        int end = begin[i + 1];
        if (end - from <= SMALL) {
            for (int read = from; read < end; read++) {
                first[read] = isFirst(read, from);
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

    /** Whether none of the reads from one on has the same source as a read behind them. */
    public boolean isFirst(int read, int from) {
        boolean isFirst = true;
        for (int other = from; other < read; other++) {
            isFirst &= source[other] != source[read];
        }
        return isFirst;
    }
}
