package org.isolde.check.known;

import java.util.ArrayList;
import java.util.List;
import org.isolde.check.AnomalyKind;
import org.isolde.history.Level;
import org.isolde.proof.ProofEdge;

/**
 * What kind of anomaly a cycle of dependencies is: its shape, by the anti-dependencies in it (Adya's names), and whether
 * it needs sessions or real time to close. The kind follows from the edges alone.
 *
 * <p>Invariant: a variant says what the cycle contains, and real time beats sessions: a {@link Variant#PLAIN} cycle has
 * neither, a {@link Variant#SESSION} one has session order and no real time.
 */
public record CycleKind(Shape shape, Variant variant) {
    /** Weakest first: what forbids a shape (with the same variant) forbids those before it. */
    public enum Shape {
        /** Version order alone. */
        G0("G0", AnomalyKind.DIRTY_WRITE),
        /** At least one read from another, no anti-dependency. */
        G1C("G1c", AnomalyKind.CIRCULAR_INFORMATION_FLOW),
        /** One anti-dependency, and for the rest version order of the same key. */
        LOST_UPDATE("G-single", AnomalyKind.LOST_UPDATE),
        /** Exactly one anti-dependency. */
        G_SINGLE("G-single", AnomalyKind.READ_SKEW),
        /** Several anti-dependencies, never one right behind another. */
        G_NONADJACENT("G-nonadjacent", AnomalyKind.LONG_FORK),
        /** Two anti-dependencies in a row. */
        G2_ITEM("G2-item", AnomalyKind.WRITE_SKEW);

        private final String alias;
        private final AnomalyKind plain;

        Shape(String alias, AnomalyKind plain) {
            this.alias = alias;
            this.plain = plain;
        }
    }

    /** What beside the dependencies is needed to close the cycle. */
    public enum Variant {
        PLAIN(""),
        SESSION("-session"),
        REAL_TIME("-realtime");

        private final String suffix;

        Variant(String suffix) {
            this.suffix = suffix;
        }
    }

    /** All kinds that are searched for, in the order in which they are reported. */
    static final List<CycleKind> ALL = all();

    private static List<CycleKind> all() {
        List<CycleKind> kinds = new ArrayList<>();
        for (Variant variant : Variant.values()) {
            for (Shape shape : Shape.values()) {
                if (shape != Shape.LOST_UPDATE || variant == Variant.PLAIN) {
                    kinds.add(new CycleKind(shape, variant));
                }
            }
        }
        return List.copyOf(kinds);
    }

    /** The kind of a cycle of so, rt, wr, ww and rw, also by predicates; a lost update is just a G-single here. */
    public static CycleKind of(List<ProofEdge> cycle) {
        int anti = 0;
        boolean adjacent = false;
        boolean reads = false;
        Variant variant = Variant.PLAIN;
        for (int i = 0; i < cycle.size(); i++) {
            ProofEdge.Kind kind = cycle.get(i).kind();
            boolean rw = isAntiDependency(kind);
            anti += rw ? 1 : 0;
            adjacent |= rw && isAntiDependency(cycle.get((i + 1) % cycle.size()).kind());
            reads |= isRead(kind);
            if (kind == ProofEdge.Kind.RT) {
                variant = Variant.REAL_TIME;
            } else if (kind == ProofEdge.Kind.SO && variant == Variant.PLAIN) {
                variant = Variant.SESSION;
            }
        }
        Shape shape;
        if (anti == 0) {
            shape = reads ? Shape.G1C : Shape.G0;
        } else if (anti == 1) {
            shape = Shape.G_SINGLE;
        } else {
            shape = adjacent ? Shape.G2_ITEM : Shape.G_NONADJACENT;
        }
        return new CycleKind(shape, variant);
    }

    private static boolean isRead(ProofEdge.Kind kind) {
        return kind == ProofEdge.Kind.WR || kind == ProofEdge.Kind.PREDICATE_WR;
    }

    private static boolean isAntiDependency(ProofEdge.Kind kind) {
        return kind == ProofEdge.Kind.RW || kind == ProofEdge.Kind.PREDICATE_RW;
    }

    /** The worst shape and variant of several cycles, which together show something. */
    public static CycleKind ofAll(List<List<ProofEdge>> cycles) {
        Shape shape = Shape.G0;
        Variant variant = Variant.PLAIN;
        for (List<ProofEdge> cycle : cycles) {
            CycleKind kind = of(cycle);
            shape = kind.shape.compareTo(shape) > 0 ? kind.shape : shape;
            variant = kind.variant.compareTo(variant) > 0 ? kind.variant : variant;
        }
        return new CycleKind(shape, variant);
    }

    /** The name in the vocabulary of Adya and Elle. */
    public String alias() {
        return shape.alias + variant.suffix;
    }

