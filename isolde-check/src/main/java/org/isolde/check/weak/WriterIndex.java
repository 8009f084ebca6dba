package org.isolde.check.weak;

import java.util.Arrays;
import org.isolde.check.facts.CausalOrder;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.Lanes;
import org.isolde.check.graph.Offsets;
import org.isolde.history.History;

/**
 * Who writes a key, lane by lane: for each key the cells {@code keyFirst[k] .. keyFirst[k + 1] - 1}, one for each lane
 * that writes it; the writers of a cell are {@code writer[cellFirst[c]] .. writer[cellFirst[c + 1] - 1]}, as places in
 * {@link CausalOrder}, ascending.
 */
final class WriterIndex {
    final int[] keyFirst;
    final int[] cellLane;
    final int[] cellFirst;
    final int[] writer;

    WriterIndex(Facts facts, CausalOrder order, Lanes lanes) {
        History history = facts.history;
        int keys = history.keys();
        int[] start = new int[keys + 1];
        int[] lastWriter = new int[keys];
        for (int t : lanes.member) {
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                if (history.isWrite(op) && lastWriter[history.key(op)] != t) {
                    lastWriter[history.key(op)] = t;
                    start[history.key(op) + 1]++;
                }
            }
        }
        Offsets.sum(start);
        writer = new int[start[keys]];
        int[] next = start.clone();
        int[] lastLane = new int[keys];
        Arrays.fill(lastLane, -1);
        Arrays.fill(lastWriter, 0);
        keyFirst = new int[keys + 1];
        for (int t : lanes.member) {
            int lane = lanes.laneOf[t];
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                int key = history.key(op);
                if (history.isWrite(op) && lastWriter[key] != t) {
                    lastWriter[key] = t;
                    writer[next[key]++] = order.rank[t];
                    if (lastLane[key] != lane) {
                        lastLane[key] = lane;
                        keyFirst[key + 1]++;
                    }
                }
            }
        }
        Offsets.sum(keyFirst);
        cellLane = new int[keyFirst[keys]];
        cellFirst = new int[keyFirst[keys] + 1];
        cellFirst[cellLane.length] = writer.length;
        int cell = 0;
        for (int k = 0; k < keys; k++) {
            int lane = -1;
            for (int i = start[k]; i < start[k + 1]; i++) {
                int of = lanes.laneOf[order.transaction(writer[i])];
                if (of != lane) {
                    lane = of;
                    cellLane[cell] = lane;
                    cellFirst[cell++] = i;
                }
            }
        }
    }

    /** The cell of a key and a lane, or -1; the cells of a key are sorted by lane. */
    int cell(int key, int lane) {
        int found = Arrays.binarySearch(cellLane, keyFirst[key], keyFirst[key + 1], lane);
        return Math.max(-1, found);
    }

    int cells() {
        return cellLane.length;
    }
}
