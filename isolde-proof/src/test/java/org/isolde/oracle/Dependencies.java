package org.isolde.oracle;

/**
 * A dependency graph, and which levels of docs/levels.md allow it: each level's condition in its own words.
 *
 * @param wr of items and, where there are any, of predicates
 * @param ww per item
 * @param rw per item, of item reads
 * @param predicateRw of predicate reads, which rr and the lost update of cs leave aside
 */
public record Dependencies(Relation so, Relation rt, Relation wr, Relation[] ww, Relation[] rw, Relation predicateRw) {

    public boolean allow(String level) {
        return switch (level) {
            case "ru" -> allWw().acyclic();
            case "g1" -> wrww().acyclic();
            case "cs" -> wrww().acyclic() && noLostUpdate();
            case "cv" -> wrww().acyclic() && !allRw().meetsInverseOf(wrww().plus());
            case "rr" -> wrww().or(rw).acyclic();
            case "pc" -> so.or(wr).then(allRw().orEqual()).or(ww).acyclic();
            case "psi" -> sowrww().acyclic() && !allRw().meetsInverseOf(sowrww().plus());
            case "si" -> sowrww().then(allRw().orEqual()).acyclic();
            case "strong-si" -> sowrww().or(rt).then(allRw().orEqual()).acyclic();
            case "ser" -> sowrww().or(allRw()).acyclic();
            case "sser" -> sowrww().or(rt, allRw()).acyclic();
            default -> throw new IllegalArgumentException(level + " is not defined by a dependency graph");
        };
    }

    /** The version orders of all items. */
    private Relation allWw() {
        return new Relation(wr.size()).or(ww);
    }

    /** The anti-dependencies of all items and predicates. */
    private Relation allRw() {
        return predicateRw.or(rw);
    }

    private Relation wrww() {
        return wr.or(ww);
    }

    private Relation sowrww() {
        return so.or(wr).or(ww);
    }

    /** On no item x: rw_x(t, b) and ww_x(b, t). */
    private boolean noLostUpdate() {
        for (int x = 0; x < ww.length; x++) {
            if (rw[x].meetsInverseOf(ww[x])) {
                return false;
            }
        }
        return true;
    }
}
