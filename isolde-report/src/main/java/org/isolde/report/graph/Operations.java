package org.isolde.report.graph;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.report.Finding;
import org.isolde.report.OperationText;
import org.isolde.report.Statement;
import org.isolde.report.Story;

/**
 * The operations of a finding's transactions as pictures and tables show them: a compare-and-set is one, and so is a predicate
 * read with all that came back.
 */
public final class Operations {
    private final History history;
    private final int fault;
    private final int faultyPredicate;
    private final boolean allMatter;
    private final Set<Statement> told = new HashSet<>();
    private final Set<Integer> mattering = new HashSet<>();
    private final Set<Integer> read = new HashSet<>();

    /**
     * An operation.
     *
     * @param lines its text in parts, for where lines are short
     * @param matters whether the story speaks of it
     * @param isSource whether it wrote what an operation of the story read
     * @param atFault whether it is the bad read
     */
    public record Shown(List<String> lines, boolean matters, boolean isSource, boolean atFault) {
        public String text() {
            return String.join("", lines);
        }
    }

    public Operations(Finding finding) {
        this.history = finding.minimal().history();
        this.allMatter = finding.minimal().isMinimal();
        // a cycle has no operation at fault: any of its reads could have been another one
        boolean isCycle = !finding.story().cycle().isEmpty();
        this.fault = isCycle ? -1 : finding.minimal().anomaly().operation();
        this.faultyPredicate = isCycle ? -1 : finding.minimal().anomaly().predicate();
        for (Story.Transaction transaction : finding.story().transactions()) {
            for (Story.Operation operation : transaction.operations()) {
                if (operation.matters()) {
                    add(operation.statement());
                }
            }
        }
    }

    private void add(Statement statement) {
        told.add(statement);
        for (int op = statement.first(); op < statement.end(); op++) {
            mattering.add(op);
            if (OpKind.isRead(history.kind(op)) && history.writeOp(history.value(op)) >= 0) {
                read.add(history.writeOp(history.value(op)));
            }
        }
    }

    /** The operations of a transaction of the minimal history, at most so many of them. */
    public List<Shown> of(int transaction, int most) {
        List<Shown> shown = new ArrayList<>();
        for (Statement statement : Statement.of(history, transaction)) {
            if (shown.size() == most) {
                break;
            }
            boolean atFault = statement.has(fault) || faultyPredicate >= 0 && statement.predicate() == faultyPredicate;
            shown.add(new Shown(
                    OperationText.lines(history, statement),
                    told.contains(statement),
                    IntStream.range(statement.first(), statement.end()).anyMatch(read::contains),
                    atFault));
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
