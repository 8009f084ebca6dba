package org.isolde.flink;

import java.util.List;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.isolde.check.TimestampAxiom;

/**
 * What a part of a job counts, as state and, what nobody else counts, as Flink's metrics. As state it is exact: a part that begins again from a checkpoint begins with what it had counted
 * there.
 */
final class Counting {
    private final ListState<Tally> saved;
    private Tally before = Tally.none();
    private final long[] findings = new long[TimestampAxiom.values().length];
    private long transactions;
    private long duplicates;
    private long undecided;
    private long late;
    private final Counter duplicateCounter;
    private final Counter undecidedCounter;
    private final Counter lateCounter;

    Counting(OperatorStateStore states, MetricGroup metrics) throws Exception {
        saved = states.getListState(new ListStateDescriptor<>("tally", Tally.TYPE));
        for (Tally part : saved.get()) {
            before = before.plus(part);
        }
        MetricGroup group = metrics.addGroup("isolde");
        duplicateCounter = group.counter("duplicates");
        undecidedCounter = group.counter("undecided");
        lateCounter = group.counter("late");
    }

    void found(TimestampAxiom axiom, long more) {
        findings[axiom.ordinal()] += more;
    }

    void transaction() {
        transactions++;
    }

    void duplicate() {
        duplicates++;
        duplicateCounter.inc();
    }

    void undecided() {
        undecided++;
        undecidedCounter.inc();
    }

    void late() {
        late++;
        lateCounter.inc();
    }

    /** All that was counted, before a restart too. */
    Tally tally() {
        return before.plus(new Tally(findings.clone(), transactions, duplicates, undecided, late));
    }

    void save() throws Exception {
        saved.update(List.of(tally()));
    }
}
