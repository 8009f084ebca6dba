package org.isolde.check.weak;

import java.util.Arrays;
import org.isolde.check.facts.CausalOrder;
import org.isolde.check.facts.Facts;
import org.isolde.check.graph.Offsets;
import org.isolde.history.History;

/**
 * Who read each version, and the versions of each key: the readers of version {@code v} (see {@link Facts#version}) are
 * {@code reader[readerFirst[v]] .. reader[readerFirst[v + 1] - 1]}; the written versions of key {@code k} that somebody read
 * are {@code version[keyFirst[k]] .. version[keyFirst[k + 1] - 1]}, in the causal order of their writers.
 */
final class VersionReads {
    final int[] keyFirst;
    final int[] version;
    final int[] readerFirst;
    final int[] reader;

    VersionReads(Facts facts, CausalOrder order) {
        History history = facts.history;
        int keys = history.keys();
        readerFirst = new int[facts.versions() + 1];
        for (int t = 1; t <= history.transactions(); t++) {
            if (facts.counts(t)) {
                for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                    if (facts.source(op, t) >= 0) {
                        readerFirst[facts.version(op) + 1]++;
                    }
                }
            }
        }
        Offsets.sum(readerFirst);
        reader = new int[readerFirst[readerFirst.length - 1]];
        int[] next = Arrays.copyOf(readerFirst, readerFirst.length - 1);
        for (int t = 1; t <= history.transactions(); t++) {
            if (facts.counts(t)) {
                for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                    if (facts.source(op, t) >= 0) {
                        reader[next[facts.version(op)]++] = t;
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
        Offsets.sum(keyFirst);
        version = new int[keyFirst[keys]];
        int[] nextVersion = Arrays.copyOf(keyFirst, keys);
        for (int place = 0; place < order.size(); place++) {
            int t = order.transaction(place);
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                if (history.isWrite(op) && isRead(history.value(op))) {
                    version[nextVersion[history.key(op)]++] = history.value(op);
                }
            }
        }
    }

    private boolean isRead(int written) {
        return readerFirst[written + 1] > readerFirst[written];
    }
}
