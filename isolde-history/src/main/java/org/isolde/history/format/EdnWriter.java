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
import org.isolde.history.Status;

/**
 * Writes a history as Elle reads it, one event a line: transactions of {@code :r}, {@code :w} and {@code :append}, or where
 * there are compare-and-sets that stand alone, the operations of cas-register, or closed predicates where there are rows.
 *
 * <p>With real time there are invocations and completions, in its order; without, completions alone.
 */
final class EdnWriter implements FormatWriter {
    /** What a list of events can't say, see {@link EventOrder}. */
    static final String TOUCHING =
            "ends and begins of several sessions at one time (one seems to come after the other)";

    @Override
    public List<String> losses(History history) {
        List<String> losses = new ArrayList<>();
        boolean names = false;
        for (int session = 0; session < history.sessions(); session++) {
            names |= history.scalars().kind(history.sessionCode(session)) != Scalars.Kind.NUMBER;
        }
        add(losses, names, "session names that are not integers");
        add(losses, history.hasIds(), Format.TRANSACTION_IDS);
        add(losses, history.hasTimestamps(), "the database's timestamps");
        add(losses, history.hasOrder(), "the expected order");
        add(losses, history.versionChains() > 0, "version orders");
        EdnRowWriter rows = EdnRowWriter.of(history);
        add(losses, history.rows() != null && rows == null, Format.ROWS);
        add(losses, rows != null && rows.renames(), "names of dead versions");
        add(losses, !history.hasInitialVersions(), "that keys have no initial versions");
        add(losses, hasLargeNumbers(history), "numbers from 2^63 on (they become texts)");
        add(losses, history.hasRealTime() && EventOrder.addsOrder(history), TOUCHING);
        new Content(history).losses(losses);
        return losses;
    }

    private static void add(List<String> losses, boolean lost, String what) {
        if (lost) {
            losses.add(what);
        }
    }

