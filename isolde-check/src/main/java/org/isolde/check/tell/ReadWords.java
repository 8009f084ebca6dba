package org.isolde.check.tell;

import java.util.List;
import org.isolde.check.Anomaly;
import org.isolde.check.AnomalyKind;
import org.isolde.check.Names;
import org.isolde.check.refute.Contradiction;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.OpKind;
import org.isolde.history.Status;

/** The words of single reads that are wrong, of lists, and of version orders that speak of what is not there. */
final class ReadWords {
    private final History history;
    private final Names names;

    ReadWords(History history) {
        this.history = history;
        this.names = new Names(history);
    }

    Anomaly badRead(Contradiction.BadRead bad) {
        int op = bad.operation();
        int reader = history.transactionOf(op);
        int writer = history.writer(bad.value());
        String read = names.transaction(reader) + " read " + names.keyValue(op);
        String story = read + (history.kind(op) == OpKind.LIST_READ ? inList(bad, writer) : ofValue(bad, writer));
        List<Integer> involved = writer > 0 && writer != reader ? List.of(writer, reader) : List.of(reader);
        return anomaly(bad.kind(), bad.kind().breaks(), involved, history.key(op), bad.value(), op, story);
    }

    private String ofValue(Contradiction.BadRead bad, int writer) {
        int op = bad.operation();
        return switch (bad.kind()) {
            case THIN_AIR_READ -> ", which nobody wrote";
            case ABORTED_READ ->
                ", which " + names.transaction(writer) + " wrote, and that transaction was rolled back";
            case INTERMEDIATE_READ -> ", which " + names.transaction(writer) + " wrote and then overwrote itself";
            case FUTURE_READ -> ", which it wrote only afterwards";
            case NOT_MY_LAST_WRITE ->
                ", an older write of its own, after it had written " + names.keyValue(ownWriteBefore(op));
            default ->
                (writer < 0 ? ", which nobody wrote" : " of " + names.transaction(writer)) + ", after it had written "
                        + names.keyValue(ownWriteBefore(op)) + " itself";
        };
    }

    private int ownWriteBefore(int op) {
        int own = op - 1;
        while (!history.isWrite(own) || history.key(own) != history.key(op)) {
            own--;
        }
        return own;
    }

    private String inList(Contradiction.BadRead bad, int writer) {
        String element = history.valueName(bad.value());
        return switch (bad.kind()) {
            case THIN_AIR_READ -> ", in which " + element + " was appended by nobody";
            case ABORTED_READ ->
                ", in which " + element + " was appended by " + names.transaction(writer)
                        + ", and that transaction was rolled back";
            case INTERMEDIATE_READ ->
                ", in which what one transaction appended does not stand together and complete (see " + element + ")";
            case DIRTY_UPDATE -> {
                int aborted = abortedBefore(bad.operation(), bad.value());
                yield ", in which " + element + " of " + names.transaction(writer) + " stands behind "
                        + history.valueName(aborted) + " of " + names.transaction(history.writer(aborted))
                        + ", which was rolled back";
            }
            case FUTURE_READ -> ", in which it appended " + element + " only afterwards";
            case DUPLICATE_ELEMENTS -> ", in which " + element + " stands twice";
            default -> ", which does not fit its own append of " + element;
        };
    }

    /** The last element before a value in a list that a transaction which was rolled back had appended. */
    private int abortedBefore(int op, int value) {
        int aborted = -1;
        // the value may stand before the aborted one as well
        for (int i = history.listFirst(history.listOf(op)); aborted < 0 || history.listElement(i) != value; i++) {
            int element = history.listElement(i);
            int writer = history.writer(element);
            aborted = writer > 0 && history.status(writer) == Status.ABORTED ? element : aborted;
        }
        return aborted;
    }

    Anomaly incompatible(Contradiction.IncompatibleLists lists, Level level) {
        int op = lists.operation();
        int reader = history.transactionOf(op);
        int other = history.transactionOf(lists.other());
        return anomaly(
                AnomalyKind.INCOMPATIBLE_ORDER,
                level == Level.RU ? Level.RU : AnomalyKind.INCOMPATIBLE_ORDER.breaks(),
                List.of(reader, other),
                history.key(op),
                lists.value(),
                op,
                names.transaction(reader) + " read " + names.keyValue(op) + ", but " + names.transaction(other)
                        + " read " + names.keyValue(lists.other()) + ": neither is a beginning of the other");
    }

    Anomaly unknownVersion(Contradiction.UnknownVersion unknown, Level level) {
        int writer = history.writer(unknown.value());
        boolean lin = level == Level.LIN;
        return anomaly(
                AnomalyKind.UNKNOWN_VERSION,
                lin ? Level.LIN : AnomalyKind.UNKNOWN_VERSION.breaks(),
                writer > 0 ? List.of(writer) : List.of(),
                unknown.key(),
                unknown.value(),
                -1,
                "the version order of key " + history.keyName(unknown.key()) + " names "
                        + history.valueName(unknown.value()) + ", which "
                        + (writer > 0
                                ? names.transaction(writer) + " wrote, and that did not " + (lin ? "happen" : "commit")
                                : "nobody wrote"));
    }

    private static Anomaly anomaly(
            AnomalyKind kind, Level level, List<Integer> involved, int key, int value, int operation, String story) {
        return new Anomaly(
                kind, kind.alias(), level, involved, key, value, operation, List.of(), List.of(), null, story);
    }
}
