package org.isolde.history.format;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.history.Status;

/**
 * Writes the format of AWDIT's tests, session after session: only committed transactions, and no reads of initial versions,
 * which the format does not have.
 */
final class AwditTestWriter implements FormatWriter {
    @Override
    public List<String> losses(History history) {
        PlainNumbers numbers = new PlainNumbers(history, false);
        List<String> losses = new ArrayList<>();
        boolean empty = false;
        boolean named = history.hasIds();
        for (int t = 1; t <= history.transactions(); t++) {
            empty |= history.firstOp(t) == history.firstOp(t + 1);
        }
        boolean numbered = true;
        for (int session = 0; session < history.sessions(); session++) {
            empty |= history.firstTransaction(session) == history.firstTransaction(session + 1);
            numbered &= history.sessionCode(session) == session;
        }
        if (!history.allCommitted()) {
            losses.add("transactions that are not committed");
        }
        if (empty) {
            losses.add("transactions and sessions without operations");
        }
        if (named) {
            losses.add(Format.TRANSACTION_IDS);
        }
        if (!numbered) {
            losses.add("names of sessions (they are numbered from 0)");
        }
        if (!numbers.keysFit()) {
            losses.add("keys that are no integers from 0 to 2^64-1 (keys are renumbered)");
        }
        if (!numbers.valuesFit()) {
            losses.add("values that are no integers from 0 to 2^64-1 (values are renumbered)");
        }
        if (touchesInitialVersions(history)) {
            losses.add("operations on initial versions");
        }
        PlainNumbers.addCommonLosses(history, losses);
        return losses;
    }

    private static boolean touchesInitialVersions(History history) {
        for (int op = 0; op < history.operations(); op++) {
            if (history.value(op) == 0) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void write(History history, OutputStream out) throws IOException {
        PlainNumbers numbers = new PlainNumbers(history, false);
        ByteSink sink = new ByteSink();
        byte[] line = new byte[64];
        boolean firstSession = true;
        for (int session = 0; session < history.sessions(); session++) {
            boolean firstTransaction = true;
            for (int t = history.firstTransaction(session); t < history.firstTransaction(session + 1); t++) {
                if (history.status(t) != Status.COMMITTED || !hasWritable(history, t)) {
                    continue;
                }
                if (!firstTransaction) {
                    sink.ascii("---\n");
                } else if (!firstSession) {
                    sink.ascii("===\n");
                }
                firstTransaction = false;
                firstSession = false;
                for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                    if (isWritable(history, op)) {
                        line[0] = (byte) (history.isWrite(op) ? 'w' : 'r');
                        line[1] = ' ';
                        int at = numbers.put(numbers.key(history.key(op)), line, 2);
                        line[at++] = ' ';
                        at = numbers.put(numbers.value(history.value(op)), line, at);
                        line[at++] = '\n';
                        sink.raw(line, at);
                    }
                }
                sink.drainLarge(out);
            }
        }
        sink.drain(out);
    }

    private static boolean isWritable(History history, int op) {
        return history.value(op) != 0 && history.kind(op) != OpKind.CAS_FAILED;
    }

    private static boolean hasWritable(History history, int t) {
        for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
            if (isWritable(history, op)) {
                return true;
            }
        }
        return false;
    }
}
