package org.isolde.flink;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Writes tallies. */
public final class TallyCodec extends Codec<Tally> {
    @Override
    public void serialize(Tally tally, DataOutputView out) throws IOException {
        out.writeInt(tally.findings().length);
        for (long count : tally.findings()) {
            out.writeLong(count);
        }
        out.writeLong(tally.transactions());
        out.writeLong(tally.duplicates());
        out.writeLong(tally.undecided());
        out.writeLong(tally.late());
    }

    @Override
    public Tally deserialize(DataInputView in) throws IOException {
        long[] findings = new long[in.readInt()];
        for (int i = 0; i < findings.length; i++) {
            findings[i] = in.readLong();
        }
        return new Tally(findings, in.readLong(), in.readLong(), in.readLong(), in.readLong());
    }

    @Override
    public TypeSerializerSnapshot<Tally> snapshotConfiguration() {
        return new Snapshot();
    }

    /** The name under which states say how they were written. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<Tally> {
        public Snapshot() {
            super(TallyCodec::new);
        }
    }
}
