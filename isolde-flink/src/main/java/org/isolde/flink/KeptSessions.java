package org.isolde.flink;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.state.KeyedStateStore;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.isolde.online.axiom.Decoder;
import org.isolde.online.axiom.Encoder;
import org.isolde.online.axiom.SessionRuns;

/**
 * The sessions of one part of the cluster. Their state is bytes, which Flink keeps wherever it was told to; those in use are at hand as objects as well, so that none is read and written for
 * each transaction.
 *
 * <p>Invariant: as with {@link KeptKeys}, what is not at hand is in the state as it is; what is at hand and has changed gets there before a checkpoint is taken, or before it is let go.
 */
final class KeptSessions {
    /** The name of the state. */
    static final String STATE = "session";

    /** What a session takes in memory whose numbers have all come, roughly. */
    private static final int SESSION_BYTES = 400;

    /** A session as it is at hand. */
    static final class Kept {
        final Name name;
        final SessionRuns runs;
        private boolean changed;
        private long bytes;

        private Kept(Name name, SessionRuns runs) {
            this.name = name;
            this.runs = runs;
        }
    }

    private final KeptKeys.Turn turn;
    private final ValueState<byte[]> state;
    private final long most;
    private final Encoder encoder = new Encoder();
    private final Map<Name, Kept> atHand = new HashMap<>();
    private final List<Kept> changed = new ArrayList<>();
    private long bytes;

    /**
     * @param most what the sessions at hand may take in memory, roughly
     */
    KeptSessions(KeyedStateStore store, KeptKeys.Turn turn, long most) {
        this.turn = turn;
        this.most = most;
        state = store.getState(new ValueStateDescriptor<>(STATE, new BytesCodec()));
    }

    /** A session that something has come of before; null if nothing has. It stays at hand until {@link #makeRoom} or {@link #clear}. */
    Kept get(Name name) throws IOException {
        Kept session = atHand.get(name);
        if (session == null) {
            turn.to(name);
            byte[] record = state.value();
            session = record == null ? null : add(name, SessionRuns.read(new Decoder(record)));
        }
        return session;
    }

    /** A session that nothing has come of before. */
    Kept add(Name name) {
        return add(name, new SessionRuns());
    }

    private Kept add(Name name, SessionRuns runs) {
        Kept session = new Kept(name, runs);
        atHand.put(name, session);
        measure(session);
        return session;
    }

    private void measure(Kept session) {
        long now = SESSION_BYTES + session.runs.bytes();
        bytes += now - session.bytes;
        session.bytes = now;
    }

    /** A session at hand has changed. */
    void changed(Kept session) {
        measure(session);
        if (!session.changed) {
            session.changed = true;
            changed.add(session);
        }
    }

    /** Forgets a session for good; the state is turned to it then. */
    void remove(Name name) {
        turn.to(name);
        state.clear();
        Kept session = atHand.remove(name);
        if (session != null) {
            bytes -= session.bytes;
            session.changed = false;
        }
    }

    /** Lets all go if they are too many: those in use are soon back. */
    void makeRoom() throws IOException {
        if (bytes > most) {
            flush();
            clear();
        }
    }

    /** Lets all go that are at hand, changed or not. */
    void clear() {
        atHand.clear();
        changed.clear();
        bytes = 0;
    }

    /** Brings what has changed into the state. */
    void flush() throws IOException {
        for (Kept session : changed) {
            if (session.changed) {
                session.changed = false;
                turn.to(session.name);
                session.runs.write(encoder.clear());
                state.update(encoder.toBytes());
            }
        }
        changed.clear();
    }
}
