package org.isolde.history.format;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.history.Scalars;
import org.isolde.history.Segment;
import org.isolde.history.Status;

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
        ByteSink sink = new ByteSink(out);
        header(history, sink);
        boolean numbered = history.hasGaps() || !isInSessionOrder(history);
        SessionNumbers numbers = numbered ? new SessionNumbers(history) : null;
        for (int place = 0; place < history.transactions(); place++) {
            transaction(history, history.arrival(place), numbers, sink);
        }
        for (int chain = 0; chain < history.versionChains(); chain++) {
            sink.ascii("{\"versions\":{\"key\":");
            sink.json(history.keyCode(history.versionChainKey(chain)), history.scalars());
            sink.ascii(",\"order\":[");
            String separator = "";
            for (int value : history.versionChain(chain)) {
                sink.ascii(separator);
                sink.json(history.valueCode(value), history.scalars());
                separator = ",";
            }
            sink.ascii("]}}\n");
        }
        sink.flush();
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

    private static void header(History history, ByteSink sink) throws IOException {
        sink.ascii("{\"isolde\":1");
        if (!history.hasInitialVersions()) {
            sink.ascii(",\"initialVersions\":false");
        } else if (history.initialCode() != Scalars.NULL) {
            sink.ascii(",\"initial\":");
            sink.json(history.initialCode(), history.scalars());
        }
        for (Map.Entry<String, String> field : history.header().entrySet()) {
            sink.put(',');
            sink.quoted(field.getKey().getBytes(StandardCharsets.UTF_8));
            sink.put(':');
            sink.utf8(field.getValue());
        }
        sink.ascii("}\n");
    }

    private static void transaction(History history, int transaction, SessionNumbers numbers, ByteSink sink)
            throws IOException {
        int session = history.session(transaction);
        sink.ascii("{\"session\":");
        sink.json(history.sessionCode(session), history.scalars());
        if (numbers != null) {
            sink.ascii(",\"seq\":");
            sink.number(numbers.of(transaction));
        }
        if (history.idCode(transaction) != Segment.NO_ID) {
            sink.ascii(",\"id\":");
            sink.json(history.idCode(transaction), history.scalars());
        }
        if (history.status(transaction) != Status.COMMITTED) {
            sink.ascii(",\"status\":\"");
            sink.ascii(history.status(transaction).text());
            sink.put('"');
        }
        sink.ascii(",\"ops\":[");
        for (int op = history.firstOp(transaction); op < history.firstOp(transaction + 1); op++) {
            if (op > history.firstOp(transaction)) {
                sink.put(',');
            }
            operation(history, op, sink);
            if (history.kind(op) == OpKind.CAS_READ) {
                op++;
            }
        }
        sink.put(']');
        evidence(history, transaction, sink);
        sink.ascii("}\n");
    }

    private static void operation(History history, int op, ByteSink sink) throws IOException {
        byte kind = history.kind(op);
        sink.ascii(
                switch (kind) {
                    case OpKind.WRITE -> "[\"w\",";
                    case OpKind.APPEND -> "[\"append\",";
                    case OpKind.CAS_READ -> "[\"cas\",";
                    case OpKind.CAS_FAILED -> "[\"cas-failed\",";
                    default -> "[\"r\",";
                });
        sink.json(history.keyCode(history.key(op)), history.scalars());
        sink.put(',');
        if (kind == OpKind.LIST_READ) {
            int list = history.listOf(op);
            sink.put('[');
            for (int i = history.listFirst(list); i < history.listFirst(list + 1); i++) {
                if (i > history.listFirst(list)) {
                    sink.put(',');
                }
                sink.json(history.valueCode(history.listElement(i)), history.scalars());
            }
            sink.put(']');
        } else {
            sink.json(history.valueCode(history.value(op)), history.scalars());
        }
        if (kind == OpKind.CAS_READ) {
            sink.put(',');
            sink.json(history.valueCode(history.value(op + 1)), history.scalars());
        }
        sink.put(']');
    }

    private static void evidence(History history, int transaction, ByteSink sink) throws IOException {
        if (history.hasRealTime() && history.begin(transaction) != Segment.NO_ID) {
            sink.ascii(",\"begin\":");
            sink.number(history.begin(transaction));
            if (history.end(transaction) != Long.MAX_VALUE) {
                sink.ascii(",\"end\":");
                sink.number(history.end(transaction));
            }
        }
        if (history.hasDisplayTime()) {
            sink.ascii(",\"clock\":[");
            clock(history.displayBegin(transaction), sink);
            sink.put(',');
            clock(history.displayEnd(transaction), sink);
            sink.put(']');
        }
        if (history.hasTimestamps()) {
            timestamp(",\"start\":", history.startPhysical(transaction), history.startLogical(transaction), sink);
            timestamp(",\"commit\":", history.commitPhysical(transaction), history.commitLogical(transaction), sink);
        }
        if (history.hasOrder() && !Double.isNaN(history.order(transaction))) {
            sink.ascii(",\"order\":");
            double order = history.order(transaction);
            if (order == Math.rint(order) && Math.abs(order) < 1L << 53) {
                sink.number((long) order);
            } else {
                sink.ascii(Double.toString(order));
            }
        }
    }

    private static void clock(long time, ByteSink sink) throws IOException {
        if (time == Long.MIN_VALUE) {
            sink.ascii("null");
        } else {
            sink.number(time);
        }
    }

    private static void timestamp(String field, long physical, long logical, ByteSink sink) throws IOException {
        if (physical == Long.MAX_VALUE || physical == Segment.NO_ID) {
            return;
        }
        sink.ascii(field);
        if (logical == 0) {
            sink.number(physical);
        } else {
            sink.put('[');
            sink.number(physical);
            sink.put(',');
            sink.number(logical);
            sink.put(']');
        }
    }
}