    /** Whether a cycle has a change that a predicate read missed. */
    private static boolean hasPhantom(List<ProofEdge> cycle) {
        return cycle.stream().anyMatch(edge -> edge.kind() == ProofEdge.Kind.PREDICATE_RW);
    }

    /** The alias of a cycle, by its edges: Adya's G2-item is about items, G2 also about predicates. */
    public static String alias(List<ProofEdge> cycle) {
        CycleKind kind = of(cycle);
        return kind.shape == Shape.G2_ITEM && hasPhantom(cycle) ? "G2" + kind.variant.suffix : kind.alias();
    }

    /** The name of a cycle in the taxonomy, by its edges. */
    public static AnomalyKind anomaly(List<ProofEdge> cycle) {
        CycleKind kind = of(cycle);
        if (kind.variant == Variant.REAL_TIME || !hasPhantom(cycle)) {
            return kind.anomaly();
        }
        return switch (kind.shape) {
            case G_SINGLE -> AnomalyKind.PHANTOM;
            case G2_ITEM -> AnomalyKind.PREDICATE_WRITE_SKEW;
            default -> kind.anomaly();
        };
    }

    /** The name in the taxonomy. */
    public AnomalyKind anomaly() {
        if (variant == Variant.REAL_TIME) {
            return AnomalyKind.REAL_TIME_VIOLATION;
        }
        return variant == Variant.SESSION && shape == Shape.G1C ? AnomalyKind.CIRCULAR_SESSION_FLOW : shape.plain;
    }

    /** Whether every cycle of this kind breaks a level. */
    boolean alwaysBreaks(Level level) {
        boolean known = switch (level) {
            case RU, G1, CS, CV, RR, LIN -> variant == Variant.PLAIN;
            case STRONG_SI, SSER -> true;
            default -> variant != Variant.REAL_TIME;
        };
        return known && shape.compareTo(worstForbidden(level)) <= 0;
    }

    /** The last shape of which a level forbids every cycle. */
    private static Shape worstForbidden(Level level) {
        return switch (level) {
            case RU -> Shape.G0;
            case CS -> Shape.LOST_UPDATE;
            case CV, PSI -> Shape.G_SINGLE;
            case SI, STRONG_SI -> Shape.G_NONADJACENT;
            case RR, SER, SSER, LIN -> Shape.G2_ITEM;
            default -> Shape.G1C;
        };
    }

    /**
     * Whether a cycle breaks a level, by the definitions of the levels. For the levels up to causal consistency that is
     * what can be told from the kinds of edges; for linearizability the cycle must do without session order.
     */
    static boolean breaks(List<ProofEdge> cycle, Level level) {
        CycleKind kind = of(cycle);
        if (level == Level.LIN) {
            return cycle.stream().noneMatch(edge -> edge.kind() == ProofEdge.Kind.SO);
        }
        if (kind.alwaysBreaks(level)) {
            return true;
        }
        if (kind.variant == Variant.REAL_TIME) {
            return false;
        }
        return switch (level) {
            case PC -> breaksPrefix(cycle);
            case RYW -> afterTheAntiDependency(cycle).matches("s+");
            case MR -> afterTheAntiDependency(cycle).matches("rs+");
            case MW -> afterTheAntiDependency(cycle).matches("s+r");
            case WFR -> afterTheAntiDependency(cycle).matches("rs*r");
            case RA -> afterTheAntiDependency(cycle).matches("r|s+");
            case CC -> afterTheAntiDependency(cycle).matches("[rs]+");
            default -> false;
        };
    }

    /** Prefix consistency: every anti-dependency stands directly behind session order or a read. */
    private static boolean breaksPrefix(List<ProofEdge> cycle) {
        for (int i = 0; i < cycle.size(); i++) {
            ProofEdge.Kind before = cycle.get(i).kind();
            boolean anti = isAntiDependency(cycle.get((i + 1) % cycle.size()).kind());
            if (anti && before != ProofEdge.Kind.SO && !isRead(before)) {
                return false;
            }
        }
        return true;
    }

    /** The edges behind the only anti-dependency, as a word of r (reads-from), s (session order) and w; else "". */
    private static String afterTheAntiDependency(List<ProofEdge> cycle) {
        StringBuilder before = new StringBuilder();
        StringBuilder after = null;
        for (ProofEdge edge : cycle) {
            if (isAntiDependency(edge.kind())) {
                if (after != null) {
                    return "";
                }
                after = new StringBuilder();
            } else {
                char letter = isRead(edge.kind()) ? 'r' : edge.kind() == ProofEdge.Kind.SO ? 's' : 'w';
                (after == null ? before : after).append(letter);
            }
        }
        return after == null ? "" : after.append(before).toString();
    }
}
