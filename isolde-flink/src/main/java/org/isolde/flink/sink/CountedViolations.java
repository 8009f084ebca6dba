package org.isolde.flink.sink;

import java.util.EnumMap;
import java.util.Map;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.metrics.Counter;
import org.isolde.check.TimestampAxiom;
import org.isolde.flink.FoundViolation;

/** Passes violations on, and counts them for Flink's metrics: {@code isolde.axiom.EXT.violations}. */
final class CountedViolations extends RichMapFunction<FoundViolation, FoundViolation> {
    private static final long serialVersionUID = 1L;

    private transient Map<TimestampAxiom, Counter> counters;

    @Override
    public void open(OpenContext context) {
        counters = new EnumMap<>(TimestampAxiom.class);
        for (TimestampAxiom axiom : TimestampAxiom.values()) {
            counters.put(
                    axiom,
                    getRuntimeContext()
                            .getMetricGroup()
                            .addGroup("isolde")
                            .addGroup("axiom", axiom.name())
                            .counter("violations"));
        }
    }

    @Override
    public FoundViolation map(FoundViolation violation) {
        counters.get(violation.finding().axiom()).inc();
        return violation;
    }
}
