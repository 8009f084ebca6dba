package org.isolde.app.replay;

import java.util.List;
import org.isolde.history.OpKind;

/**
 * What a step was answered.
 *
 * @param text in words: what a read saw, or why the transaction failed; empty for a write
 */
public record Reply(Kind kind, String text) {
    public enum Kind {
        /** Done as asked. */
        DONE,
        /** The database ended the transaction, which took no effect; what follows in it is not sent. */
        ABORTED,
        /** The connection was lost, and the session is over. */
        LOST
    }

    static Reply seen(long value) {
        return new Reply(Kind.DONE, KeyOperation.text(value));
    }

    static Reply seen(long[] list) {
        List<Long> elements = java.util.Arrays.stream(list).boxed().toList();
        return new Reply(Kind.DONE, elements.toString());
    }

    static Reply compared(boolean done) {
        return new Reply(
                Kind.DONE,
                KeyOperation.of(done ? OpKind.CAS_WRITE : OpKind.CAS_FAILED, 0, 0)
                        .answer());
    }

    static Reply done() {
        return new Reply(Kind.DONE, "");
    }

    static Reply failed(boolean lost, String reason) {
        return new Reply(lost ? Kind.LOST : Kind.ABORTED, reason);
    }
}
