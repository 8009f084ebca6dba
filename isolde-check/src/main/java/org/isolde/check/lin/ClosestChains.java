package org.isolde.check.lin;

import java.util.Arrays;
import org.isolde.check.graph.IntList;
import org.isolde.check.refute.ChainPair;
import org.isolde.history.History;

/** Of two chains whose zones contradict each other the operations that show it in the fewest steps. */
final class ClosestChains {
    private ClosestChains() {}

    /** The four operations that are nearest to each other in their chains. */
    static ChainPair of(Registers registers, Chains chains, int headA, int headB) {
        int[] b = versions(chains, headB);
        int latest = 0;
        int earliest = 0;
        for (int version : b) {
            latest = later(registers, latest, latestBegun(registers, chains, version));
            int ended = earliestEnded(registers, chains, version);
            earliest = earliest == 0 || registers.end(ended) < registers.end(earliest) ? ended : earliest;
        }
        Stretch inA = closestStretch(registers, chains, versions(chains, headA), latest, earliest);
        Stretch inB = closestStretch(registers, chains, b, inA.late, inA.early);
        return new ChainPair(
                inA.early,
                inA.versionOfEarly,
                inA.late,
                inA.versionOfLate,
                inA.versions,
                inB.early,
                inB.versionOfEarly,
                inB.late,
                inB.versionOfLate,
                inB.versions);
    }

    private record Stretch(int early, int versionOfEarly, int late, int versionOfLate, int[] versions) {}

    /** The closest two versions of which one has an operation that ended before another chain's late one began, and so on. */
    private static Stretch closestStretch(
            Registers registers, Chains chains, int[] versions, int otherLate, int otherEarly) {
        int early = -1;
        int late = -1;
        int bestEarly = -1;
        int bestLate = -1;
        for (int i = 0; i < versions.length; i++) {
            early = registers.precedes(earliestEnded(registers, chains, versions[i]), otherLate) ? i : early;
            late = registers.precedes(otherEarly, latestBegun(registers, chains, versions[i])) ? i : late;
            if (early >= 0 && late >= 0 && (bestEarly < 0 || Math.abs(early - late) < Math.abs(bestEarly - bestLate))) {
                bestEarly = early;
                bestLate = late;
            }
        }
        return new Stretch(
                earliestEnded(registers, chains, versions[bestEarly]),
                versions[bestEarly],
                latestBegun(registers, chains, versions[bestLate]),
                versions[bestLate],
                Arrays.copyOfRange(versions, Math.min(bestEarly, bestLate), Math.max(bestEarly, bestLate) + 1));
    }

    private static int[] versions(Chains chains, int head) {
        IntList versions = new IntList();
        int version = head;
        do {
            versions.add(version);
            version = chains.next(version);
        } while (version != 0);
        return versions.toArray();
    }

    /** Of the writer of a version and its readers the one that ended first; the initial one ended before all. */
    private static int earliestEnded(Registers registers, Chains chains, int version) {
        int earliest = version;
        for (int r = chains.firstReader(version); r != 0 && version != History.INITIAL; r = chains.nextReader(r)) {
            earliest = registers.end(r) < registers.end(earliest) ? r : earliest;
        }
        return earliest;
    }

    /** Of the writer of a version and its readers the one that began last; 0 if there is none but the initial one. */
    private static int latestBegun(Registers registers, Chains chains, int version) {
        int latest = version;
        for (int r = chains.firstReader(version); r != 0; r = chains.nextReader(r)) {
            latest = later(registers, latest, r);
        }
        return latest;
    }

    private static int later(Registers registers, int a, int b) {
        return a == 0 || (b != 0 && registers.begin(b) > registers.begin(a)) ? b : a;
    }
}
