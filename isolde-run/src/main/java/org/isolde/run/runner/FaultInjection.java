package org.isolde.run.runner;

import java.time.Duration;
import java.util.List;
import org.isolde.run.RunningDatabase.Node;

/** Does to the nodes what the schedule says, and puts everything right again at the end. */
final class FaultInjection implements Runnable {
    private static final long STEP_MILLIS = 20;

    private final Run run;
    private final List<Node> nodes;
    private final List<Fault> faults;

    FaultInjection(Run run, List<Node> nodes, List<Fault> faults) {
        this.run = run;
        this.nodes = nodes;
        this.faults = faults;
    }

    @Override
    public void run() {
        try {
            for (Fault fault : faults) {
                await(fault.at());
                if (run.isOver()) {
                    return;
                }
                inject(fault, nodes.get(fault.node()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            run.fail("a fault could not be injected or undone: " + e.getMessage(), e);
        }
    }

    private void inject(Fault fault, Node node) throws Exception {
        fault.kind().begin(node);
        try {
            await(fault.at().plus(fault.lasts()));
        } finally {
            fault.kind().end(node);
        }
    }

    private void await(Duration at) throws InterruptedException {
        while (run.now() < at.toNanos() && !run.isOver()) {
            Thread.sleep(STEP_MILLIS);
        }
    }
}
