package org.isolde.run.workload;

import static org.isolde.run.workload.WorkloadOptions.KEYS;
import static org.isolde.run.workload.WorkloadOptions.LENGTH;
import static org.isolde.run.workload.WorkloadOptions.ROLLBACK_RATIO;

import java.util.Arrays;
import java.util.Set;
import org.isolde.generate.RandomSource;
import org.isolde.run.Ability;
import org.isolde.run.option.Options;

/**
 * General transactions in the mix that Cobra's evaluation uses: of ten, two only read, four only write, and four read and
 * then write each of their keys. All have the same length.
 */
public final class GeneralWorkload implements Workload {
    private static final Weights MIX = new Weights(20, 40, 40);
    private static final int READ_ONLY = 0;
    private static final int WRITE_ONLY = 1;

    @Override
    public String name() {
        return "general";
    }

    @Override
    public String summary() {
        return "longer transactions: 20% only read, 40% only write, 40% read and then write each key";
    }

    @Override
    public Set<Ability> needs() {
        return Set.of(Ability.REGISTERS);
    }

    @Override
    public Options defaults() {
        return Options.none().with(KEYS, 20).with(LENGTH, 8);
    }

    @Override
    public TransactionSource start(Options options) {
        LiveKeys keys = new LiveKeys(options);
        return (session, random) -> {
            int mix = MIX.draw(random);
            Steps.Kind[] kinds = new Steps.Kind[options.get(LENGTH)];
            long[] used = new long[kinds.length];
            if (mix == READ_ONLY) {
                Arrays.fill(kinds, Steps.Kind.READ);
                Arrays.setAll(used, step -> keys.key(keys.draw(random)));
                return new Steps(kinds, used, random.chance(options.get(ROLLBACK_RATIO)));
            }
            if (mix == WRITE_ONLY) {
                Arrays.fill(kinds, Steps.Kind.WRITE);
                Arrays.setAll(used, step -> keys.keyToWrite(keys.draw(random), 1));
            } else {
                readModifyWrite(kinds, used, keys, random);
            }
            return new Steps(kinds, used, false);
        };
    }

    /** Pairs of a read and a write; a read at the end if the length is odd. */
    private static void readModifyWrite(Steps.Kind[] kinds, long[] used, LiveKeys keys, RandomSource random) {
        for (int step = 0; step + 1 < kinds.length; step += 2) {
            kinds[step] = Steps.Kind.READ;
            kinds[step + 1] = Steps.Kind.WRITE;
            used[step] = keys.keyToWrite(keys.draw(random), 1);
            used[step + 1] = used[step];
        }
        if (kinds.length % 2 == 1) {
            kinds[kinds.length - 1] = Steps.Kind.READ;
            used[kinds.length - 1] = keys.key(keys.draw(random));
        }
    }
}
