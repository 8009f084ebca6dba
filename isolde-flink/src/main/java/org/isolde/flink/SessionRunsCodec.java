package org.isolde.flink;

import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.isolde.online.axiom.Decoder;
import org.isolde.online.axiom.Encoder;
import org.isolde.online.axiom.SessionRuns;

/** Writes the state of a session. */
public final class SessionRunsCodec extends RecordCodec<SessionRuns> {
    @Override
    protected void write(SessionRuns session, Encoder out) {
        session.write(out);
    }

    @Override
    protected SessionRuns read(Decoder in) {
        return SessionRuns.read(in);
    }

    @Override
    public TypeSerializerSnapshot<SessionRuns> snapshotConfiguration() {
        return new Snapshot();
    }

    /** The name under which states say how they were written. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<SessionRuns> {
        public Snapshot() {
            super(SessionRunsCodec::new);
        }
    }
}
