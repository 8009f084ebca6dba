package org.isolde.sql.finding;

import java.util.Locale;
import org.isolde.sql.known.KnownBehaviour;
import org.isolde.sql.oracle.Mismatch;
import org.isolde.sql.oracle.Verdict;
import org.isolde.sql.testcase.TestCase;

/**
 * What was found, as small as it could be made.
 *
 * @param number from 1
 * @param cause what it is put down to; findings of the same cause are told once
 * @param testCase the reduced case
 * @param verdict what came of it; its first mismatch is the finding
 * @param recurrence what to know who wants to see it again: that it is not always there, or what it takes; empty if there is nothing
 * @param known what it is known as; null if it is new
 */
public record Finding(
        int number, String cause, TestCase testCase, Verdict verdict, String recurrence, KnownBehaviour known) {
    public Mismatch mismatch() {
        return verdict.mismatches().get(0);
    }

    /** The name of its folder. */
    public String folderName() {
        return String.format(
                Locale.ROOT,
                "%03d-%s-%s",
                number,
                mismatch().oracle().text(),
                mismatch().what().replaceAll("[^A-Za-z0-9]+", "-"));
    }

    /** How many statements of it read or write rows. */
    public int statements() {
        return verdict.plan().statements().size();
    }

    /** How many transactions it needs. */
    public int transactions() {
        return (int) verdict.plan().order().stream()
                .map(unit -> unit.transaction())
                .distinct()
                .count();
    }
}
