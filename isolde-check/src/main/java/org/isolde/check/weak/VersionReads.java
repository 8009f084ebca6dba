package org.isolde.check.weak;

import org.isolde.check.facts.CausalOrder;
import org.isolde.check.facts.Subject;

import java.util.Arrays;
import org.isolde.history.History;

/**
 * Who read each version, and the versions of each key: the readers of value v are {@code reader[readerFirst[v]] ..
 * reader[readerFirst[v + 1] - 1]}; the values that key k had and that somebody read are {@code value[keyFirst[k]] ..
 * value[keyFirst[k + 1] - 1]}, in the causal order of their writers. Readers of initial versions are by key.
 */
final class VersionReads {
    final int[] keyFirst;
    final int[] value;
    final int[] readerFirst;
    final int[] reader;
    final int[] initialFirst;
    final int[] initialReader;

    VersionReads(Subject subject, CausalOrder order) {
        History history = subject.history;
        int keys = history.keys();
        readerFirst = new int[history.values() + 1];
        initialFirst = new int[keys + 1];
        for (int t = 1; t <= history.transactions(); t++) {
            if (subject.counts(t)) {
                for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                    int source = subject.source(op, t);
                    if (source > 0) {
                        readerFirst[history.value(op) + 1]++;
                    } else if (source == History.INITIAL) {
                        initialFirst[history.key(op) + 1]++;
                    }
                }
            }
        }
        sum(readerFirst);
        sum(initialFirst);
        reader = new int[readerFirst[readerFirst.length - 1]];
        initialReader = new int[initialFirst[keys]];
        int[] next = Arrays.copyOf(readerFirst, readerFirst.length - 1);
        int[] nextInitial = Arrays.copyOf(initialFirst, keys);
        for (int t = 1; t <= history.transactions(); t++) {
            if (subject.counts(t)) {
                for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                    int source = subject.source(op, t);
                    if (source > 0) {
                        reader[next[history.value(op)]++] = t;
                    } else if (source == History.INITIAL) {
                        initialReader[nextInitial[history.key(op)]++] = t;
                    }
                }
            }
        }
        keyFirst = new int[keys + 1];
        for (int place = 0; place < order.size(); place++) {
            int t = order.transaction(place);
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                if (history.isWrite(op) && isRead(history.value(op))) {
                    keyFirst[history.key(op) + 1]++;
                }
            }
        }
        sum(keyFirst);
        value = new int[keyFirst[keys]];
        int[] nextValue = Arrays.copyOf(keyFirst, keys);
        for (int place = 0; place < order.size(); place++) {
            int t = order.transaction(place);
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                if (history.isWrite(op) && isRead(history.value(op))) {
                    value[nextValue[history.key(op)]++] = history.value(op);
                }
            }
        }
    }

    private boolean isRead(int v) {
        return readerFirst[v + 1] > readerFirst[v];
    }

    private static void sum(int[] counts) {
        for (int i = 1; i < counts.length; i++) {
            counts[i] += counts[i - 1];
        }
    }
}
