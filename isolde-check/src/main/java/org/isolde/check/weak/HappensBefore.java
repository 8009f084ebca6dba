package org.isolde.check.weak;

import org.isolde.check.facts.CausalOrder;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.LaneVectors;
import org.isolde.check.facts.Lanes;
import org.isolde.history.History;

/**
 * For each counted transaction and each lane the last member of the lane that happens before it: the vectors of AWDIT's
 * algorithm 3, as places in {@link CausalOrder} plus one, 0 for none. A direct predecessor is in the vector itself.
 */
final class HappensBefore {
    private HappensBefore() {}

    static LaneVectors of(Facts facts, CausalOrder order, Lanes lanes) {
        History history = facts.history;
        LaneVectors rows = new LaneVectors(history.transactions(), lanes.count);
        for (int place = 0; place < order.size(); place++) {
            int t = order.transaction(place);
            int[] row = rows.block(t);
            int at = rows.offset(t);
            int before = facts.predecessor(t);
            if (before != 0) {
                join(rows, row, at, before, order.rank[before], lanes);
            }
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                int source = facts.source(op, t);
                if (source > 0) {
                    join(rows, row, at, source, order.rank[source], lanes);
                }
            }
        }
        return rows;
    }

    private static void join(LaneVectors rows, int[] row, int at, int before, int place, Lanes lanes) {
        int lane = lanes.laneOf[before];
        if (row[at + lane] > place) {
            return;
        }
        int[] other = rows.block(before);
        int from = rows.offset(before);
        int count = lanes.count;
        for (int c = 0; c < count; c++) {
            row[at + c] = Math.max(row[at + c], other[from + c]);
        }
        row[at + lane] = place + 1;
    }
}
