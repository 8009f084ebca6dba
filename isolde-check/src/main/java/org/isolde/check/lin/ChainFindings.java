package org.isolde.check.lin;

import java.util.ArrayList;
import java.util.List;
import org.isolde.check.AnomalyKind;
import org.isolde.check.refute.ChainPair;
import org.isolde.check.refute.RegisterContradiction;
import org.isolde.history.History;
import org.isolde.proof.Refutation;

/**
 * What {@link Chains} found wrong, with its proof. Of the operations that would do, those nearest to each other in their chain
 * are taken, so that both stay short. A refutation speaks of writers of values, and so of keys only whose values all have
 * one.
 */
final class ChainFindings {
    private final Registers registers;
    private final History history;
    private final Chains chains;

    ChainFindings(Registers registers, Chains chains) {
        this.registers = registers;
        this.history = registers.history;
        this.chains = chains;
    }

    RegisterContradiction of(int key, Chains.Finding finding) {
        return switch (finding.problem()) {
            case BAD_READ -> badRead(key, finding.first(), finding.version());
            case DIVERGENCE -> divergence(key, finding);
            case CIRCLE -> circle(key, finding.first());
            case CHAIN_BACKWARDS -> backwards(key, finding.first(), finding.version());
            case ZONES -> {
                ChainPair pair = ClosestChains.of(registers, chains, finding.first(), finding.second());
                yield new RegisterContradiction.Zones(pair, proof(key, new ChainRefutation(key).zones(pair)));
            }
        };
    }

    private Refutation proof(int key, Refutation refutation) {
        return registers.isRepeated(key) ? null : refutation;
    }

    RegisterContradiction badRead(int key, int reader, int writer) {
        AnomalyKind kind = writer == History.NOBODY
                ? AnomalyKind.THIN_AIR_READ
                : writer == reader ? AnomalyKind.FUTURE_READ : AnomalyKind.ABORTED_READ;
        return new RegisterContradiction.BadRead(
                reader,
                writer,
                kind,
                proof(key, new Refutation(List.of(new Refutation.BadRead(history.firstOp(reader))))));
    }

    private RegisterContradiction divergence(int key, Chains.Finding finding) {
        int a = Math.min(finding.first(), finding.second());
        int b = Math.max(finding.first(), finding.second());
        return new RegisterContradiction.Replaced(
                a, b, proof(key, new ChainRefutation(key).divergence(finding.version(), a, b)));
    }

    private RegisterContradiction circle(int key, int start) {
        List<Integer> round = new ArrayList<>();
        int t = start;
        do {
            round.add(t);
            t = chains.next(t);
        } while (t != start);
        return new RegisterContradiction.Circle(round, proof(key, new ChainRefutation(key).circle(round)));
    }

    /** An operation on a version of a chain that began after something later in the chain had ended. */
    private RegisterContradiction backwards(int key, int late, int version) {
        // the versions from the one of the late operation to the one of the nearest that had ended before it began
        List<Integer> versions = new ArrayList<>(List.of(version));
        int early = 0;
        if (late == version) {
            early = endedReader(version, late);
        }
        for (int v = version; early == 0; ) {
            v = chains.next(v);
            versions.add(v);
            early = registers.precedes(v, late) ? v : endedReader(v, late);
        }
        return new RegisterContradiction.Backwards(
                late, early, versions, proof(key, new ChainRefutation(key).backwards(late, early, versions)));
    }

    /** A reader of a version that had ended before another operation began, or 0. */
    private int endedReader(int version, int late) {
        for (int r = chains.firstReader(version); r != 0; r = chains.nextReader(r)) {
            if (registers.precedes(r, late)) {
                return r;
            }
        }
        return 0;
    }

    /** A compare-and-set that failed although the version that it expected was there all the time; else null. */
    RegisterContradiction falseFailure(int failed) {
        int version = registers.source(failed);
        if (version == History.NOBODY || !registers.counts(version)) {
            return null;
        }
        int before = registers.precedes(version, failed) ? version : -1;
        int after = 0;
        int steps = 0;
        for (int r = chains.firstReader(version); r != 0 && steps < 1 << 16; r = chains.nextReader(r), steps++) {
            before = before < 0 && registers.precedes(r, failed) ? r : before;
            after = registers.precedes(failed, r) ? r : after;
        }
        int replacer = chains.next(version);
        after = replacer != 0 && registers.precedes(failed, replacer) ? replacer : after;
        return before < 0 || after == 0 ? null : new RegisterContradiction.FalseFailure(before, failed, after);
    }
}
