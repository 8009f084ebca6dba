package org.isolde.flink;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.isolde.online.axiom.Decoder;
import org.isolde.online.axiom.Encoder;

/**
 * What a transaction did to the keys that one part of the cluster keeps: all of them in one message, for a message costs more than what is in it. Or, between them, what a part of the
 * sessions says of its watermark ({@link Horizon}).
 *
 * <p>The record: the head, that is {@link StreamTransaction#COMMITTED} or {@link StreamTransaction#UNKNOWN}, the session as the part of a key with its length
 * before it, the number in it, 1 and the name of the transaction or 0, and of a committed one start and commit, each with its logical part, and whether it
 * writes; then whether this is the message that speaks for the transaction; then, key by key, the key with its length before it, the length of
 * its external reads, these, the number of its writes, whether they are appended, and their values. An external read is {@link #VALUE} or {@link #NEGATED} and the
 * value, or {@link #LIST}, how many elements are from before the transaction, how many there are, and these.
 *
 * <p>The record of the other kind: {@link #MARK}, the part of the sessions, up to when it has listened, whether it waits for no session, and its watermark.
 */
final class KeyWork {
    static final TypeInformation<KeyWork> TYPE = new CodecType<>(KeyWork.class, false, KeyWorkCodec::new);

    static final int VALUE = 0;
    static final int NEGATED = 1;
    static final int LIST = 2;

    /** Where others have {@link StreamTransaction#COMMITTED} or {@link StreamTransaction#UNKNOWN}. */
    static final int MARK = 4;

    private final int target;
    private final Name firstKey;
    private final byte[] record;

    /**
     * @param target the part of the cluster that keeps all these keys
     * @param firstKey one of them
     */
    KeyWork(int target, Name firstKey, byte[] record) {
        this.target = target;
        this.firstKey = firstKey;
        this.record = record;
    }

    int target() {
        return target;
    }

    Name firstKey() {
        return firstKey;
    }

    byte[] record() {
        return record;
    }

    /** Goes over the keys of a record. */
    static final class Walk {
        private final byte[] record;
        private final int headEnd;
        private final Decoder in;
        /** Where the name of the key stands, and its reads. */
        int keyFrom;

        int keyEnd;
        int readsFrom;
        int readsEnd;

        Walk(byte[] record) {
            this.record = record;
            in = new Decoder(record);
            boolean committed = in.octet() == StreamTransaction.COMMITTED;
            in.skip((int) in.number());
            in.number();
            if (in.octet() == 1) {
                in.skipScalar();
            }
            if (committed) {
                in.number();
                in.number();
                in.number();
                in.number();
                in.octet();
            }
            headEnd = in.at();
            in.octet();
        }

        /** Turns to the next key; false if there is none. */
        boolean next() {
            if (!in.hasMore()) {
                return false;
            }
            int length = (int) in.number();
            keyFrom = in.at();
            keyEnd = keyFrom + length;
            in.skip(length);
            length = (int) in.number();
            readsFrom = in.at();
            readsEnd = readsFrom + length;
            in.skip(length);
            int writes = (int) in.number();
            if (writes > 0) {
                in.octet();
                for (int i = 0; i < writes; i++) {
                    in.skipScalar();
                }
            }
            return true;
        }

        /** Writes a record of the key's reads alone, which speaks for nobody. */
        void reads(Encoder out) {
            out.raw(record, 0, headEnd).octet(0);
            out.number(keyEnd - keyFrom).raw(record, keyFrom, keyEnd);
            out.number(readsEnd - readsFrom).raw(record, readsFrom, readsEnd).number(0);
        }
    }
}
