package org.isolde.check.weak;

import org.isolde.check.facts.CausalOrder;
import org.isolde.check.facts.LaneVectors;
import org.isolde.check.facts.Lanes;
import org.isolde.check.facts.Subject;

import org.isolde.history.History;

/**
 * For each counted transaction and each chain the last member of the chain that happens before it: the vectors of AWDIT's
 * algorithm 3, as places in {@link CausalOrder} plus one, 0 for none. A direct predecessor is in the vector itself.
 */
final class HappensBefore {
    private HappensBefore() {}

    static LaneVectors of(Subject subject, CausalOrder order, Lanes chains) {
        History history = subject.history;
        LaneVectors rows = new LaneVectors(history.transactions(), chains.count);
        for (int place = 0; place < order.size(); place++) {
            int t = order.transaction(place);
            int[] row = rows.block(t);
            int at = rows.offset(t);
            int before = subject.predecessor(t);
            if (before != 0) {
                join(rows, row, at, before, order.rank[before], chains);
            }
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                int source = subject.source(op, t);
                if (source > 0) {
                    join(rows, row, at, source, order.rank[source], chains);
                }
            }
        }
        return rows;
    }

    private static void join(LaneVectors rows, int[] row, int at, int before, int place, Lanes chains) {
        int chain = chains.chainOf[before];
        if (row[at + chain] > place) {
            return;
        }
        int[] other = rows.block(before);
        int from = rows.offset(before);
        int count = chains.count;
        for (int c = 0; c < count; c++) {
            row[at + c] = Math.max(row[at + c], other[from + c]);
        }
        row[at + chain] = place + 1;
    }
}
