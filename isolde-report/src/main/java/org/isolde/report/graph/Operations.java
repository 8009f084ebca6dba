package org.isolde.report.graph;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.report.Finding;
import org.isolde.report.OperationText;
import org.isolde.report.Story;

/** The operations of a finding's transactions as pictures and tables show them: a compare-and-set is one, not two. */
public final class Operations {
    private final History history;
    private final int fault;
    private final boolean allMatter;
    private final Set<Integer> mattering = new HashSet<>();
    private final Set<Integer> read = new HashSet<>();

    /**
     * An operation.
     *
     * @param matters whether the story speaks of it
     * @param isSource whether it wrote what an operation of the story read
     * @param atFault whether it is the bad read
     */
    public record Shown(String text, boolean matters, boolean isSource, boolean atFault) {}

    public Operations(Finding finding) {
        this.history = finding.minimal().history();
        this.allMatter = finding.minimal().isMinimal();
        // a cycle has no operation at fault: any of its reads could have been another one
        this.fault =
                finding.story().cycle().isEmpty() ? finding.minimal().anomaly().operation() : -1;
        for (Story.Transaction transaction : finding.story().transactions()) {
            for (Story.Operation operation : transaction.operations()) {
                if (operation.matters()) {
                    int op = operation.number();
                    mattering.add(op);
                    if (OpKind.isRead(history.kind(op)) && history.writeOp(history.value(op)) >= 0) {
                        read.add(history.writeOp(history.value(op)));
                    }
                }
            }
        }
    }

    /** The operations of a transaction of the minimal history, at most so many of them. */
    public List<Shown> of(int transaction, int most) {
        List<Shown> shown = new ArrayList<>();
        for (int op = history.firstOp(transaction); op < history.firstOp(transaction + 1); op++) {
            if (shown.size() == most) {
                break;
            }
            int last = history.kind(op) == OpKind.CAS_READ ? op + 1 : op;
            String text = OperationText.of(history, op);
            shown.add(new Shown(
                    last == op ? text : text + " " + OperationText.of(history, last),
                    mattering.contains(op) || mattering.contains(last),
                    read.contains(op) || read.contains(last),
                    fault == op || fault == last));
            op = last;
        }
        return shown;
    }

    /** Whether a picture shows an operation: the story speaks of it, or the anomaly would not be there without it. */
    boolean isTold(int op) {
        return allMatter || mattering.contains(op);
    }

    /** Those that a picture shows; of a transaction that the story is not about, what was read of it. */
    public List<Shown> telling(int transaction) {
        List<Shown> all = of(transaction, Integer.MAX_VALUE);
        if (allMatter) {
            return all;
        }
        List<Shown> told =
                all.stream().filter(each -> each.matters() || each.atFault()).toList();
        return told.isEmpty() ? all.stream().filter(Shown::isSource).toList() : told;
    }
}
