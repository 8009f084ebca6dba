package org.isolde.proof;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.proof.ProofEdge.Kind;

/**
 * Which cycles each level forbids. The edges of a cycle may meet a transaction more than once: every form here is such that a
 * closed walk of it contains what the definition of the level forbids.
 */
final class CycleForm {
    private static final Set<Kind> DEPENDENCIES =
            EnumSet.of(Kind.WR, Kind.PREDICATE_WR, Kind.WW, Kind.RW, Kind.PREDICATE_RW);

    private final History history;
    private final Level level;

    CycleForm(History history, Level level) {
        this.history = history;
        this.level = level;
    }

    void require(List<ProofEdge> edges) throws Refusal {
        if (edges.size() < 2) {
            throw new Refusal("a cycle has at least two edges");
        }
        for (int i = 0; i < edges.size(); i++) {
            if (before(edges, i).to() != edges.get(i).from()) {
                throw new Refusal("edge " + i + " of the cycle does not begin where the one before ends");
            }
        }
        boolean forbidden = switch (level) {
            case RU -> has(edges, EnumSet.of(Kind.WW));
            case G1 -> has(edges, EnumSet.of(Kind.WR, Kind.PREDICATE_WR, Kind.WW));
            case RC, RYW, MR, MW, WFR, RA, CC -> has(edges, EnumSet.of(Kind.SO, Kind.WR, Kind.WW, Kind.CO));
            case CS -> has(edges, EnumSet.of(Kind.WR, Kind.PREDICATE_WR, Kind.WW)) || isLostUpdate(edges);
            case CV -> has(edges, with(DEPENDENCIES)) && antiDependencies(edges) <= 1;
            case PSI -> has(edges, with(DEPENDENCIES, Kind.SO)) && antiDependencies(edges) <= 1;
            // phantoms are allowed: predicate rw does not count
            case RR -> has(edges, EnumSet.of(Kind.WR, Kind.PREDICATE_WR, Kind.WW, Kind.RW));
            case SER -> has(edges, with(DEPENDENCIES, Kind.SO));
            case SSER -> has(edges, with(DEPENDENCIES, Kind.SO, Kind.RT));
            case PC ->
                has(edges, with(DEPENDENCIES, Kind.SO))
                        && antiDependenciesFollow(edges, EnumSet.of(Kind.SO, Kind.WR, Kind.PREDICATE_WR));
            case SI ->
                has(edges, with(DEPENDENCIES, Kind.SO))
                        && antiDependenciesFollow(edges, EnumSet.of(Kind.SO, Kind.WR, Kind.PREDICATE_WR, Kind.WW));
            case STRONG_SI ->
                has(edges, with(DEPENDENCIES, Kind.SO, Kind.RT))
                        && antiDependenciesFollow(
                                edges, EnumSet.of(Kind.SO, Kind.RT, Kind.WR, Kind.PREDICATE_WR, Kind.WW));
            case LIN -> has(edges, EnumSet.of(Kind.RT, Kind.WR, Kind.WW, Kind.RW)) && isOfOneKey(edges);
        };
        if (!forbidden) {
            throw new Refusal(() -> level.text() + " does not forbid this cycle of "
                    + String.join(
                            ", ", edges.stream().map(edge -> edge.kind().text()).toList()));
        }
    }

    private static ProofEdge before(List<ProofEdge> edges, int i) {
        return edges.get(i == 0 ? edges.size() - 1 : i - 1);
    }

    private static boolean has(List<ProofEdge> edges, Set<Kind> only) {
        return edges.stream().allMatch(edge -> only.contains(edge.kind()));
    }

    private static Set<Kind> with(Set<Kind> kinds, Kind... more) {
        Set<Kind> all = EnumSet.copyOf(kinds);
        all.addAll(List.of(more));
        return all;
    }

    private static boolean isAntiDependency(ProofEdge edge) {
        return edge.kind() == Kind.RW || edge.kind() == Kind.PREDICATE_RW;
    }

    private static long antiDependencies(List<ProofEdge> edges) {
        return edges.stream().filter(CycleForm::isAntiDependency).count();
    }

    /** Whether every rw stands directly behind an edge of these kinds. */
    private static boolean antiDependenciesFollow(List<ProofEdge> edges, Set<Kind> kinds) {
        for (int i = 0; i < edges.size(); i++) {
            if (isAntiDependency(edges.get(i))
                    && !kinds.contains(before(edges, i).kind())) {
                return false;
            }
        }
        return true;
    }

    /** rw_x(t, b) and ww_x(b, t), in either turn; of item reads alone. */
    private static boolean isLostUpdate(List<ProofEdge> edges) {
        return edges.size() == 2
                && antiDependencies(edges) == 1
                && has(edges, EnumSet.of(Kind.RW, Kind.WW))
                && edges.get(0).key() == edges.get(1).key();
    }

    /** Whether all edges are about one key; those of real time between transactions that touch it. */
    private boolean isOfOneKey(List<ProofEdge> edges) {
        int key = -1;
        for (ProofEdge edge : edges) {
            if (edge.kind() != Kind.RT) {
                key = edge.key();
            }
        }
        for (ProofEdge edge : edges) {
            if (edge.kind() != Kind.RT && edge.key() != key) {
                return false;
            }
            if (edge.kind() == Kind.RT
                    && (history.key(history.firstOp(edge.from())) != key
                            || history.key(history.firstOp(edge.to())) != key)) {
                return false;
            }
        }
        return true;
    }
}
