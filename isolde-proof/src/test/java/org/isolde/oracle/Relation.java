package org.isolde.oracle;

/**
 * A binary relation over 0..n-1 (n at most 31), for {@link Oracle}: unions, compositions and closures in the words
 * of docs/levels.md.
 *
 * <p>Invariant: bit b of {@code rows[a]} is set iff a is related to b; only {@link #add} changes a relation, all
 * other operations give a new one.
 */
public final class Relation {
    private final int[] rows;

    public Relation(int n) {
        rows = new int[n];
    }

    public int size() {
        return rows.length;
    }

    public void add(int a, int b) {
        rows[a] |= 1 << b;
    }

    public boolean has(int a, int b) {
        return (rows[a] >> b & 1) != 0;
    }

    /** The set of all b with a related to b, as bits. */
    public int after(int a) {
        return rows[a];
    }

    /** The set of all a related to b, as bits. */
    public int before(int b) {
        int set = 0;
        for (int a = 0; a < rows.length; a++) {
            set |= (rows[a] >> b & 1) << a;
        }
        return set;
    }

    public Relation or(Relation... others) {
        Relation r = new Relation(rows.length);
        for (int a = 0; a < rows.length; a++) {
            r.rows[a] = rows[a];
            for (Relation other : others) {
                r.rows[a] |= other.rows[a];
            }
        }
        return r;
    }

    /** Composition: a related to c iff this(a, b) and next(b, c) for some b. */
    public Relation then(Relation next) {
        Relation r = new Relation(rows.length);
        for (int a = 0; a < rows.length; a++) {
            for (int b = 0; b < rows.length; b++) {
                if (has(a, b)) {
                    r.rows[a] |= next.rows[b];
                }
            }
        }
        return r;
    }

    /** This relation or equality. */
    public Relation orEqual() {
        Relation r = or();
        for (int a = 0; a < rows.length; a++) {
            r.add(a, a);
        }
        return r;
    }

    /** The transitive closure. */
    public Relation plus() {
        Relation r = or();
        for (int b = 0; b < rows.length; b++) {
            for (int a = 0; a < rows.length; a++) {
                if (r.has(a, b)) {
                    r.rows[a] |= r.rows[b];
                }
            }
        }
        return r;
    }

    public boolean acyclic() {
        Relation closure = plus();
        for (int a = 0; a < rows.length; a++) {
            if (closure.has(a, a)) {
                return false;
            }
        }
        return true;
    }

    /** Whether this(a, b) and other(b, a) for some a, b. */
    public boolean meetsInverseOf(Relation other) {
        for (int a = 0; a < rows.length; a++) {
            if ((rows[a] & other.before(a)) != 0) {
                return true;
            }
        }
        return false;
    }
}
