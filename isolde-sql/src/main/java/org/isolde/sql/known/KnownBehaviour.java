package org.isolde.sql.known;

import java.util.Arrays;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isolde.run.Isolation;
import org.isolde.sql.oracle.Verdict;

/**
 * What a database is known to do wrong.
 *
 * @param name in a few words with hyphens between; no other has the same
 * @param database the {@linkplain org.isolde.run.Database#name name} of its kind
 * @param first the oldest version that it was seen in
 * @param last the newest version that it was seen in; behind that it is news
 * @param isolations the names of the levels that it was seen at
 * @param signature whether a reduced case shows it, by what came of it; the first mismatch counts
 * @param sentence what it is, for a person
 * @param reference where more is said: a page of the docs, or one of the vendor's
 */
public record KnownBehaviour(
        String name,
        String database,
        String first,
        String last,
        Set<String> isolations,
        Predicate<Verdict> signature,
        String sentence,
        String reference) {
    private static final Pattern VERSION = Pattern.compile("\\d+(\\.\\d+)+");

    public KnownBehaviour {
        isolations = Set.copyOf(isolations);
    }

    /** @param version as the database tells it, with whatever words around the number */
    boolean isOf(String kind, String version, Isolation isolation) {
        Matcher number = VERSION.matcher(version);
        return kind.equals(database)
                && isolations.contains(isolation.name())
                && number.find()
                && Arrays.compare(parts(first), parts(number.group())) <= 0
                && Arrays.compare(parts(number.group()), parts(last)) <= 0;
    }

    private static int[] parts(String version) {
        return Arrays.stream(version.split("\\.")).mapToInt(Integer::parseInt).toArray();
    }
}
