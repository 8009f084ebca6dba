package org.isolde.report;

import org.isolde.check.Anomaly;
import org.isolde.history.History;

/**
 * An anomaly with the little that is needed to show it.
 *
 * @param source the history it was found in
 * @param history the sub-history; the source itself if nothing smaller shows the anomaly
 * @param anomaly the anomaly, in the numbers of the sub-history
 * @param originals for each transaction of the sub-history its number in the source; the first entry is of no use
 * @param isMinimal whether it is certain that no transaction, and no operation, can be left out, other than by making
 *     something wrong of what was right
 */
public record MinimalCase(History source, History history, Anomaly anomaly, int[] originals, boolean isMinimal) {
    /** How much of the source the sub-history is, in words. */
    public String told() {
        if (history == source) {
            return "in the whole history: no smaller part was found that shows it alone";
        }
        return TextLayout.count(history.transactions()) + " of "
                + TextLayout.count(source.transactions(), "transaction") + ", "
                + TextLayout.count(history.operations()) + " of "
                + TextLayout.count(source.operations(), "operation") + " show it"
                + (isMinimal ? "" : ", perhaps not the fewest")
                + (history.hasLists() ? "; lists without what the others appended" : "")
                + (history.predicates() > 0 ? "; only the rows that matter" : "");
    }

    /** Whether it has fewer transactions than another one, or as many and fewer operations. */
    public boolean isSmallerThan(MinimalCase other) {
        int order = Integer.compare(history.transactions(), other.history.transactions());
        return order < 0 || order == 0 && history.operations() < other.history.operations();
    }
}
