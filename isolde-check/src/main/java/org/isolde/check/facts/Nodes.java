package org.isolde.check.facts;

import java.util.Arrays;

/**
 * The numbers of nodes: of transaction {@code t} the snapshot and the commit (one and the same where the level has no
 * snapshots), then the points of real time, then a gate for each key whose initial version was read: whoever read it leads
 * to the gate, and the gate to all who wrote the key.
 */
public final class Nodes {
    public final int width;
    final int points;
    public final int gates;
    public final int count;

    public Nodes(int transactions, int width, int timePoints, int keysWithGate) {
        this.width = width;
        this.points = (transactions + 1) * width;
        this.gates = points + timePoints;
        this.count = gates + keysWithGate;
    }

    public int snapshot(int t) {
        return t * width;
    }

    public int commit(int t) {
        return t * width + width - 1;
    }

    public boolean isTransaction(int node) {
        return node < points;
    }

    public boolean isPoint(int node) {
        return node >= points && node < gates;
    }

    public int transaction(int node) {
        return node / width;
    }

    public boolean isCommit(int node) {
        return node < points && node % width == width - 1;
    }

    /** The counted transactions as their commits stand in an order of all nodes, with their snapshots if they have nodes. */
    public TransactionOrder commitOrder(Facts facts, int[] order) {
        int transactions = facts.history.transactions();
        int[] commits = new int[transactions];
        int[] contains = new int[transactions + 1];
        int size = 0;
        for (int node : order) {
            if (!isTransaction(node) || node < width || !facts.counts(transaction(node))) {
                continue;
            }
            if (isCommit(node)) {
                commits[size++] = transaction(node);
            } else {
                contains[transaction(node)] = size;
            }
        }
        commits = Arrays.copyOf(commits, size);
        if (width == 1) {
            return TransactionOrder.of(facts.history, commits);
        }
        int[] snapshot = new int[size];
        for (int place = 0; place < size; place++) {
            snapshot[place] = contains[commits[place]];
        }
        return TransactionOrder.of(facts.history, commits, snapshot);
    }
}
