package org.isolde.check.facts;

import java.util.Arrays;
import org.isolde.history.History;
import org.isolde.history.OpKind;

/**
 * The reads of some transactions that saw another one's write (or the initial version), in program order: those of the
 * {@code i}th transaction are {@code first[i] .. first[i + 1] - 1}.
 *
 * <p>Who wrote what was read stands anywhere in memory. Looked up one transaction after the other, each look waits for the
 * last; for many at once, the processor has many of them under way. That is what a block is for.
 */
public final class ReadBlock {
    private final Facts facts;
    private final History history;
    private int[] transaction = new int[64];
    public int[] first = new int[65];
    public int[] operation = new int[256];
    public int[] key = new int[256];
    public int[] source = new int[256];
    private int transactions;
    private int count;

    public ReadBlock(Facts facts) {
        this.facts = facts;
        this.history = facts.history;
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
            first = Arrays.copyOf(first, transactions * 2 + 1);
        }
        if (count + end - from > operation.length) {
            int room = Math.max(operation.length * 2, count + end - from);
            operation = Arrays.copyOf(operation, room);
            key = Arrays.copyOf(key, room);
            source = Arrays.copyOf(source, room);
        }
        transaction[transactions] = t;
        first[transactions++] = count;
        for (int op = from; op < end; op++) {
            operation[count] = op;
            key[count] = history.key(op);
            source[count] = history.value(op);
            count += OpKind.isRead(history.kind(op)) ? 1 : 0;
        }
    }

    public int transactions() {
        return transactions;
    }

    public int reads() {
        return count;
    }

    public int transaction(int i) {
        return transaction[i];
    }

    /** Finds the sources, once all transactions are there. */
    public void resolve() {
        first[transactions] = count;
        for (int i = 0; i < count; i++) {
            source[i] = history.writer(source[i]);
        }
        int kept = 0;
        for (int i = 0; i < transactions; i++) {
            int from = first[i];
            first[i] = kept;
            for (int read = from; read < first[i + 1]; read++) {
                operation[kept] = operation[read];
                key[kept] = key[read];
                source[kept] = source[read];
                kept += source[read] == transaction[i] || facts.badReads().contains(operation[read]) ? 0 : 1;
            }
        }
        count = kept;
        first[transactions] = kept;
    }
}
