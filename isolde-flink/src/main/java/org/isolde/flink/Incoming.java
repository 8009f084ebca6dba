package org.isolde.flink;

import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * What a source makes of a line: a transaction, or a line that can't be read.
 *
 * @param transaction null if the line is bad
 * @param bad null if it is not
 * @param offered by when it was there to be read, in milliseconds, if the source knows that only here
 */
public record Incoming(StreamTransaction transaction, BadLine bad, long offered) {
    /** How Flink writes it. */
    public static final TypeInformation<Incoming> TYPE = new CodecType<>(Incoming.class, false, IncomingCodec::new);

    public Incoming {
        if ((transaction == null) == (bad == null)) {
            throw new IllegalArgumentException("a line is good or bad");
        }
    }
}
