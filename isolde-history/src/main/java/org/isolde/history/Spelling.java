package org.isolde.history;

import java.util.Collection;
import java.util.Locale;

/** What somebody may have meant who mistyped a name: {@code postgress}, {@code serialisable}. */
public final class Spelling {
    private Spelling() {}

    /** A question to put behind "is not known": {@code ; did you mean postgres?}, or nothing if no name is near. */
    public static String question(String word, Collection<String> known) {
        String nearest = nearest(word, known);
        return nearest == null ? "" : "; did you mean " + nearest + "?";
    }

    /** The name that takes the fewest changes of letters, if that is at most one in three; else null. */
    public static String nearest(String word, Collection<String> known) {
        String wanted = word.strip().toLowerCase(Locale.ROOT);
        String nearest = null;
        int least = Integer.MAX_VALUE;
        for (String name : known) {
            int distance = distance(wanted, name.toLowerCase(Locale.ROOT));
            if (distance < least) {
                least = distance;
                nearest = name;
            }
        }
        return nearest != null && least <= Math.max(1, Math.min(wanted.length(), nearest.length()) / 3)
                ? nearest
                : null;
    }

    /** How many letters are to be put in, left out, changed, or swapped with the next one. */
    private static int distance(String from, String to) {
        int[][] cost = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                boolean same = from.charAt(i - 1) == to.charAt(j - 1);
                int best = Math.min(cost[i - 1][j], cost[i][j - 1]) + 1;
                best = Math.min(best, cost[i - 1][j - 1] + (same ? 0 : 1));
                if (i > 1
                        && j > 1
                        && from.charAt(i - 1) == to.charAt(j - 2)
                        && from.charAt(i - 2) == to.charAt(j - 1)) {
                    best = Math.min(best, cost[i - 2][j - 2] + 1);
                }
                cost[i][j] = best;
            }
        }
        return cost[from.length()][to.length()];
    }
}
