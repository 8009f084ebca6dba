package org.isolde.flink.source;

import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.isolde.flink.Incoming;

/**
 * The time of files that are read as a stream: how far they are read. So what is found does not depend on how fast that happens. Files follow each other, and each reader takes the parts in their
 * order, so everything before the place of the one that is furthest back has been read.
 */
final class FileTime implements WatermarkGenerator<Incoming> {
    /** So much of a file is a millisecond: about 20 transactions. */
    private static final long BYTES = 4096;

    private long last = Long.MIN_VALUE;

    /** The time of a place in all files, one behind the other. */
    static long of(long bytes) {
        return bytes / BYTES;
    }

    static WatermarkStrategy<Incoming> strategy() {
        return WatermarkStrategy.<Incoming>forGenerator(context -> new FileTime())
                .withTimestampAssigner((line, none) -> line.offered());
    }

    /** Others of the same time may follow. */
    @Override
    public void onEvent(Incoming line, long offered, WatermarkOutput output) {
        if (offered > last) {
            last = offered;
            output.emitWatermark(new Watermark(offered - 1));
        }
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
        // no clock
    }
}
