package org.isolde.flink;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.isolde.check.TimestampAxiom;

/**
 * What a part of a job has counted from its beginning to the end of its input. The sum over all parts is the job's.
 *
 * @param findings of each axiom, in their order; pairs that were counted and not told are among them
 * @param transactions that came, each once
 * @param duplicates that came again
 * @param undecided reads that can't be judged
 * @param late transactions that wrote where verdicts were final already
 */
public record Tally(long[] findings, long transactions, long duplicates, long undecided, long late) {
    /** How Flink writes it. */
    public static final TypeInformation<Tally> TYPE = new CodecType<>(Tally.class, false, TallyCodec::new);

    /** Nothing. */
    public static Tally none() {
        return new Tally(new long[TimestampAxiom.values().length], 0, 0, 0, 0);
    }

    /** Both together. */
    public Tally plus(Tally other) {
        long[] sum = findings.clone();
        Arrays.setAll(sum, i -> findings[i] + other.findings[i]);
        return new Tally(
                sum,
                transactions + other.transactions,
                duplicates + other.duplicates,
                undecided + other.undecided,
                late + other.late);
    }

    /** The findings by axiom. */
    public Map<TimestampAxiom, Long> counts() {
        Map<TimestampAxiom, Long> counts = new EnumMap<>(TimestampAxiom.class);
        for (TimestampAxiom axiom : TimestampAxiom.values()) {
            counts.put(axiom, findings[axiom.ordinal()]);
        }
        return counts;
    }
}
