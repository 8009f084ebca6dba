package org.isolde.history.format;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.history.Scalars;
import org.isolde.history.Segment;

/**
 * Writes the native text format: the header, the transactions in the order in which they arrived, the version orders.
 *
 * <p>Reading it back gives an equal history. Keywords and other literals of EDN become texts.
 */
final class IsoldeWriter implements FormatWriter {
    @Override
    public List<String> losses(History history) {
        Scalars scalars = history.scalars();
        Set<String> texts = new HashSet<>();
        boolean large = false;
        boolean alike = false;
        for (int i = 1; i < scalars.size(); i++) {
            long code = Long.MIN_VALUE + i;
            if (scalars.kind(code) == Scalars.Kind.NUMBER) {
                large |= !scalars.text(code).startsWith("-");
            } else if (scalars.kind(code) != Scalars.Kind.TEXT) {
                alike |= !texts.add(scalars.text(code));
            }
        }
        for (int i = 1; i < scalars.size() && !texts.isEmpty(); i++) {
            long code = Long.MIN_VALUE + i;
            alike |= scalars.kind(code) == Scalars.Kind.TEXT && texts.contains(scalars.text(code));
        }
        List<String> losses = new ArrayList<>();
        if (large) {
            losses.add("numbers from 2^63 on (they become texts)");
        }
        if (alike) {
            losses.add("the difference between keywords and texts");
        }
        return losses;
    }

    @Override
    public void write(History history, OutputStream out) throws IOException {
        TransactionWriter lines = new TransactionWriter(history.scalars());
        long[] elements = new long[longestList(history)];
        if (history.hasInitialVersions()) {
            lines.header(history.initialCode(), history.header());
        } else {
            lines.headerWithoutInitialVersions(history.header());
        }
        boolean numbered = history.hasGaps() || !isInSessionOrder(history);
        SessionNumbers numbers = numbered ? new SessionNumbers(history) : null;
        RowWriter rows = history.rows() == null ? null : new RowWriter(history, lines);
        for (int place = 0; place < history.transactions(); place++) {
            transaction(history, history.arrival(place), numbers, elements, rows, lines);
            lines.drainLarge(out);
        }
        for (int chain = 0; chain < history.versionChains(); chain++) {
            lines.versions(
                    history.keyCode(history.versionChainKey(chain)),
                    Arrays.stream(history.versionChain(chain))
                            .mapToLong(history::valueCode)
                            .toArray());
            lines.drainLarge(out);
        }
        lines.drain(out);
    }

    /** Whether each session's transactions arrived in the order of the session. */
    static boolean isInSessionOrder(History history) {
        int[] next = new int[history.sessions()];
        for (int session = 0; session < next.length; session++) {
            next[session] = history.firstTransaction(session);
        }
        for (int place = 0; place < history.transactions(); place++) {
            int transaction = history.arrival(place);
            if (next[history.session(transaction)]++ != transaction) {
                return false;
            }
        }
        return true;
    }

    private static int longestList(History history) {
        int longest = 0;
        for (int list = 0; list < history.lists(); list++) {
            longest = Math.max(longest, history.listFirst(list + 1) - history.listFirst(list));
        }
        return longest;
    }

    private static void transaction(
            History history,
            int transaction,
            SessionNumbers numbers,
            long[] elements,
            RowWriter rows,
            TransactionWriter lines) {
        int session = history.session(transaction);
        lines.begin(
                history.sessionCode(session),
                numbers == null ? TransactionWriter.NONE : numbers.of(transaction),
                history.idCode(transaction),
                history.status(transaction),
                null);
        int predicate = rows == null ? 0 : history.rows().firstPredicate(transaction);
        for (int op = history.firstOp(transaction); op < history.firstOp(transaction + 1); op++) {
            long key = history.keyCode(history.key(op));
            if (rows != null && rows.isAt(predicate, transaction, op)) {
                rows.predicate(predicate);
                op += history.rows().items(predicate++) - 1;
            } else if (history.kind(op) == OpKind.LIST_READ) {
                int list = history.listOf(op);
                int count = history.listFirst(list + 1) - history.listFirst(list);
                for (int i = 0; i < count; i++) {
                    elements[i] = history.valueCode(history.listElement(history.listFirst(list) + i));
                }
                lines.listRead(key, elements, count);
            } else if (rows == null || !rows.write(op)) {
                lines.operation(history.kind(op), key, history.valueCode(history.value(op)));
            }
        }
        while (rows != null && rows.isAt(predicate, transaction, history.firstOp(transaction + 1))) {
            rows.predicate(predicate++);
        }
        lines.endOperations();
        evidence(history, transaction, lines);
        if (rows != null) {
            rows.evidence(transaction);
        }
        lines.end();
    }

    private static void evidence(History history, int transaction, TransactionWriter lines) {
        if (history.hasRealTime() && history.begin(transaction) != Segment.NO_ID) {
            lines.realTime(history.begin(transaction), history.end(transaction));
        }
        if (history.hasDisplayTime()) {
            lines.clock(history.displayBegin(transaction), history.displayEnd(transaction));
        }
        if (history.hasTimestamps()) {
            if (isGiven(history.startPhysical(transaction))) {
                lines.start(history.startPhysical(transaction), history.startLogical(transaction));
            }
            if (isGiven(history.commitPhysical(transaction))) {
                lines.commit(history.commitPhysical(transaction), history.commitLogical(transaction));
            }
        }
        if (history.hasOrder() && !Double.isNaN(history.order(transaction))) {
            lines.order(history.order(transaction));
        }
    }

    private static boolean isGiven(long physical) {
        return physical != Long.MAX_VALUE && physical != Segment.NO_ID;
    }
}
