package org.isolde.check.weak;

import org.isolde.check.Anomaly;
import org.isolde.check.Edge;

import java.util.ArrayList;
import java.util.List;
import org.isolde.proof.ProofEdge;
import org.isolde.proof.ProofEdge.Kind;
import org.isolde.proof.Refutation;

/** The proof behind a cycle of a level that is decided by saturation: the cycle itself, each edge with its premise. */
final class WeakRefutation {
    private WeakRefutation() {}

    static Refutation of(Anomaly anomaly) {
        List<ProofEdge> edges = new ArrayList<>();
        for (Edge edge : anomaly.cycle()) {
            edges.add(new ProofEdge(
                    Kind.valueOf(edge.kind().name()), edge.from(), edge.to(), edge.key(), edge.reader(), edge.via()));
        }
        return new Refutation(List.of(new Refutation.Cycle(edges)));
    }
}
