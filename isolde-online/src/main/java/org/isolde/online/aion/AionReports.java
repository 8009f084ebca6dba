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
        tell(new LiveFinding(
                TimestampAxiom.SESSION,
                session.json,
                transaction.seq(),
                null,
                null,
                time(before.physical(), before.logical()),
                time(transaction.physical(), transaction.logical()),
                session.json,
                before.seq(),
                now));
    }

    void gap(Sessions.Entry session, long seq, long now) {
        count(TimestampAxiom.SESSION, 1);
        tell(new LiveFinding(
                TimestampAxiom.SESSION, session.json, seq, null, null, null, null, session.json, seq - 1, now));
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
        tell(new LiveFinding(
                TimestampAxiom.START_AFTER_COMMIT,
                session.json,
                seq,
                id,
                null,
                time(commit, commitLogical),
                time(start, startLogical),
                null,
                -1,
                now));
    }

    void internal(Sessions.Entry session, long seq, String id, String key, String expected, String seen, long now) {
        count(TimestampAxiom.INT, 1);
        tell(new LiveFinding(TimestampAxiom.INT, session.json, seq, id, key, expected, seen, session.json, seq, now));
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
        tell(new LiveFinding(TimestampAxiom.EXT, session.json, seq, id, key, expected, seen, other, writerSeq, now));
    }

    /** Tells of two writers of a key that overlap; such pairs are counted elsewhere. */
    void overlap(Sessions.Entry session, long seq, String id, String key, int other, long otherSeq, long now)
            throws IOException {
        pair(TimestampAxiom.NOCONFLICT, session, seq, id, key, null, sessions.of(other), otherSeq, now);
    }

    void sameCommit(Sessions.Entry session, String id, String key, Place commit, int other, long otherSeq, long now)
            throws IOException {
        count(TimestampAxiom.SAME_COMMIT, 1);
        String time = time(commit.physical, commit.logical);
        pair(TimestampAxiom.SAME_COMMIT, session, commit.seq, id, key, time, sessions.of(other), otherSeq, now);
    }

    private void pair(
            TimestampAxiom axiom,
            Sessions.Entry session,
            long seq,
            String id,
            String key,
            String time,
            Sessions.Entry other,
            long otherSeq,
            long now) {
        tell(new LiveFinding(axiom, session.json, seq, id, key, null, time, other.json, otherSeq, now));
    }

    private void tell(LiveFinding finding) {
        listener.found(finding);
    }

    private static String time(long physical, long logical) {
        return logical == 0 ? Long.toString(physical) : "[" + physical + "," + logical + "]";
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
