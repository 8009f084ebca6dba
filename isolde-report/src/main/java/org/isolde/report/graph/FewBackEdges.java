package org.isolde.report.graph;

import java.util.List;

/**
 * Puts the boxes of a graph in a row such that few edges point backwards, by the greedy rule of Eades, Lin and Smyth (1993):
 * what nothing leads to goes to the front, what leads to nothing to the back, else the box with the most edges to spare.
 */
final class FewBackEdges {
    private FewBackEdges() {}

    /** For each box its place. */
    static int[] order(int boxes, List<LayeredLayout.Link> links) {
        int[] out = new int[boxes];
        int[] in = new int[boxes];
        for (LayeredLayout.Link link : links) {
            out[link.from()]++;
            in[link.to()]++;
        }
        int[] place = new int[boxes];
        boolean[] gone = new boolean[boxes];
        int front = 0;
        int back = boxes - 1;
        while (front <= back) {
            int next = -1;
            boolean toBack = false;
            for (int box = 0; box < boxes; box++) {
                if (gone[box]) {
                    continue;
                }
                if (in[box] == 0) {
                    next = box;
                    toBack = false;
                    break;
                }
                if (out[box] == 0 && !toBack) {
                    next = box;
                    toBack = true;
                } else if (!toBack && (next < 0 || out[box] - in[box] > out[next] - in[next])) {
                    next = box;
                }
            }
            place[next] = toBack ? back-- : front++;
            gone[next] = true;
            for (LayeredLayout.Link link : links) {
                if (link.from() == next) {
                    in[link.to()]--;
                }
                if (link.to() == next) {
                    out[link.from()]--;
                }
            }
        }
        return place;
    }
}
