package org.isolde.check;

import org.isolde.proof.ProofEdge;

/** The kinds of edges between transactions, by the letters that the literature uses. */
public enum EdgeKind {
    /** Session order. */
    SO(ProofEdge.Kind.SO),
    /** Real time: one ended before the other began. */
    RT(ProofEdge.Kind.RT),
    /** The second read what the first wrote. */
    WR(ProofEdge.Kind.WR),
    /** The second overwrote what the first wrote. */
    WW(ProofEdge.Kind.WW),
    /** The second overwrote what the first read. */
    RW(ProofEdge.Kind.RW),
    /** The level forces the first before the second in the commit order. */
    CO(ProofEdge.Kind.CO),
    /** The second's predicate read saw that the first made a row match, or match no more. */
    PREDICATE_WR(ProofEdge.Kind.PREDICATE_WR),
    /** The second made a row match, or match no more, after what the first's predicate read saw. */
    PREDICATE_RW(ProofEdge.Kind.PREDICATE_RW);

    private static final EdgeKind[] KINDS = values();

    private final ProofEdge.Kind proof;

    EdgeKind(ProofEdge.Kind proof) {
        this.proof = proof;
    }

    public String text() {
        return proof.text();
    }

    /** The same for people: {@code predicate rw}. */
    public String words() {
        return proof.text().replace('-', ' ');
    }

    /** Whether it is about a predicate read, and so about a whole table. */
    public boolean isOfPredicate() {
        return this == PREDICATE_WR || this == PREDICATE_RW;
    }

    /** The same kind in a proof. */
    public ProofEdge.Kind proof() {
        return proof;
    }

    public static EdgeKind of(ProofEdge.Kind proof) {
        for (EdgeKind kind : KINDS) {
            if (kind.proof == proof) {
                return kind;
            }
        }
        throw new IllegalArgumentException(proof.name());
    }
}
