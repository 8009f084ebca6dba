package org.isolde.history;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The one text form of a history for tests, to be pasted on a line: it is printed here, and {@link HistoryTextParser} reads it.
 *
 * <pre>
 * A{w(x,1) w(y,2)} B!{r(x,1)} | C?@4-9{l(z,[1,2]) a(z,3)} # x[1,2]
 * </pre>
 *
 * <p>Sessions are separated by {@code |}, and a transaction is an optional name, marks, and its operations in braces:
 * {@code r w} read and write a key, {@code l a} read a list and append to it, {@code c(x,1,2)} compares and sets from 1 to 2,
 * {@code f(x,1)} is one that found another value, and {@code d(x,1)}, which is only printed, the end of a row. The marks, all optional: {@code !} aborted, {@code ?} unknown,
 * {@code @begin-end} the client's times (no end: not known), {@code ^start-commit} the database's timestamps
 * ({@code 5.1} is physical and logical), {@code ~begin-end} a clock for display ({@code ?}: not known), {@code =2.5} a place
 * in the expected order, {@code +} that transactions are missing before it in its session. What follows {@code #} are
 * version orders. 0 and {@code null} are the initial value.
 *
 * <p>Keys, values and names are numbers, words, {@code "texts"}, {@code :keywords} or {@code 'literals'}. Sessions are called 0,
 * 1, 2 ... by their place; another name stands before it with a colon, {@code s7: A{..} B{..}}. A name that comes again goes
 * on with that session, so that the order of the text is the order of arrival.
 */
public final class HistoryText {
    private static final Pattern WORD = Pattern.compile("[A-Za-z_]\\w*");
    private static final Pattern PLAIN = Pattern.compile("[^\\s,(){}\\[\\]|\"'#:\\\\]+");

    private HistoryText() {}

    /** The history that a text stands for. */
    public static History parse(String text) {
        return new HistoryTextParser(text).history();
    }

    /** A history on one line, session by session. */
    public static String of(History history) {
        StringBuilder text = new StringBuilder();
        for (int session = 0; session < history.sessions(); session++) {
            text.append(session == 0 ? "" : " | ");
            String name = scalar(history, history.sessionCode(session));
            text.append(name.equals(String.valueOf(session)) ? "" : name + ": ");
            for (int t = history.firstTransaction(session); t < history.firstTransaction(session + 1); t++) {
                text.append(t == history.firstTransaction(session) ? "" : " ").append(transaction(history, t));
            }
        }
        return text + versions(history, " ");
    }

    /** The same, a transaction a line, each with its session. */
    public static String lines(History history) {
        StringBuilder text = new StringBuilder();
        for (int t = 1; t <= history.transactions(); t++) {
            line(history, t, text).append('\n');
        }
        String versions = versions(history, "");
        return text + versions + (versions.isEmpty() ? "" : "\n");
    }

    private static StringBuilder line(History history, int t, StringBuilder text) {
        String session = scalar(history, history.sessionCode(history.session(t)));
        return text.append(session).append(": ").append(transaction(history, t));
    }

    /** One transaction with all that belongs to it, but for its session. */
    public static String transaction(History history, int t) {
        StringBuilder text = new StringBuilder();
        if (history.idCode(t) != Segment.NO_ID) {
            text.append(scalar(history, history.idCode(t)));
        }
        text.append(status(history, t));
        if (history.hasRealTime() && history.begin(t) != Segment.NO_ID) {
            text.append('@').append(history.begin(t)).append('-');
            text.append(history.end(t) == Long.MAX_VALUE ? "" : history.end(t));
        }
        if (history.hasTimestamps() && history.startPhysical(t) != Segment.NO_ID) {
            text.append('^').append(timestamp(history.startPhysical(t), history.startLogical(t)));
            boolean open = history.commitPhysical(t) == Long.MAX_VALUE;
            text.append('-').append(open ? "" : timestamp(history.commitPhysical(t), history.commitLogical(t)));
        }
        if (history.hasDisplayTime()) {
            text.append('~').append(clock(history.displayBegin(t)));
            text.append('-').append(clock(history.displayEnd(t)));
        }
        if (history.hasOrder() && !Double.isNaN(history.order(t))) {
            text.append('=').append(history.order(t));
        }
        return text.append(history.isAfterGap(t) ? "+" : "")
                .append(operations(history, t))
                .toString();
    }

    /** How a transaction ended, and what it did: {@code !{w(x,1)}}. */
    public static String body(History history, int t) {
        return status(history, t) + operations(history, t);
    }

    private static String status(History history, int t) {
        return switch (history.status(t)) {
            case COMMITTED -> "";
            case ABORTED -> "!";
            case UNKNOWN -> "?";
        };
    }

    private static String operations(History history, int t) {
        List<String> operations = new ArrayList<>();
        for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
            String key = scalar(history, history.keyCode(history.key(op)));
            String value = value(history, history.value(op));
            operations.add(
                    switch (history.kind(op)) {
                        case OpKind.READ -> "r(" + key + "," + value + ")";
                        case OpKind.WRITE -> "w(" + key + "," + value + ")";
                        case OpKind.LIST_READ -> "l(" + key + "," + list(history, op) + ")";
                        case OpKind.APPEND -> "a(" + key + "," + value + ")";
                        case OpKind.CAS_READ ->
                            "c(" + key + "," + value + "," + value(history, history.value(++op)) + ")";
                        case OpKind.DELETE -> "d(" + key + "," + value + ")";
                        default -> "f(" + key + "," + value + ")";
                    });
        }
        return "{" + String.join(" ", operations) + "}";
    }

    private static String list(History history, int op) {
        List<String> elements = new ArrayList<>();
        int list = history.listOf(op);
        for (int i = history.listFirst(list); i < history.listFirst(list + 1); i++) {
            elements.add(value(history, history.listElement(i)));
        }
        return "[" + String.join(",", elements) + "]";
    }

    private static String versions(History history, String before) {
        StringBuilder text = new StringBuilder();
        for (int chain = 0; chain < history.versionChains(); chain++) {
            List<String> values = new ArrayList<>();
            for (int value : history.versionChain(chain)) {
                values.add(value(history, value));
            }
            text.append(chain == 0 ? before + "# " : " ");
            text.append(scalar(history, history.keyCode(history.versionChainKey(chain))));
            text.append('[').append(String.join(",", values)).append(']');
        }
        return text.toString();
    }

    /**
     * What {@link #lines} say, and what they don't: whom each read read from, which other operations are on the initial
     * version, repeated writes, and sessions without transactions. Histories are equal if these are.
     */
    public static String sessions(History history) {
        StringBuilder text = new StringBuilder();
        for (int t = 1; t <= history.transactions(); t++) {
            line(history, t, text);
            if (history.session(t) < 0 || history.transactionOf(history.firstOp(t)) < t) {
                text.append(" out of place");
            }
            String separator = " from ";
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                if (OpKind.isRead(history.kind(op)) || history.value(op) == 0) {
                    int writer = history.writer(history.value(op));
                    text.append(separator);
                    text.append(writer == History.NOBODY ? "nobody" : history.transactionName(writer));
                    separator = ", ";
                }
            }
            text.append('\n');
        }
        String versions = versions(history, "");
        text.append(versions).append(versions.isEmpty() ? "" : "\n").append("sessions");
        for (int session = 0; session < history.sessions(); session++) {
            text.append(' ').append(scalar(history, history.sessionCode(session)));
        }
        text.append("\nrepeated");
        for (int op : history.repeatedWrites()) {
            text.append(' ').append(op);
        }
        return text.append('\n').toString();
    }

    /** Everything, the order of arrival and warnings included. */
    public static String full(History history) {
        StringBuilder text = new StringBuilder(sessions(history));
        text.append("arrival");
        for (int place = 0; place < history.transactions(); place++) {
            text.append(' ').append(history.arrival(place));
        }
        text.append("\nheader ").append(history.header());
        text.append("\nwarnings ").append(history.warnings());
        text.append("\n").append(initial(history));
        text.append("\nall committed ").append(history.allCommitted());
        text.append("\nevidence ").append(history.evidence()).append('\n');
        return text.toString();
    }

    /** The initial value, {@code initial 0}. */
    public static String initial(History history) {
        return "initial " + (history.hasInitialVersions() ? scalar(history, history.initialCode()) : "none");
    }

    private static String timestamp(long physical, long logical) {
        return logical == 0 ? String.valueOf(physical) : physical + "." + logical;
    }

    private static String clock(long time) {
        return time == Long.MIN_VALUE ? "?" : String.valueOf(time);
    }

    private static String value(History history, int value) {
        return scalar(history, history.valueCode(value));
    }

    private static String scalar(History history, long code) {
        Scalars scalars = history.scalars();
        String text = scalars.text(code);
        return switch (scalars.kind(code)) {
            case NULL, NUMBER -> text;
            case TEXT -> WORD.matcher(text).matches() && !text.equals("null") ? text : quoted(text, '"');
            case KEYWORD -> PLAIN.matcher(text).matches() ? ":" + text : ":" + quoted(text, '"');
            case LITERAL -> quoted(text, '\'');
        };
    }

    private static String quoted(String text, char quote) {
        String escaped = text.replace("\\", "\\\\").replace("\n", "\\n").replace(String.valueOf(quote), "\\" + quote);
        return quote + escaped + quote;
    }
}
