package org.isolde.check.weak;

import org.isolde.check.facts.CausalOrder;
import org.isolde.check.facts.Lanes;
import org.isolde.check.facts.Subject;

import org.isolde.history.History;

/**
 * Who writes a key, chain by chain: for each key the cells {@code keyFirst[k] .. keyFirst[k + 1] - 1}, one for each chain
 * that writes it; the writers of a cell are {@code writer[cellFirst[c]] .. writer[cellFirst[c + 1] - 1]}, as places in
 * {@link CausalOrder}, ascending.
 */
final class WriterIndex {
    final int[] keyFirst;
    final int[] cellChain;
    final int[] cellFirst;
    final int[] writer;

    WriterIndex(Subject subject, CausalOrder order, Lanes chains) {
        History history = subject.history;
        int keys = history.keys();
        int[] start = new int[keys + 1];
        int[] lastWriter = new int[keys];
        for (int t : chains.member) {
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                if (history.isWrite(op) && lastWriter[history.key(op)] != t) {
                    lastWriter[history.key(op)] = t;
                    start[history.key(op) + 1]++;
                }
            }
        }
        for (int k = 0; k < keys; k++) {
            start[k + 1] += start[k];
        }
        writer = new int[start[keys]];
        int[] next = start.clone();
        int[] lastChain = new int[keys];
        java.util.Arrays.fill(lastChain, -1);
        java.util.Arrays.fill(lastWriter, 0);
        keyFirst = new int[keys + 1];
        for (int t : chains.member) {
            int chain = chains.chainOf[t];
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                int key = history.key(op);
                if (history.isWrite(op) && lastWriter[key] != t) {
                    lastWriter[key] = t;
                    writer[next[key]++] = order.rank[t];
                    if (lastChain[key] != chain) {
                        lastChain[key] = chain;
                        keyFirst[key + 1]++;
                    }
                }
            }
        }
        for (int k = 0; k < keys; k++) {
            keyFirst[k + 1] += keyFirst[k];
        }
        cellChain = new int[keyFirst[keys]];
        cellFirst = new int[keyFirst[keys] + 1];
        cellFirst[cellChain.length] = writer.length;
        int cell = 0;
        for (int k = 0; k < keys; k++) {
            int chain = -1;
            for (int i = start[k]; i < start[k + 1]; i++) {
                int of = chains.chainOf[order.transaction(writer[i])];
                if (of != chain) {
                    chain = of;
                    cellChain[cell] = chain;
                    cellFirst[cell++] = i;
                }
            }
        }
    }

    /** The cell of a key and a chain, or -1; the cells of a key are sorted by chain. */
    int cell(int key, int chain) {
        int found = java.util.Arrays.binarySearch(cellChain, keyFirst[key], keyFirst[key + 1], chain);
        return Math.max(-1, found);
    }

    int cells() {
        return cellChain.length;
    }
}
