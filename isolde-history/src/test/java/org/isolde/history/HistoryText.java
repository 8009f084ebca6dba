package org.isolde.history;

/** A history as text that says all of it by names, so that two histories are equal if their texts are. */
public final class HistoryText {
    private static final String[] KINDS = {"r", "w", "list", "append", "cas-read", "cas-write", "cas-failed"};

    private HistoryText() {}

    /** Everything, the order of arrival and warnings included. */
    public static String full(History history) {
        StringBuilder text = new StringBuilder(sessions(history));
        text.append("arrival");
        for (int place = 0; place < history.transactions(); place++) {
            text.append(' ').append(history.arrival(place));
        }
        text.append("\nheader ").append(history.header());
        text.append("\nwarnings ").append(history.warnings());
        text.append("\ninitial ").append(history.hasInitialVersions()).append(' ');
        text.append(scalar(history, history.initialCode()));
        text.append("\nall committed ").append(history.allCommitted());
        text.append("\nevidence ").append(history.evidence()).append('\n');
        return text.toString();
    }

    /** Sessions, transactions, operations and evidence. */
    public static String sessions(History history) {
        StringBuilder text = new StringBuilder();
        for (int session = 0; session < history.sessions(); session++) {
            text.append("session ")
                    .append(scalar(history, history.sessionCode(session)))
                    .append('\n');
            for (int t = history.firstTransaction(session); t < history.firstTransaction(session + 1); t++) {
                transaction(history, t, text);
            }
        }
        for (int chain = 0; chain < history.versionChains(); chain++) {
            text.append("versions ").append(scalar(history, history.keyCode(history.versionChainKey(chain))));
            for (int value : history.versionChain(chain)) {
                text.append(' ').append(value(history, value));
            }
            text.append('\n');
        }
        text.append("repeated");
        for (int op : history.repeatedWrites()) {
            text.append(' ').append(op);
        }
        return text.append('\n').toString();
    }

    private static void transaction(History history, int t, StringBuilder text) {
        text.append("  ").append(history.transactionName(t));
        if (history.idCode(t) != Segment.NO_ID) {
            text.append(" id ").append(scalar(history, history.idCode(t)));
        }
        text.append(' ').append(history.status(t).text());
        if (history.session(t) < 0 || history.transactionOf(history.firstOp(t)) < t) {
            text.append(" out of place");
        }
        if (history.hasRealTime()) {
            text.append(" time ").append(history.begin(t)).append("..").append(history.end(t));
        }
        if (history.hasDisplayTime()) {
            text.append(" shown ").append(history.displayBegin(t)).append("..").append(history.displayEnd(t));
        }
        if (history.hasTimestamps()) {
            text.append(" stamps ").append(history.startPhysical(t)).append('.').append(history.startLogical(t));
            text.append("..").append(history.commitPhysical(t)).append('.').append(history.commitLogical(t));
        }
        if (history.hasOrder()) {
            text.append(" order ").append(history.order(t));
        }
        text.append('\n');
        for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
            operation(history, op, text);
        }
    }

    private static void operation(History history, int op, StringBuilder text) {
        text.append("    ").append(KINDS[history.kind(op)]).append(' ');
        text.append(scalar(history, history.keyCode(history.key(op)))).append(' ');
        text.append(value(history, history.value(op)));
        int list = history.listOf(op);
        if (list >= 0) {
            text.append(" [");
            for (int i = history.listFirst(list); i < history.listFirst(list + 1); i++) {
                text.append(' ').append(value(history, history.listElement(i)));
            }
            text.append(" ]");
        }
        if (OpKind.isRead(history.kind(op))) {
            int writer = history.writer(history.value(op));
            text.append(" from ").append(writer == History.NOBODY ? "nobody" : history.transactionName(writer));
        }
        text.append('\n');
    }

    private static String value(History history, int value) {
        return value == 0 ? "initial" : scalar(history, history.valueCode(value));
    }

    private static String scalar(History history, long code) {
        Scalars scalars = history.scalars();
        return switch (scalars.kind(code)) {
            case NULL, NUMBER -> scalars.text(code);
            case TEXT -> '"' + scalars.text(code) + '"';
            case KEYWORD -> ':' + scalars.text(code);
            case LITERAL -> '`' + scalars.text(code) + '`';
        };
    }
}
