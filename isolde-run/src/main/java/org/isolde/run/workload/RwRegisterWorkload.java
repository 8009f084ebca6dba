package org.isolde.run.workload;

import java.util.Set;
import org.isolde.generate.KeyDistribution;
import org.isolde.run.Ability;

/** Random reads and blind writes of registers, as Elle's workload of this name. */
public final class RwRegisterWorkload implements Workload {
    @Override
    public String name() {
        return "rw-register";
    }

    @Override
    public String summary() {
        return "random reads and blind writes of registers";
    }

    @Override
    public Set<Ability> needs() {
        return Set.of(Ability.REGISTERS);
    }

    @Override
    public WorkloadOptions defaults() {
        return new WorkloadOptions(1, 8, 6, 3, 8, KeyDistribution.UNIFORM, 0.99, 4, 0.5, 0.2);
    }

    @Override
    public TransactionSource start(WorkloadOptions options) {
        return new RandomMix(options, Steps.Kind.READ, Steps.Kind.WRITE);
    }
}
