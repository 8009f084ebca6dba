package org.isolde.flink;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.types.StringValue;
import org.isolde.check.TimestampAxiom;
import org.isolde.online.aion.LiveFinding;

/** Writes violations. */
public final class FoundViolationCodec extends Codec<FoundViolation> {
    private static final TimestampAxiom[] AXIOMS = TimestampAxiom.values();

    @Override
    public void serialize(FoundViolation violation, DataOutputView out) throws IOException {
        LiveFinding finding = violation.finding();
        out.writeByte(finding.axiom().ordinal());
        StringValue.writeString(finding.session(), out);
        out.writeLong(finding.seq());
        StringValue.writeString(finding.id(), out);
        StringValue.writeString(finding.key(), out);
        StringValue.writeString(finding.expected(), out);
        StringValue.writeString(finding.seen(), out);
        StringValue.writeString(finding.otherSession(), out);
        out.writeLong(finding.otherSeq());
    }

    @Override
    public FoundViolation deserialize(DataInputView in) throws IOException {
        return new FoundViolation(new LiveFinding(
                AXIOMS[in.readByte()],
                StringValue.readString(in),
                in.readLong(),
                StringValue.readString(in),
                StringValue.readString(in),
                StringValue.readString(in),
                StringValue.readString(in),
                StringValue.readString(in),
                in.readLong(),
                0));
    }

    @Override
    public TypeSerializerSnapshot<FoundViolation> snapshotConfiguration() {
        return new Snapshot();
    }

    /** The name under which states say how they were written. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<FoundViolation> {
        public Snapshot() {
            super(FoundViolationCodec::new);
        }
    }
}
