package org.isolde.history.format;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.history.Scalars;
import org.isolde.history.Segment;
import org.isolde.history.Status;

/**
 * Writes the JSON of TimeKiller: an array of the committed transactions in the order in which they arrived, with their
 * timestamps.
 *
 * <p>The format's initial value is null, and so is a read of the initial version, whatever its value is here. Nothing
 * can be written without timestamps, and made-up ones would be worse than none.
 */
final class TimekillerWriter implements FormatWriter {
    private static final FormatWriter NATIVE = new IsoldeWriter();

    @Override
    public String impossible(History history) {
        return history.hasTimestamps()
                ? null
                : "timekiller is about start and commit timestamps, which this history does not have for every"
                        + " committed transaction; write isolde or isolde-binary";
    }

    @Override
    public List<String> losses(History history) {
        // numbers and texts are written as in the native format
        List<String> losses = new ArrayList<>(NATIVE.losses(history));
        boolean aborted = false;
        boolean unknown = false;
        boolean unnamed = false;
        for (int t = 1; t <= history.transactions(); t++) {
            aborted |= history.status(t) == Status.ABORTED;
            unknown |= history.status(t) == Status.UNKNOWN;
            unnamed |= !isNamed(history, t);
        }
        if (aborted) {
            losses.add("aborted transactions");
        }
        if (unknown) {
            losses.add("transactions of unknown outcome");
        }
        if (unnamed) {
            losses.add("transactions without ids (all get new ones)");
        }
        if (!IsoldeWriter.isInSessionOrder(history)) {
            losses.add("the order of arrival (sessions come one after the other)");
        }
        if (history.hasGaps()) {
            losses.add("gaps in the numbers of a session's transactions");
        }
        if (history.hasRealTime() || history.hasDisplayTime()) {
            losses.add("times");
        }
        if (history.hasOrder()) {
            losses.add("the expected order");
        }
        if (history.versionChains() > 0) {
            losses.add("version orders");
        }
        if (history.rows() != null) {
            losses.add(Format.ROWS);
        }
        if (PlainNumbers.hasKind(history, OpKind.CAS_READ)) {
            losses.add("compare-and-set (it becomes a read and a write)");
        }
        if (PlainNumbers.hasKind(history, OpKind.CAS_FAILED)) {
            losses.add("failed compare-and-sets");
        }
        initialValueLosses(history, losses);
        return losses;
    }

    private static void initialValueLosses(History history, List<String> losses) {
        if (!history.hasInitialVersions()) {
            losses.add("that there are no initial versions");
        } else if (history.initialCode() != Scalars.NULL) {
            losses.add(Format.INITIAL_VALUE);
        }
        boolean initial = false;
        boolean absent = false;
        for (int op = 0; op < history.operations(); op++) {
            int value = history.value(op);
            initial |= value == 0 && history.isWrite(op);
            absent |= value != 0 && history.valueCode(value) == Scalars.NULL;
        }
        if (initial) {
            losses.add("writes of the initial value (reads of it become reads of null)");
        }
        if (absent) {
            losses.add("null as a value that is not the initial one (it becomes a text)");
        }
    }

    private static boolean isNamed(History history, int t) {
        return history.idCode(t) != Segment.NO_ID && history.idCode(t) != Scalars.NULL;
    }

    @Override
    public void write(History history, OutputStream out) throws IOException {
        ByteSink sink = new ByteSink();
        boolean inOrder = IsoldeWriter.isInSessionOrder(history);
        boolean named = true;
        for (int t = 1; t <= history.transactions(); t++) {
            named &= isNamed(history, t);
        }
        String separator = "[";
        long next = 0;
        for (int place = 0; place < history.transactions(); place++) {
            int t = inOrder ? history.arrival(place) : place + 1;
            if (history.isCommitted(t)) {
                sink.ascii(separator);
                transaction(history, t, named ? history.idCode(t) : next++, sink);
                sink.drainLarge(out);
                separator = ",\n";
            }
        }
        sink.ascii(separator.equals("[") ? "[]\n" : "]\n");
        sink.drain(out);
    }

    private static void transaction(History history, int t, long id, ByteSink sink) {
        sink.ascii("{\"tid\":");
        sink.json(id, history.scalars());
        sink.ascii(",\"sid\":");
        sink.json(history.sessionCode(history.session(t)), history.scalars());
        timestamp(",\"sts\":{\"p\":", history.startPhysical(t), history.startLogical(t), sink);
        timestamp(",\"cts\":{\"p\":", history.commitPhysical(t), history.commitLogical(t), sink);
        String separator = ",\"ops\":[";
        for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
            if (history.kind(op) != OpKind.CAS_FAILED) {
                sink.ascii(separator);
                operation(history, op, sink);
                separator = ",";
            }
        }
        sink.ascii(separator.equals(",") ? "]}" : ",\"ops\":[]}");
    }

    private static void timestamp(String field, long physical, long logical, ByteSink sink) {
        sink.ascii(field);
        sink.number(physical);
        sink.ascii(",\"l\":");
        sink.number(logical);
        sink.put('}');
    }

    private static void operation(History history, int op, ByteSink sink) {
        byte kind = history.kind(op);
        sink.ascii(
                kind == OpKind.APPEND
                        ? "{\"t\":\"a\",\"k\":"
                        : history.isWrite(op) ? "{\"t\":\"w\",\"k\":" : "{\"t\":\"r\",\"k\":");
        sink.json(history.keyCode(history.key(op)), history.scalars());
        sink.ascii(",\"v\":");
        if (kind == OpKind.LIST_READ) {
            sink.put('[');
            int list = history.listOf(op);
            for (int i = history.listFirst(list); i < history.listFirst(list + 1); i++) {
                if (i > history.listFirst(list)) {
                    sink.put(',');
                }
                sink.json(history.valueCode(history.listElement(i)), history.scalars());
            }
            sink.put(']');
        } else if (history.value(op) == 0 && !history.isWrite(op)) {
            sink.ascii("null");
        } else {
            long code = history.valueCode(history.value(op));
            if (code == Scalars.NULL) {
                sink.ascii("\"null\"");
            } else {
                sink.json(code, history.scalars());
            }
        }
        sink.put('}');
    }
}
