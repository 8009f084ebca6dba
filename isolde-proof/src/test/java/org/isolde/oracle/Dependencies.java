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
        Relation none = new Relation(wr.size());
        Relation allWw = none.or(ww);
        Relation itemRw = none.or(rw);
        Relation allRw = itemRw.or(predicateRw);
        Relation wrww = wr.or(allWw);
        Relation sowrww = so.or(wrww);
        return switch (level) {
            case "ru" -> allWw.acyclic();
            case "g1" -> wrww.acyclic();
            case "cs" -> wrww.acyclic() && noLostUpdate();
            case "cv" -> wrww.acyclic() && !allRw.meetsInverseOf(wrww.plus());
            case "rr" -> wrww.or(itemRw).acyclic();
            case "pc" -> so.or(wr).then(allRw.orEqual()).or(allWw).acyclic();
            case "psi" -> sowrww.acyclic() && !allRw.meetsInverseOf(sowrww.plus());
            case "si" -> sowrww.then(allRw.orEqual()).acyclic();
            case "strong-si" -> sowrww.or(rt).then(allRw.orEqual()).acyclic();
            case "ser" -> sowrww.or(allRw).acyclic();
            case "sser" -> sowrww.or(rt, allRw).acyclic();
            default -> throw new IllegalArgumentException(level + " is not defined by a dependency graph");
        };
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
