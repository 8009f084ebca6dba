package org.isolde.oracle;

import static org.isolde.oracle.Draws.pick;
import static org.isolde.oracle.TinyChanges.decorate;
import static org.isolde.oracle.TinyChanges.mutate;
import static org.isolde.oracle.TinyChanges.statuses;
import static org.isolde.oracle.TinyChanges.times;
import static org.isolde.oracle.TinyChanges.withTimes;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.isolde.oracle.TinyHistory.Op;
import org.isolde.oracle.TinyStores.Policy;

/**
 * Seeded generators of tiny histories, in named flavours made so that neighbouring levels come apart.
 *
 * <p>Invariant: the same generator state gives the same history; no value is written twice to a key (but in {@link
 * #repeatedFlavours}), and ids are T and a number. A history of {@link #flavours()} has at most 6 transactions in 1 to 4 sessions, at most 3 keys and 1 to 4
 * operations per transaction, and its ids are T1, T2, ... in the order in which the transactions were made up (for the
 * simulated flavours: committed).
 */
public final class TinyGenerators {

    /** A named generator. Invariant: {@code make} uses no randomness but its argument's. */
    public record Flavour(String name, Function<SplittableRandom, TinyHistory> make) {

        public TinyHistory generate(SplittableRandom random) {
            return make.apply(random);
        }
    }

    private TinyGenerators() {}

    /** The flavours of register histories without a version order. */
    public static List<Flavour> flavours() {
        List<Flavour> f = new ArrayList<>();
        f.add(new Flavour("uniform", TinyGenerators::uniform));
        for (Policy p : Policy.values()) {
            f.add(new Flavour(
                    "sim-" + p.name().toLowerCase().replace('_', '-'), r -> decorate(TinyStores.simulate(r, p), r)));
        }
        f.add(new Flavour("causal-chain", r -> decorate(TinyAnomalies.chain(r), r)));
        f.add(new Flavour("session-guarantee", r -> decorate(TinyAnomalies.sessionGuarantee(r), r)));
        f.add(new Flavour("long-fork", r -> decorate(TinyAnomalies.longFork(r), r)));
        f.add(new Flavour("lost-update", r -> decorate(TinyAnomalies.lostUpdate(r), r)));
        f.add(new Flavour("write-skew", r -> decorate(TinyAnomalies.writeSkew(r), r)));
        f.add(new Flavour("timed-write-skew", r -> times(TinyAnomalies.writeSkew(r), r)));
        f.add(new Flavour("fractured-read", r -> decorate(TinyAnomalies.fracturedRead(r), r)));
        f.add(new Flavour("non-monotonic-in-txn", r -> decorate(TinyAnomalies.nonMonotonic(r), r)));
        f.add(new Flavour("non-repeatable", r -> decorate(TinyAnomalies.nonRepeatable(r), r)));
        f.add(new Flavour("inconsistent-read", r -> withTimes(TinyAnomalies.inconsistentRead(r), r)));
        f.add(new Flavour(
                "unknown-and-aborted", r -> statuses(TinyStores.simulate(r, pick(r, Policy.values())), r, 3)));
        f.add(new Flavour("mutated-serial", r -> mutate(decorate(TinyStores.simulate(r, Policy.SERIAL), r), r)));
        f.add(new Flavour("timed-serial", r -> times(statuses(TinyStores.simulate(r, Policy.SERIAL), r, 1), r)));
        f.add(new Flavour("timed-single-op", TinyAnomalies::singleOp));
        return f;
    }

    /** Histories like each of {@link TinyShapes#SHAPES}. */
    public static List<Flavour> shapeFlavours() {
        return TinyShapes.SHAPES.stream()
                .map(shape -> new Flavour("shape-" + shape.name(), r -> TinyShapes.like(shape, r)))
                .toList();
    }

    /** Histories of 5 to 7 transactions whose version orders are open, for want of reads before writes. */
    public static List<Flavour> blindFlavours() {
        return List.of(new Flavour("blind", TinyOpen::blind));
    }

    /** Histories of one key. */
    public static List<Flavour> singleKeyFlavours() {
        return List.of(new Flavour("single-key", TinyOpen::singleKey));
    }

    /** Single reads, writes and compare-and-sets with begin and end, nearly linearizable. */
    public static List<Flavour> singleOperationFlavours() {
        return List.of(new Flavour("single-operations", TinyAnomalies::singleOp));
    }

    /** Histories of up to 20 transactions and 15 keys whose version orders depend on each other. */
    public static List<Flavour> searchFlavours() {
        return List.of(new Flavour("choices", TinyOpen::choices), new Flavour("formula", TinyOpen::formula));
    }

    /** Mini-transactions: every write has a read of its key before it. */
    public static List<Flavour> miniFlavours() {
        return changed("mini", small(), TinyEvidence::readBeforeWrites);
    }

    /** Register histories with a version order of some keys: complete or partial, possible or not. */
    public static List<Flavour> versionFlavours() {
        return changed("versions", small(), TinyEvidence::withVersions);
    }

    /** List-append histories (made from register histories: a read of v becomes one of the list up to v). */
    public static List<Flavour> listFlavours() {
        return changed("list", small(), TinyEvidence::toLists);
    }

    /** Register histories in which some reads are failed compare-and-sets instead. */
    public static List<Flavour> failedFlavours() {
        List<Flavour> flavours = small();
        flavours.addAll(singleOperationFlavours());
        return changed("failed", flavours, TinyChanges::failedCompareAndSets);
    }

    /** Histories in which an unknown transaction may have written what another one wrote. */
    public static List<Flavour> repeatedFlavours() {
        List<Flavour> flavours = new ArrayList<>(small());
        flavours.addAll(listFlavours());
        flavours.addAll(versionFlavours());
        return changed("repeated", flavours, TinyChanges::repeatedValues);
    }

    /** All flavours of registers that have no version order. */
    private static List<Flavour> small() {
        List<Flavour> f = new ArrayList<>(flavours());
        f.add(new Flavour("shapes", r -> TinyShapes.any(r).withVersions(Map.of())));
        f.addAll(blindFlavours());
        f.addAll(singleKeyFlavours());
        return f;
    }

    private static List<Flavour> changed(
            String name, List<Flavour> flavours, BiFunction<TinyHistory, SplittableRandom, TinyHistory> change) {
        return flavours.stream()
                .map(f -> new Flavour(name + "-" + f.name(), r -> change.apply(f.generate(r), r)))
                .toList();
    }

    /** A history of any flavour of {@link #flavours()}, all equally likely. */
    public static TinyHistory any(SplittableRandom r) {
        return pick(r, flavours()).generate(r);
    }

    /** Any operation, any value that somebody writes to the key, or the initial one. */
    private static TinyHistory uniform(SplittableRandom r) {
        Draft d = new Draft(r);
        int txns = 2 + r.nextInt(Draft.MAX_TXNS - 2);
        int sessions = 1 + r.nextInt(Draft.MAX_SESSIONS);
        int keys = 1 + r.nextInt(Draft.MAX_KEYS);
        for (int t = 0; t < txns; t++) {
            int n = d.txn(r.nextInt(sessions));
            for (int i = 1 + r.nextInt(Draft.MAX_OPS - 1); i > 0; i--) {
                int key = r.nextInt(keys);
                d.txns.get(n).add(r.nextInt(3) > 0 ? Op.read(key, -1) : d.write(key));
            }
        }
        for (List<Op> ops : d.txns) {
            ops.replaceAll(o -> o.writes() ? o : Op.read(o.key(), r.nextInt(d.lastValue[o.key()] + 1)));
        }
        return decorate(d.done(), r);
    }
}
