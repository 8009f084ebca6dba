package org.isolde.proof;

import org.isolde.history.History;

/**
 * A number that stands for all of a history that a proof may speak of: sessions, statuses, kinds, keys, values, lists, times,
 * timestamps and version orders, as they are numbered. Histories that differ in one of them have another one, but for chance.
 */
final class Fingerprint {
    private long hash = 0x9e3779b97f4a7c15L;

    private Fingerprint() {}

    /** The fingerprint, in sixteen hexadecimal digits. */
    static String of(History history) {
        Fingerprint fingerprint = new Fingerprint();
        fingerprint.add(history);
        return String.format("%016x", fingerprint.hash);
    }

    private void add(History history) {
        add(history.sessions());
        add(history.transactions());
        add(history.operations());
        for (int t = 1; t <= history.transactions(); t++) {
            add(history.session(t));
            add(history.status(t).ordinal());
            add(history.firstOp(t));
            if (history.hasRealTime()) {
                add(history.begin(t));
                add(history.end(t));
            }
        }
        if (history.hasTimestamps()) {
            addTimestamps(history);
        }
        for (int op = 0; op < history.operations(); op++) {
            add(history.kind(op));
            add((long) history.key(op) << 32 | history.value(op));
        }
        for (int list = 0; list < history.lists(); list++) {
            add(history.listOp(list));
            for (int i = history.listFirst(list); i < history.listFirst(list + 1); i++) {
                add(history.listElement(i));
            }
        }
        for (int chain = 0; chain < history.versionChains(); chain++) {
            add(history.versionChainKey(chain));
            for (int value : history.versionChain(chain)) {
                add(value);
            }
        }
    }

    /** Timestamps, and what decides between equal ones. */
    private void addTimestamps(History history) {
        for (int rank : TimestampOrder.sessionRanks(history)) {
            add(rank);
        }
        for (int t = 1; t <= history.transactions(); t++) {
            add(history.startPhysical(t));
            add(history.startLogical(t));
            add(history.commitPhysical(t));
            add(history.commitLogical(t));
            if (history.isAfterGap(t)) {
                add(t);
            }
        }
    }

    private void add(long number) {
        long mixed = (hash ^ number) * 0xff51afd7ed558ccdL;
        hash = mixed ^ mixed >>> 32;
    }
}
