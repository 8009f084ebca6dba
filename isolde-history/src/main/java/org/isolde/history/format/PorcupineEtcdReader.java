package org.isolde.history.format;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isolde.history.BadHistoryException;
import org.isolde.history.HistoryBuilder;
import org.isolde.history.OpKind;
import org.isolde.history.Scalars;
import org.isolde.history.Segment;
import org.isolde.history.Status;

/**
 * Logs of Jepsen's test of etcd as Porcupine keeps them: a register that is read, written, and compared and set.
 *
 * <p>Every operation is a transaction of its own, and its process is its session. Real time is the order of the lines. A failed
 * compare-and-set did run and found another value; a failed read says nothing and is dropped; a failed write did not happen.
 * What ends in {@code :info}, or not at all, is of unknown outcome, and dropped if it is a read.
 */
final class PorcupineEtcdReader implements BuildingReader {
    private static final String REGISTER = "register";
    private static final String LOGGER = "jepsen.util";
    private static final Pattern LOG_LINE = Pattern.compile("[A-Z]+ +(\\S+) +- +(.*?)\\s*");
    private static final Pattern EVENT =
            Pattern.compile("(\\S+)\\s+:(invoke|ok|fail|info)\\s+:(read|write|cas)(?:\\s+(.*))?");
    private static final Pattern PAIR = Pattern.compile("\\[\\s*(\\S+?)[\\s,]+(\\S+?)\\s*\\]");

    @Override
    public boolean recognises(Source source) {
        byte[] head = source.head();
        String start = new String(head, 0, Math.min(head.length, 512), StandardCharsets.ISO_8859_1);
        return start.lines().limit(1).anyMatch(line -> {
            Matcher matcher = LOG_LINE.matcher(line);
            return matcher.matches() && matcher.group(1).startsWith("jepsen.");
        });
    }

    @Override
    public void read(Source source, HistoryBuilder builder) throws IOException {
        Log log = new Log();
        Lines.parseInOrder(source, builder, log::parse);
        log.end();
    }

    /** The operation that a process is at. */
    private static final class Pending {
        long line;
        boolean open;
        String function = "";
        long expected;
        long value;
    }

    private static final class Log {
        private final Map<Long, Pending> processes = new HashMap<>();
        private Segment segment;
        private Scalars scalars;
        private long register;
        private long line;
        private int lineInBlock;

        long parse(byte[] bytes, int end, boolean first, Segment into) throws BadHistoryException {
            segment = into;
            scalars = into.scalars();
            register = scalars.text(REGISTER);
            lineInBlock = 0;
            int start = 0;
            for (int i = 0; i < end; i++) {
                if (bytes[i] == '\n') {
                    line++;
                    lineInBlock++;
                    line(new String(bytes, start, i - start, StandardCharsets.UTF_8));
                    start = i + 1;
                }
            }
            return lineInBlock;
        }

        private void line(String text) throws BadHistoryException {
            if (text.isBlank()) {
                return;
            }
            Matcher log = LOG_LINE.matcher(text);
            if (!log.matches()) {
                throw bad(text);
            }
            if (!log.group(1).equals(LOGGER) || log.group(2).startsWith(":nemesis")) {
                return;
            }
            Matcher event = EVENT.matcher(log.group(2));
            if (!event.matches()) {
                throw bad(text);
            }
            long process = integer(event.group(1), text);
            Pending pending = processes.computeIfAbsent(process, p -> new Pending());
            String argument = event.group(4) == null ? "" : event.group(4);
            if (event.group(2).equals("invoke")) {
                invoke(process, pending, event.group(3), argument, text);
            } else {
                if (!pending.open || !pending.function.equals(event.group(3))) {
                    throw problem("process " + process + " completes a " + event.group(3)
                            + (pending.open ? ", but it invoked a " + pending.function : " that it did not invoke")
                            + "; each completion follows its invocation");
                }
                pending.open = false;
                complete(process, pending, event.group(2), argument, text);
            }
        }

        private void invoke(long process, Pending pending, String function, String argument, String text)
                throws BadHistoryException {
            if (pending.open) {
                throw problem("process " + process + " invokes a " + function + ", but its " + pending.function
                        + " of line " + pending.line + " has not ended; a process does one thing at a time");
            }
            pending.open = true;
            pending.line = line;
            pending.function = function;
            if (function.equals("cas")) {
                pending.expected = pair(argument, 1, text);
                pending.value = pair(argument, 2, text);
            } else if (function.equals("write")) {
                pending.value = value(argument, text);
            }
        }

        private void complete(long process, Pending pending, String type, String argument, String text)
                throws BadHistoryException {
            boolean read = pending.function.equals("read");
            if (type.equals("info")) {
                unknown(process, pending);
                return;
            }
            if (read) {
                if (type.equals("ok")) {
                    begin(process, pending, line);
                    segment.op(OpKind.READ, register, value(argument, text));
                }
                return;
            }
            boolean same = argument.startsWith(":")
                    || (pending.function.equals("cas")
                            ? pair(argument, 1, text) == pending.expected && pair(argument, 2, text) == pending.value
                            : value(argument, text) == pending.value);
            if (!same) {
                throw problem("process " + process + " completes another " + pending.function
                        + " than it invoked in line " + pending.line);
            }
            begin(process, pending, line);
            if (type.equals("ok")) {
                effect(pending);
            } else if (pending.function.equals("cas") && !argument.startsWith(":")) {
                segment.op(OpKind.CAS_FAILED, register, pending.expected);
            } else {
                segment.status(Status.ABORTED);
                effect(pending);
            }
        }

        private void unknown(long process, Pending pending) {
            if (!pending.function.equals("read")) {
                begin(process, pending, Long.MAX_VALUE);
                segment.status(Status.UNKNOWN);
                effect(pending);
            }
        }

        private void begin(long process, Pending pending, long end) {
            segment.begin(scalars.number(process), Segment.NO_ID, lineInBlock);
            segment.realTime(pending.line, end);
        }

        /** What a write or compare-and-set does if it happens. */
        private void effect(Pending pending) {
            if (pending.function.equals("cas")) {
                segment.op(OpKind.CAS_READ, register, pending.expected);
                segment.op(OpKind.CAS_WRITE, register, pending.value);
            } else {
                segment.op(OpKind.WRITE, register, pending.value);
            }
        }

        /** What was never completed. */
        void end() {
            for (Map.Entry<Long, Pending> process : new TreeMap<>(processes).entrySet()) {
                if (process.getValue().open) {
                    unknown(process.getKey(), process.getValue());
                }
            }
        }

        private long pair(String argument, int member, String text) throws BadHistoryException {
            Matcher pair = PAIR.matcher(argument);
            if (!pair.matches()) {
                throw bad(text);
            }
            return value(pair.group(member), text);
        }

        private long value(String argument, String text) throws BadHistoryException {
            return argument.equals("nil") ? Scalars.NULL : scalars.number(integer(argument, text));
        }

        private long integer(String digits, String text) throws BadHistoryException {
            try {
                return Long.parseLong(digits);
            } catch (NumberFormatException e) {
                throw bad(text);
            }
        }

        private BadHistoryException bad(String text) {
            return problem(
                    "expected a line such as INFO jepsen.util - 3 :invoke :cas [1 4], with :invoke, :ok, :fail or"
                            + " :info, :read, :write or :cas, and integers of 64 bits or nil, found "
                            + Text.quote(text));
        }

        private BadHistoryException problem(String problem) {
            return BadHistoryException.atLine(lineInBlock, problem);
        }
    }
}
