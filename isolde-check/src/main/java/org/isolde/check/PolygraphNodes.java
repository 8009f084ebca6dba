package org.isolde.check;

/**
 * The numbers of nodes: of transaction {@code t} the snapshot and the commit (one and the same where the level has no
 * snapshots), then the points of real time, then a gate for each key whose initial version was read: whoever read it leads
 * to the gate, and the gate to all who wrote the key.
 */
final class PolygraphNodes {
    final int width;
    final int points;
    final int gates;
    final int count;

    PolygraphNodes(int transactions, int width, int timePoints, int keysWithGate) {
        this.width = width;
        this.points = (transactions + 1) * width;
        this.gates = points + timePoints;
        this.count = gates + keysWithGate;
    }

    int snapshot(int t) {
        return t * width;
    }

    int commit(int t) {
        return t * width + width - 1;
    }

    boolean isTransaction(int node) {
        return node < points;
    }

    boolean isPoint(int node) {
        return node >= points && node < gates;
    }

    int transaction(int node) {
        return node / width;
    }

    boolean isCommit(int node) {
        return node < points && node % width == width - 1;
    }
}
