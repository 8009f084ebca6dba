package org.isolde.flink.source;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.isolde.flink.BadLine;
import org.isolde.flink.Incoming;
import org.isolde.flink.StreamTransaction;
import org.isolde.history.BadHistoryException;

/** Takes the transactions; a line that can't be read ends the job, or is put aside. */
final class TakenLines extends ProcessFunction<Incoming, StreamTransaction> {
    private static final long serialVersionUID = 1L;

    /** Lines that were put aside. */
    static final OutputTag<BadLine> BAD = new OutputTag<>("bad-lines", BadLine.TYPE);

    private final boolean skip;
    private transient Counter transactions;
    private transient Counter badLines;

    /**
     * @param skip whether bad lines are put aside
     */
    TakenLines(boolean skip) {
        this.skip = skip;
    }

    /** Ends the job for good: a line that can't be read once can't be read the next time. */
    static SuppressRestartsException refused(BadLine line) {
        return new SuppressRestartsException(
                BadHistoryException.of(line.problem()).in(line.place()));
    }

    @Override
    public void open(OpenContext context) {
        transactions = getRuntimeContext().getMetricGroup().addGroup("isolde").counter("transactions");
        badLines = getRuntimeContext().getMetricGroup().addGroup("isolde").counter("badLines");
    }

    @Override
    public void processElement(Incoming line, Context context, Collector<StreamTransaction> out) {
        if (line.bad() == null) {
            transactions.inc();
            out.collect(line.transaction());
            return;
        }
        if (!skip) {
            throw refused(line.bad());
        }
        badLines.inc();
        context.output(BAD, line.bad());
    }
}
