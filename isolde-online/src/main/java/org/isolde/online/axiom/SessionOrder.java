package org.isolde.online.axiom;

/** Sessions have numbers; which of two comes first where timestamps are equal is told by their names. */
@FunctionalInterface
public interface SessionOrder {
    /** Compares two sessions by name: numbers by value, then texts by their bytes. */
    int compare(int a, int b);
}
