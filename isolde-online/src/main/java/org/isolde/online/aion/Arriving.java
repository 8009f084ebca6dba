package org.isolde.online.aion;

import java.io.IOException;
import org.isolde.history.OpKind;
import org.isolde.history.Scalars;
import org.isolde.history.TransactionBatch;

/**
 * The batch that is being taken, and what its numbers stand for: each key and session of it is looked up once.
 *
 * <p>Invariant: what was looked up holds until the engine's generation changes, when keys or sessions may have left memory.
 */
final class Arriving {
    private final Sessions sessions;
    private final KeyTable keys;
    private final Values values;
    private final AionState state;
    private TransactionBatch batch;
    private KeyChain[] chain = {};
    /** Up to which key of the batch what is needed has been fetched. */
    private int fetched;

    private Sessions.Entry[] session = {};
    private long generation;

    Arriving(Sessions sessions, KeyTable keys, Values values, AionState state) {
        this.sessions = sessions;
        this.keys = keys;
        this.values = values;
        this.state = state;
    }

    /** Turns to a batch. */
    TransactionBatch turnTo(TransactionBatch source) {
        if (source != batch || generation != state.generation()) {
            batch = source;
            generation = state.generation();
            chain = new KeyChain[source.keys()];
            fetched = 0;
            session = new Sessions.Entry[source.sessions()];
            if (source.tellsInitial()) {
                values.initial = values.adopt(source.initialCode(), source.scalars());
            }
        }
        return batch;
    }

    Sessions.Entry session(int t) throws IOException {
        int number = batch.session(t);
        if (session[number] == null) {
            session[number] = sessions.of(batch.sessionCode(number), batch.scalars());
        }
        return session[number];
    }

    KeyChain chain(int op, long now) throws IOException {
        int number = batch.key(op);
        KeyChain found = chain[number];
        if (found == null) {
            if (number >= fetched) {
                fetched = Math.min(number + KeyTable.AHEAD, chain.length);
                keys.fetch(batch, number, fetched, values);
            }
            int before = keys.size();
            found = keys.of(values.adopt(batch.keyCode(number), batch.scalars()), values.scalars);
            if (keys.size() > before) {
                state.enters(found);
            }
            chain[number] = found;
            found.used = now;
        }
        return found;
    }

    /** A value of the batch as a code of the engine; no value is the initial one. */
    long value(long code) {
        if (Scalars.isPlain(code)) {
            return code;
        }
        return code == Scalars.NULL ? values.initial : values.adopt(code, batch.scalars());
    }

    /** A transaction's own name, or {@link KeyChain#NONE}. */
    long id(int t) {
        long code = batch.idCode(t);
        return code == TransactionBatch.ABSENT ? KeyChain.NONE : values.adopt(code, batch.scalars());
    }

    /** The elements that a list read saw. */
    long[] list(int op) {
        int list = batch.listOf(op);
        int first = batch.listFirst(list);
        long[] seen = new long[batch.listFirst(list + 1) - first];
        for (int i = 0; i < seen.length; i++) {
            seen[i] = value(batch.listElementCode(first + i));
        }
        return seen;
    }

    static boolean isWriter(TransactionBatch batch, int t) {
        for (int op = batch.firstOp(t); op < batch.firstOp(t + 1); op++) {
            if (OpKind.isWrite(batch.kind(op))) {
                return true;
            }
        }
        return false;
    }
}
