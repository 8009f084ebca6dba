package org.isolde.generate;

import org.isolde.history.History;

/** A history as a number that changes when anything does. */
final class Checksum {
    private Checksum() {}

    static long of(History history) {
        long sum = 17;
        for (int place = 0; place < history.transactions(); place++) {
            int t = history.arrival(place);
            sum = sum * 31 + history.sessionCode(history.session(t));
            sum = sum * 31 + history.status(t).ordinal();
            sum = sum * 31 + (history.hasRealTime() ? history.begin(t) * 31 + history.end(t) : 0);
            sum = sum * 31 + (history.hasTimestamps() ? history.startPhysical(t) * 31 + history.commitPhysical(t) : 0);
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                sum = sum * 31 + history.kind(op);
                sum = sum * 31 + history.keyCode(history.key(op));
                sum = sum * 31 + history.valueCode(history.value(op));
            }
        }
        for (int list = 0; list < history.lists(); list++) {
            for (int i = history.listFirst(list); i < history.listFirst(list + 1); i++) {
                sum = sum * 31 + history.valueCode(history.listElement(i));
            }
        }
        return sum;
    }
}
