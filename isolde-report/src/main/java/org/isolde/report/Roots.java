package org.isolde.report;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.isolde.check.Names;

/**
 * Findings that are about the same event: each names at least two transactions that another one of them names too. One bug
 * breaks many levels, and what shows it at each is told as a finding of its own.
 */
public final class Roots {
    private Roots() {}

    /**
     * A group.
     *
     * @param findings their numbers, from 1, at least two
     * @param transactions what all of them name, in the numbers of the whole history; empty if they only hang together in a
     *     chain
     */
    public record Root(List<Integer> findings, Set<Integer> transactions) {}

    public static List<Root> of(List<Finding> findings) {
        List<Root> roots = new ArrayList<>();
        boolean[] grouped = new boolean[findings.size()];
        for (int first = 0; first < findings.size(); first++) {
            if (grouped[first]) {
                continue;
            }
            List<Integer> group = new ArrayList<>(List.of(first));
            grouped[first] = true;
            for (int i = 0; i < group.size(); i++) {
                for (int other = 0; other < findings.size(); other++) {
                    if (!grouped[other]
                            && common(findings.get(group.get(i)), findings.get(other))
                                            .size()
                                    > 1) {
                        grouped[other] = true;
                        group.add(other);
                    }
                }
            }
            if (group.size() > 1) {
                roots.add(root(findings, new TreeSet<>(group)));
            }
        }
        return roots;
    }

    private static Set<Integer> common(Finding one, Finding other) {
        Set<Integer> common = new HashSet<>(one.anomaly().transactions());
        common.retainAll(other.anomaly().transactions());
        common.remove(0);
        return common;
    }

    private static Root root(List<Finding> findings, Set<Integer> group) {
        Set<Integer> all = null;
        List<Integer> numbers = new ArrayList<>();
        for (int place : group) {
            numbers.add(place + 1);
            Set<Integer> own = new TreeSet<>(findings.get(place).anomaly().transactions());
            own.remove(0);
            if (all == null) {
                all = own;
            } else {
                all.retainAll(own);
            }
        }
        return new Root(List.copyOf(numbers), all);
    }

    /** The groups of a report, a sentence each. */
    public static List<String> sentences(Report report) {
        List<String> sentences = new ArrayList<>();
        Names words = new Names(report.check().history());
        for (Root root : of(report.findings())) {
            String numbers = String.join(
                    ", ", root.findings().stream().map(String::valueOf).toList());
            String names = String.join(
                    ", ", root.transactions().stream().map(words::transaction).toList());
            sentences.add("Findings " + numbers + " have one root: "
                    + (names.isEmpty()
                            ? "each shares transactions with another of them."
                            : "all are about " + names + "."));
        }
        return sentences;
    }
}
