package org.isolde.run.workload;

import java.util.Set;
import org.isolde.run.Ability;
import org.isolde.run.option.Options;

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
    public Options defaults() {
        return Options.none();
    }

    @Override
    public TransactionSource start(Options options) {
        return new RandomMix(options, Steps.Kind.READ, Steps.Kind.WRITE);
    }
}
