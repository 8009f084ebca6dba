package org.isolde.run.workload;

import static org.isolde.run.workload.WorkloadOptions.LENGTH;
import static org.isolde.run.workload.WorkloadOptions.READ_RATIO;
import static org.isolde.run.workload.WorkloadOptions.ROLLBACK_RATIO;

import org.isolde.generate.RandomSource;
import org.isolde.run.option.Options;

/**
 * Transactions of one to {@code length} operations, each a read or a write by chance and on a key by chance: what
 * {@code list-append} and {@code rw-register} have in common.
 */
final class RandomMix implements TransactionSource {
    private final Options options;
    private final LiveKeys keys;
    private final Steps.Kind reading;
    private final Steps.Kind writing;

    RandomMix(Options options, Steps.Kind reading, Steps.Kind writing) {
        this.options = options;
        this.keys = new LiveKeys(options);
        this.reading = reading;
        this.writing = writing;
    }

    @Override
    public Transaction next(int session, RandomSource random) {
        Steps.Kind[] kinds = new Steps.Kind[1 + random.below(options.get(LENGTH))];
        long[] used = new long[kinds.length];
        for (int step = 0; step < kinds.length; step++) {
            boolean reads = random.chance(options.get(READ_RATIO));
            int slot = keys.draw(random);
            kinds[step] = reads ? reading : writing;
            used[step] = reads ? keys.key(slot) : keys.keyToWrite(slot, 1);
        }
        return new Steps(kinds, used, Steps.areReadOnly(kinds) && random.chance(options.get(ROLLBACK_RATIO)));
    }
}
