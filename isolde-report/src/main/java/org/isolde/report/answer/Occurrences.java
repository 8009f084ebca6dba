package org.isolde.report.answer;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.isolde.check.Names;
import org.isolde.history.History;
import org.isolde.history.Status;

/**
 * How often what a level may let happen did happen, as far as that can be counted on the columns of a history.
 *
 * <p>Which version came behind which is taken from transactions that read a version and then wrote the key: they replaced
 * it. Counted are, of committed transactions:
 *
 * <ul>
 *   <li>lost updates: where n transactions replaced the same version, n - 1;
 *   <li>dirty reads: transactions that read what an aborted one wrote, or what its writer replaced itself;
 *   <li>non-repeatable reads: transactions that read a key twice, with no write of theirs between, and saw two versions;
 *   <li>read skews: transactions that read something from another one, and a version that the same one had replaced;
 *   <li>write skews: pairs that each replaced, on different keys, what the other had read and did not write itself.
 * </ul>
 *
 * Each count is of events that did happen. There may be more, where nothing tells which version came behind which.
 *
 * <p>Invariant: two walks over the columns, with marks on keys and transactions.
 */
public final class Occurrences {
    private final History history;
    /** By version: who read it and replaced it, the first of them; 0 for nobody. */
    private final int[] replacedBy;

    private final int[] readMark;
    private final int[] readVersion;
    private final int[] writeMark;
    private final int[] sawMark;
    /** The first lost update, in words. */
    private String lost = "";

    private final Map<Hazard, Long> counts = new EnumMap<>(Hazard.class);

    private Occurrences(History history) {
        this.history = history;
        this.replacedBy = new int[history.values() + history.keys()];
        this.readMark = new int[history.keys()];
        this.readVersion = new int[history.keys()];
        this.writeMark = new int[history.keys()];
        this.sawMark = new int[history.transactions() + 1];
    }

    /** The first lost update that is counted, in a sentence without its end; empty if there is none. */
    public static String lostUpdate(History history) {
        Occurrences occurrences = new Occurrences(history);
        for (int t = 1; t <= history.transactions() && occurrences.lost.isEmpty(); t++) {
            if (history.isCommitted(t)) {
                occurrences.replacements(t);
            }
        }
        return occurrences.lost;
    }

    /** Counts; what never happened is not in the map. */
    public static Map<Hazard, Long> of(History history) {
        return new Occurrences(history).count();
    }

    private Map<Hazard, Long> count() {
        for (int t = 1; t <= history.transactions(); t++) {
            if (history.isCommitted(t)) {
                replacements(t);
            }
        }
        Arrays.fill(writeMark, 0);
        for (int t = 1; t <= history.transactions(); t++) {
            if (history.isCommitted(t)) {
                skews(t);
            }
        }
        return counts;
    }

    private void add(Hazard hazard) {
        counts.merge(hazard, 1L, Long::sum);
    }

    /** The initial value is one for all keys, its versions are not. */
    private int version(int op) {
        int value = history.value(op);
        return value == 0 ? history.values() + history.key(op) : value;
    }

    private void replacements(int t) {
        boolean unsteady = false;
        boolean dirty = false;
        for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
            int key = history.key(op);
            if (history.isWrite(op)) {
                if (writeMark[key] != t && readMark[key] == t) {
                    if (replacedBy[readVersion[key]] == 0) {
                        replacedBy[readVersion[key]] = t;
                    } else {
                        if (lost.isEmpty()) {
                            lost = told(replacedBy[readVersion[key]], t, key);
                        }
                        add(Hazard.LOST_UPDATE);
                    }
                }
                writeMark[key] = t;
            } else if (writeMark[key] != t) {
                dirty |= isDirty(op, t);
                unsteady |= readMark[key] == t && readVersion[key] != version(op);
                readMark[key] = t;
                readVersion[key] = version(op);
            }
        }
        if (unsteady) {
            add(Hazard.NON_REPEATABLE_READ);
        }
        if (dirty) {
            add(Hazard.DIRTY_READ);
        }
    }

    private String told(int first, int second, int key) {
        Names names = new Names(history);
        int read = history.firstOp(second);
        while (history.isWrite(read) || history.key(read) != key) {
            read++;
        }
        return names.transaction(first) + " and " + names.transaction(second) + " both read " + names.keyValue(read)
                + " and both overwrote it, so one of the two updates is lost";
    }

    /** Whether a read saw what was taken back, or what its writer replaced itself. */
    private boolean isDirty(int read, int reader) {
        int writer = history.writer(history.value(read));
        if (writer <= 0 || writer == reader) {
            return false;
        }
        if (history.status(writer) == Status.ABORTED) {
            return true;
        }
        for (int op = history.writeOp(history.value(read)) + 1; op < history.firstOp(writer + 1); op++) {
            if (history.isWrite(op) && history.key(op) == history.key(read)) {
                return true;
            }
        }
        return false;
    }

    private void skews(int t) {
        for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
            if (history.isWrite(op)) {
                writeMark[history.key(op)] = t;
            } else if (history.writer(history.value(op)) > 0) {
                sawMark[history.writer(history.value(op))] = t;
            }
        }
        boolean half = false;
        for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
            if (history.isWrite(op)) {
                continue;
            }
            int other = replacedBy[version(op)];
            if (other != 0 && other != t) {
                half |= sawMark[other] == t && sawElsewhere(t, op, other);
                if (other > t && writeMark[history.key(op)] != t && !metBefore(t, op, other) && replaced(other, t)) {
                    add(Hazard.WRITE_SKEW);
                }
            }
        }
        if (half) {
            add(Hazard.READ_SKEW);
        }
    }

    /** Whether a transaction read from another one on a different key; on the same one that is a non-repeatable read. */
    private boolean sawElsewhere(int t, int read, int other) {
        for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
            if (!history.isWrite(op)
                    && history.key(op) != history.key(read)
                    && history.writer(history.value(op)) == other) {
                return true;
            }
        }
        return false;
    }

    /** Whether an earlier read of a transaction leads to the same other one. */
    private boolean metBefore(int t, int read, int other) {
        for (int op = history.firstOp(t); op < read; op++) {
            if (!history.isWrite(op) && replacedBy[version(op)] == other && writeMark[history.key(op)] != t) {
                return true;
            }
        }
        return false;
    }

    /** Whether a transaction read, and did not write, something that another one replaced. */
    private boolean replaced(int reader, int other) {
        for (int op = history.firstOp(reader); op < history.firstOp(reader + 1); op++) {
            if (!history.isWrite(op) && replacedBy[version(op)] == other && !writes(reader, history.key(op))) {
                return true;
            }
        }
        return false;
    }

    private boolean writes(int t, int key) {
        for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
            if (history.isWrite(op) && history.key(op) == key) {
                return true;
            }
        }
        return false;
    }
}