    private static boolean hasLargeNumbers(History history) {
        Scalars scalars = history.scalars();
        for (int i = 1; i < scalars.size(); i++) {
            long code = Long.MIN_VALUE + i;
            if (scalars.kind(code) == Scalars.Kind.NUMBER && !scalars.text(code).startsWith("-")) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void write(History history, OutputStream out) throws IOException {
        new Events(history).write(out);
    }

    /** What the operations of a history are, and which of them the format cannot hold. */
    private static final class Content {
        boolean hasCas;
        /** Whether each transaction is a single operation. */
        boolean single = true;

        private boolean initialReads;
        private boolean empty;
        private boolean openFailure;

        Content(History history) {
            for (int transaction = 1; transaction <= history.transactions(); transaction++) {
                int first = history.firstOp(transaction);
                int end = history.firstOp(transaction + 1);
                boolean cas = false;
                for (int op = first; op < end; op++) {
                    byte kind = history.kind(op);
                    cas |= kind >= OpKind.CAS_READ && kind != OpKind.DELETE;
                    single &= kind != OpKind.APPEND && kind != OpKind.LIST_READ;
                    initialReads |= !history.isCommitted(transaction) && kind == OpKind.READ && history.value(op) == 0;
                }
                hasCas |= cas;
                single &= end - first == (cas && history.kind(first) == OpKind.CAS_READ ? 2 : 1);
                empty |= first == end && !history.isCommitted(transaction);
                openFailure |= cas && history.kind(first) == OpKind.CAS_FAILED && !history.isCommitted(transaction);
            }
        }

        boolean isCasRegister() {
            return hasCas && single;
        }

        void losses(List<String> losses) {
            add(losses, hasCas && !single, "compare-and-sets inside of transactions");
            add(losses, hasCas && single && openFailure, "that compare-and-sets failed that are not committed");
            add(losses, initialReads, "reads of the initial version in transactions that are not committed");
            add(losses, empty, "empty transactions that are not committed");
        }
    }

    /** Writes one history. */
    private static final class Events {
        private final History history;
        private final Scalars scalars;
        private final ByteSink sink = new ByteSink();
        private final boolean casRegister;
        private final boolean oneRegister;
        private final long[] process;
        /** Null where there are no rows, or they are more than closed predicates. */
        private final EdnRowWriter rows;

        private long index;

        Events(History history) {
            this.history = history;
            this.scalars = history.scalars();
            this.casRegister = new Content(history).isCasRegister();
            this.oneRegister = history.keys() == 1
                    && scalars.kind(history.keyCode(0)) == Scalars.Kind.TEXT
                    && Arrays.equals(scalars.utf8(history.keyCode(0)), EdnReader.REGISTER);
            this.process = processes();
            this.rows = EdnRowWriter.of(history);
        }

        /** Sessions with an integer as name keep it, the others get one that is free. */
        private long[] processes() {
            long[] numbers = new long[history.sessions()];
            Set<Long> taken = new HashSet<>();
            for (int session = 0; session < numbers.length; session++) {
                taken.add(history.sessionCode(session));
            }
            long free = 0;
            for (int session = 0; session < numbers.length; session++) {
                numbers[session] = history.sessionCode(session);
                if (!Scalars.isPlain(numbers[session])) {
                    while (!taken.add(free)) {
                        free++;
                    }
                    numbers[session] = free;
                }
            }
            return numbers;
        }

        void write(OutputStream out) throws IOException {
            if (history.hasRealTime()) {
                EventOrder order = new EventOrder(history);
                while (order.next()) {
                    event(order.transaction(), order.isEnd());
                    sink.drainLarge(out);
                }
            } else {
                boolean arrived = IsoldeWriter.isInSessionOrder(history);
                for (int place = 0; place < history.transactions(); place++) {
                    event(arrived ? history.arrival(place) : place + 1, true);
                    sink.drainLarge(out);
                }
            }
            sink.drain(out);
        }

        private void event(int transaction, boolean isEnd) {
            sink.ascii("{:index ");
            sink.number(index++);
            time(transaction, isEnd);
            sink.ascii(", :type ");
            Status status = history.status(transaction);
            int first = history.firstOp(transaction);
            boolean failedCas = casRegister && history.kind(first) == OpKind.CAS_FAILED;
            sink.ascii(
                    !isEnd
                            ? ":invoke"
                            : switch (status) {
                                case COMMITTED -> failedCas ? ":fail" : ":ok";
                                case ABORTED -> ":fail";
                                case UNKNOWN -> ":info";
                            });
            sink.ascii(", :process ");
            sink.number(process[history.session(transaction)]);
            if (rows != null) {
                rows.event(transaction, isEnd, sink);
            } else if (casRegister) {
                register(first, isEnd);
                if (isEnd && failedCas && status == Status.COMMITTED) {
                    sink.ascii(", :error :unequal");
                }
            } else {
                sink.ascii(", :f :txn, :value [");
                for (int op = first; op < history.firstOp(transaction + 1); op++) {
                    operation(op, isEnd, op > first);
                }
                sink.put(']');
            }
            sink.ascii("}\n");
        }

        private void time(int transaction, boolean isEnd) {
            long time = Long.MIN_VALUE;
            if (history.hasDisplayTime()) {
                time = isEnd ? history.displayEnd(transaction) : history.displayBegin(transaction);
            } else if (history.hasRealTime()) {
                time = isEnd ? history.end(transaction) : history.begin(transaction);
            }
            // near the end of the range are the values that mean "not known"
            if (time != Long.MIN_VALUE && time < Long.MAX_VALUE - 1) {
                sink.ascii(", :time ");
                sink.number(time);
            }
        }

        private void operation(int op, boolean isEnd, boolean separated) {
            byte kind = history.kind(op);
            if (kind == OpKind.CAS_FAILED) {
                return;
            }
            sink.ascii(separated ? " [" : "[");
            sink.ascii(kind == OpKind.APPEND ? ":append " : OpKind.isWrite(kind) ? ":w " : ":r ");
            scalar(history.keyCode(history.key(op)));
            sink.put(' ');
            if (!isEnd && !OpKind.isWrite(kind)) {
                sink.ascii("nil");
            } else if (kind == OpKind.LIST_READ) {
                int list = history.listOf(op);
                sink.put('[');
                for (int i = history.listFirst(list); i < history.listFirst(list + 1); i++) {
                    if (i > history.listFirst(list)) {
                        sink.put(' ');
                    }
                    scalar(history.valueCode(history.listElement(i)));
                }
                sink.put(']');
            } else {
                value(op);
            }
            sink.put(']');
        }

        private void register(int op, boolean isEnd) {
            byte kind = history.kind(op);
            boolean cas = kind == OpKind.CAS_READ || kind == OpKind.CAS_FAILED;
            sink.ascii(
                    cas ? ", :f :cas, :value " : kind == OpKind.READ ? ", :f :read, :value " : ", :f :write, :value ");
            if (!oneRegister) {
                sink.put('[');
                scalar(history.keyCode(history.key(op)));
                sink.put(' ');
            }
            if (!cas && kind == OpKind.READ && !isEnd) {
                sink.ascii("nil");
            } else if (cas) {
                sink.put('[');
                value(op);
                sink.put(' ');
                if (kind == OpKind.CAS_READ) {
                    value(op + 1);
                } else {
                    // what it would have written is not known
                    sink.ascii("nil");
                }
                sink.put(']');
            } else {
                value(op);
            }
            if (!oneRegister) {
                sink.put(']');
            }
        }

        /** A value; what is read of the initial version is nil, whatever it is called. */
        private void value(int op) {
            int value = history.value(op);
            boolean initial = value == 0 && !history.isWrite(op) && history.hasInitialVersions();
            scalar(initial ? Scalars.NULL : history.valueCode(value));
        }

        private void scalar(long code) {
            switch (scalars.kind(code)) {
                case NULL -> sink.ascii("nil");
                case KEYWORD -> {
                    sink.put(':');
                    sink.raw(scalars.utf8(code));
                }
                case LITERAL -> sink.raw(scalars.utf8(code));
                default -> sink.json(code, scalars);
            }
        }
    }
}
