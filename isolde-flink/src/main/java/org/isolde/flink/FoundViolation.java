package org.isolde.flink;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.isolde.online.Violation;
import org.isolde.online.aion.LiveFinding;

/**
 * A violation that is final.
 *
 * @param finding what was found; its time is 0, for several machines have no clock in common
 */
public record FoundViolation(LiveFinding finding) {
    /** How Flink writes it. */
    public static final TypeInformation<FoundViolation> TYPE =
            new CodecType<>(FoundViolation.class, false, FoundViolationCodec::new);

    /** The monitor's line without the line feed, and without the running number and the times, which a cluster has not. */
    public String json() {
        return Violation.json(finding);
    }
}
