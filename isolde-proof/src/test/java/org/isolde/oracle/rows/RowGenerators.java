package org.isolde.oracle.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.isolde.oracle.Draws;
import org.isolde.oracle.rows.RowChanges.Fault;
import org.isolde.oracle.rows.RowStores.Policy;

/**
 * Seeded generators of tiny histories of rows, in named flavours.
 *
 * <p>Invariant: the same generator state gives the same history; 2 to 5 transactions T1, T2, ... in the order in which they
 * committed or were made up, 1 to 3 rows of 1 or 2 tables.
 */
public final class RowGenerators {
    private RowGenerators() {}

    /** A named generator. Invariant: {@code make} uses no randomness but its argument's. */
    public record Flavour(String name, Function<SplittableRandom, RowHistory> make) {
        public RowHistory generate(SplittableRandom random) {
            return make.apply(random);
        }
    }

    /** Of each store, truthful, with a certificate and the order of commits. */
    public static List<Flavour> truthful() {
        List<Flavour> flavours = new ArrayList<>();
        for (Policy policy : Policy.values()) {
            flavours.add(new Flavour(name(policy), r -> RowStores.simulate(r, policy)));
        }
        return flavours;
    }

    /** Of each store, and with each fault, with some evidence or other, some outcomes and times. */
    public static List<Flavour> flavours() {
        return flavours(RowGenerators::decorate);
    }

    /** The same, always with an expected serial order, and mostly with no other evidence. */
    public static List<Flavour> ordered() {
        return flavours((h, r) -> {
            RowHistory timed = r.nextInt(3) == 0 ? RowChanges.times(h, r) : h;
            return r.nextInt(4) == 0 ? timed : RowChanges.orderOnly(timed);
        });
    }

    private static List<Flavour> flavours(BiFunction<RowHistory, SplittableRandom, RowHistory> decorate) {
        List<Flavour> flavours = new ArrayList<>();
        for (Policy policy : Policy.values()) {
            flavours.add(new Flavour(name(policy), r -> decorate.apply(RowStores.simulate(r, policy), r)));
            flavours.add(new Flavour(
                    name(policy) + "-outcomes",
                    r -> decorate.apply(RowChanges.otherOutcome(RowStores.simulate(r, policy), r), r)));
        }
        RowShapes.SHAPES.forEach((name, shape) ->
                flavours.add(new Flavour("shape-" + name, r -> decorate.apply(RowShapes.like(shape, r), r))));
        for (Fault fault : RowChanges.FAULTS) {
            flavours.add(new Flavour(fault.name(), r -> {
                Policy policy = Draws.pick(r, List.of(Policy.SERIAL, Policy.SNAPSHOT, Policy.STATEMENT));
                return decorate.apply(fault.apply(RowStores.simulate(r, policy), r), r);
            }));
        }
        flavours.add(new Flavour("two-faults", r -> {
            RowHistory h = RowStores.simulate(r, Draws.pick(r, Policy.values()));
            h = Draws.pick(r, RowChanges.FAULTS).apply(h, r);
            return decorate.apply(Draws.pick(r, RowChanges.FAULTS).apply(h, r), r);
        }));
        flavours.add(new Flavour("faults-and-outcomes", r -> {
            RowHistory h = RowChanges.otherOutcome(RowStores.simulate(r, Draws.pick(r, Policy.values())), r);
            return decorate.apply(Draws.pick(r, RowChanges.FAULTS).apply(h, r), r);
        }));
        return flavours;
    }

    private static RowHistory decorate(RowHistory h, SplittableRandom r) {
        RowHistory named = r.nextInt(4) == 0 ? RowChanges.nameAll(h) : h;
        RowHistory timed = r.nextInt(3) == 0 ? RowChanges.times(named, r) : named;
        return RowChanges.lessEvidence(timed, r);
    }

    private static String name(Policy policy) {
        return policy.name().toLowerCase(Locale.ROOT);
    }
}
