package org.isolde.cli;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How alike two words are: the cosine between their pairs of neighbouring letters, counted. */
final class Similarity {
    private static final int MOST = 3;

    private Similarity() {}

    /** The few of some words that have something in common with one, those first that have most. */
    static List<String> mostSimilar(String word, Collection<String> words) {
        Map<String, Double> similar = new HashMap<>();
        for (String other : words) {
            double similarity = of(word.toLowerCase(Locale.ROOT), other);
            if (similarity > 0) {
                similar.put(other, similarity);
            }
        }
        List<String> ordered = new ArrayList<>(similar.keySet());
        ordered.sort(
                Comparator.<String>comparingDouble(similar::get).reversed().thenComparing(Comparator.naturalOrder()));
        return ordered.subList(0, Math.min(MOST, ordered.size()));
    }

    private static double of(String one, String other) {
        Map<String, Integer> a = pairs(one);
        Map<String, Integer> b = pairs(other);
        double common = product(a, b);
        return common == 0 ? 0 : common / Math.sqrt(product(a, a) * product(b, b));
    }

    private static Map<String, Integer> pairs(String word) {
        Map<String, Integer> pairs = new HashMap<>();
        for (int i = 0; i + 2 <= word.length(); i++) {
            pairs.merge(word.substring(i, i + 2), 1, Integer::sum);
        }
        return pairs;
    }

    private static double product(Map<String, Integer> a, Map<String, Integer> b) {
        double sum = 0;
        for (Map.Entry<String, Integer> pair : a.entrySet()) {
            sum += (double) pair.getValue() * b.getOrDefault(pair.getKey(), 0);
        }
        return sum;
    }
}
