package org.isolde.app.replay;

/**
 * What came of running freely.
 *
 * @param again in how many tries it happened
 * @param another in how many only another anomaly of the same level did
 * @param first the first try in which it happened, from 1; 0 if in none
 * @param excerpt what was run in that try; null if there is none
 * @param seen what took place in that try, in that order, aborted attempts included; null if there is none
 */
public record RaceResult(long tries, long again, long another, long first, Excerpt excerpt, Schedule seen) {
    Outcome outcome() {
        return again > 0 ? Outcome.AGAIN : another > 0 ? Outcome.ANOTHER : Outcome.NOT;
    }
}
