package org.isolde.run.workload;

import static org.isolde.run.workload.WorkloadOptions.ROLLBACK_RATIO;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.run.Ability;
import org.isolde.run.option.Options;

/**
 * Mini-transactions of every shape, on few keys that are soon replaced by fresh ones.
 *
 * <p>Every shape can occur; those that have found bugs in databases occur often. First of all that is a write before the
 * last read, where what is read may be a row that another transaction has only just inserted.
 */
public final class MiniWorkload implements Workload {
    private static final Map<String, Integer> FAVOURITES = Map.of(
            "rx wx ry", 45,
            "rx ry", 12,
            "rx wx", 6,
            "rx ry wy", 8,
            "rx ry wx", 4,
            "rx wx ry wy", 8,
            "rx ry wx wy", 3,
            "rx ry wy wx", 2);

    @Override
    public String name() {
        return "mini";
    }

    @Override
    public String summary() {
        return "mini-transactions: one or two reads, up to two writes, each of a key that was read before";
    }

    @Override
    public Set<Ability> needs() {
        return Set.of(Ability.REGISTERS);
    }

    @Override
    public Options defaults() {
        return Options.none().with(ROLLBACK_RATIO, 0.3);
    }

    @Override
    public TransactionSource start(Options options) {
        List<MiniShape> shapes = MiniShape.all();
        Weights weights = new Weights(shapes.stream()
                .mapToInt(shape -> FAVOURITES.getOrDefault(shape.toString(), 1))
                .toArray());
        LiveKeys keys = new LiveKeys(options);
        return (session, random) -> {
            MiniShape shape = shapes.get(weights.draw(random));
            int slot = keys.draw(random);
            int other = shape.usesTwoKeys() ? keys.drawOther(slot, random) : slot;
            boolean rollsBack = shape.isReadOnly() && random.chance(options.get(ROLLBACK_RATIO));
            long x = keys.keyToWrite(slot, shape.writes(0));
            long y = keys.keyToWrite(other, shape.writes(1));
            return shape.on(x, y, rollsBack);
        };
    }
}
