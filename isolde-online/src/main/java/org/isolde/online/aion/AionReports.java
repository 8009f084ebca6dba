package org.isolde.online.aion;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import org.isolde.check.TimestampAxiom;
import org.isolde.online.axiom.Decoder;
import org.isolde.online.axiom.Encoder;
import org.isolde.online.axiom.Place;
import org.isolde.online.axiom.SessionRuns;

/** Counts findings, and tells of them with the input's own names. */
final class AionReports {
    private final Sessions sessions;
    private final LiveFinding.Listener listener;
    private final long[] counts = new long[TimestampAxiom.values().length];

    AionReports(Sessions sessions, LiveFinding.Listener listener) {
        this.sessions = sessions;
        this.listener = listener;
    }

    void count(TimestampAxiom axiom, long more) {
        counts[axiom.ordinal()] += more;
    }

    Map<TimestampAxiom, Long> counts() {
        Map<TimestampAxiom, Long> all = new EnumMap<>(TimestampAxiom.class);
        for (TimestampAxiom axiom : TimestampAxiom.values()) {
            all.put(axiom, counts[axiom.ordinal()]);
        }
        return all;
    }

    void session(Sessions.Entry session, SessionRuns.Event before, SessionRuns.Event transaction, long now) {
        count(TimestampAxiom.SESSION, 1);
        listener.found(LiveFinding.session(session.json, before, transaction, now));
    }

    void gap(Sessions.Entry session, long seq, long now) {
        count(TimestampAxiom.SESSION, 1);
        listener.found(LiveFinding.gap(session.json, seq, now));
    }

    void startAfterCommit(
            Sessions.Entry session,
            long seq,
            String id,
            long start,
            long startLogical,
            long commit,
            long commitLogical,
            long now) {
        count(TimestampAxiom.START_AFTER_COMMIT, 1);
        listener.found(
                LiveFinding.startAfterCommit(session.json, seq, id, start, startLogical, commit, commitLogical, now));
    }

    void internal(Sessions.Entry session, long seq, String id, String key, String expected, String seen, long now) {
        count(TimestampAxiom.INT, 1);
        listener.found(LiveFinding.internal(session.json, seq, id, key, expected, seen, now));
    }

    void external(
            Sessions.Entry session,
            long seq,
            String id,
            String key,
            String expected,
            String seen,
            int writer,
            long writerSeq,
            long now)
            throws IOException {
        count(TimestampAxiom.EXT, 1);
        String other = writer < 0 ? null : sessions.of(writer).json;
        listener.found(LiveFinding.external(session.json, seq, id, key, expected, seen, other, writerSeq, now));
    }

    /** Tells of two writers of a key that overlap; such pairs are counted elsewhere. */
    void overlap(Sessions.Entry session, long seq, String id, String key, int other, long otherSeq, long now)
            throws IOException {
        listener.found(LiveFinding.overlap(session.json, seq, id, key, sessions.of(other).json, otherSeq, now));
    }

    void sameCommit(Sessions.Entry session, String id, String key, Place commit, int other, long otherSeq, long now)
            throws IOException {
        count(TimestampAxiom.SAME_COMMIT, 1);
        String name = sessions.of(other).json;
        listener.found(LiveFinding.sameCommit(session.json, id, key, commit, name, otherSeq, now));
    }

    void write(Encoder out) {
        for (long count : counts) {
            out.number(count);
        }
    }

    void read(Decoder in) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] = in.number();
        }
    }
}
