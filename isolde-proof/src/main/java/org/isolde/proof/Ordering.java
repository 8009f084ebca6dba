package org.isolde.proof;

/**
 * The version of a key that one transaction installed comes before the version that another one installed. The opposite is
 * the same with the two exchanged: one of both always holds.
 */
public record Ordering(int key, int before, int after) {
    public Ordering opposite() {
        return new Ordering(key, after, before);
    }
}
