package org.isolde.flink;

import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * A line that can't be read.
 *
 * @param place where it stands: a file and line, or a topic, partition and offset
 * @param problem what is wrong with it
 */
public record BadLine(String place, String problem) {
    /** How Flink writes it. */
    public static final TypeInformation<BadLine> TYPE = new CodecType<>(BadLine.class, false, BadLineCodec::new);

    @Override
    public String toString() {
        return place + ": " + problem;
    }
}
