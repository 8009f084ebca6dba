package org.isolde.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.isolde.check.EdgeKind;
import org.isolde.check.Names;
import org.isolde.history.History;
import org.isolde.history.Status;
import org.isolde.report.Finding;
import org.isolde.report.MinimalCase;
import org.isolde.report.draw.DisplayText;
import org.isolde.report.graph.AnomalyGraph;
import org.isolde.report.graph.AnomalyGraph.Arc;
import org.isolde.report.graph.Operations;

/** The minimal history of a finding as a table; a row has all that is known about a transaction. */
final class TransactionTable {
    private final MinimalCase minimal;
    private final History history;
    private final boolean byTimestamps;
    private final Operations operations;
    private final AnomalyGraph graph;
    private final String prefix;
    private final Limits limits;
    private final Html html;
    private final Names names;

    TransactionTable(Finding finding, String prefix, Limits limits, Html html) {
        this.minimal = finding.minimal();
        this.history = minimal.history();
        this.byTimestamps = finding.story().isByTimestamps();
        this.operations = new Operations(finding);
        this.graph = AnomalyGraph.of(finding);
        this.prefix = prefix;
        this.limits = limits;
        this.html = html;
        this.names = new Names(history);
    }

    void write() {
        html.element("h4", minimal.isMinimal() ? "The minimal history" : "The history that shows it");
        html.element("p", sentence(), "class", "soft");
        List<Integer> shown = shown();
        html.open("div", "class", "scroll", "tabindex", 0, "role", "region", "aria-label", "Table of transactions");
        html.open("table", "class", "stack");
        html.open("thead").open("tr");
        for (String head : heads()) {
            html.inline("th", head, "scope", "col");
        }
        html.close("tr").close("thead").open("tbody");
        shown.forEach(this::row);
        html.close("tbody").close("table").close("div");
        if (shown.size() < history.transactions()) {
            html.element(
                    "p",
                    (history.transactions() - shown.size())
                            + " more transactions are not shown; the graph does without them.",
                    "class",
                    "soft");
        }
    }

    private String sentence() {
        History whole = minimal.source();
        if (history == whole) {
            return "Nothing smaller than the whole history was found to show it.";
        }
        return String.format(
                        Locale.ROOT,
                        "%d of %,d transactions, %d of %,d operations: %s",
                        history.transactions(),
                        whole.transactions(),
                        history.operations(),
                        whole.operations(),
                        minimal.isMinimal()
                                ? byTimestamps
                                        ? "the same anomaly, with what it rests on."
                                        : "the same anomaly, and nothing can be left out."
                                : "the same anomaly; perhaps more could be left out.")
                + (history.hasLists() ? " Lists are shown without what other transactions appended." : "")
                + (history.predicates() > 0 ? " Predicate reads are shown with the rows that matter." : "");
    }

    private List<String> heads() {
        List<String> heads = new ArrayList<>(List.of("Transaction", "Session", "Status"));
        if (byTimestamps) {
            heads.addAll(List.of("Start", "Commit"));
        }
        if (history.hasRealTime()) {
            heads.addAll(List.of("Began", "Ended"));
        }
        heads.addAll(List.of("Operations", "Neighbours"));
        return heads;
    }

    /** Those of the graph, in the order of the history; all others only if the anomaly needs them. */
    private List<Integer> shown() {
        List<Integer> shown = new ArrayList<>();
        graph.nodes().stream()
                .map(AnomalyGraph.Node::transaction)
                .filter(t -> t > 0)
                .forEach(shown::add);
        for (int t = 1;
                minimal.isMinimal() && t <= history.transactions() && shown.size() < limits.transactions();
                t++) {
            if (!shown.contains(t)) {
                shown.add(t);
            }
        }
        shown.sort(null);
        return shown;
    }

    private void row(int transaction) {
        Status status = history.status(transaction);
        html.open("tr", "id", prefix + "-t" + transaction);
        html.open("th", "scope", "row", "data-label", "Transaction").text(cut(names.transaction(transaction)));
        html.end("th");
        cell("Session", cut(history.sessionName(history.session(transaction))));
        html.open("td", "data-label", "Status").inline("span", status.text(), "class", "status " + status.text());
        html.end("td");
        if (byTimestamps) {
            boolean has = history.isCommitted(transaction);
            cell("Start", has ? names.start(transaction) : "none");
            cell("Commit", has ? names.commit(transaction) : "none");
        }
        if (history.hasRealTime()) {
            cell("Began", names.time(history.begin(transaction)));
            long end = history.end(transaction);
            cell("Ended", end == Long.MAX_VALUE ? "no answer" : names.time(end));
        }
        html.open("td", "data-label", "Operations").open("div", "class", "operations");
        for (Operations.Shown each : operations.of(transaction, limits.operations())) {
            String style = each.atFault() ? "fault" : each.matters() ? "matters" : minimal.isMinimal() ? null : "other";
            html.inline("code", cut(each.text()), "class", style).text(" ");
        }
        int count = history.firstOp(transaction + 1) - history.firstOp(transaction);
        html.text(count > 2 * limits.operations() ? "\u2026 of " + count + " operations" : "");
        html.end("div").end("td");
        html.open("td", "data-label", "Neighbours").open("div", "class", "operations");
        neighbours(transaction).forEach(each -> html.inline("span", each).text(" "));
        html.end("div").end("td").close("tr");
    }

    private void cell(String label, String text) {
        html.inline("td", text, "data-label", label);
    }

    private String cut(String text) {
        return DisplayText.cut(text, limits.name());
    }

    /** Who stands before and after it in the graph, and in its session of the whole history. */
    private List<String> neighbours(int transaction) {
        List<String> neighbours = new ArrayList<>();
        for (Arc arc : graph.arcs()) {
            boolean isFrom = graph.nodes().get(arc.from()).transaction() == transaction;
            boolean isTo = graph.nodes().get(arc.to()).transaction() == transaction;
            if (isFrom || isTo) {
                String other = graph.nodes().get(isFrom ? arc.to() : arc.from()).name();
                neighbours.add((isFrom ? "before " : "after ") + cut(other) + " ("
                        + arc.kind().words()
                        + (arc.kind() == EdgeKind.SO || arc.key() == null ? "" : " " + cut(arc.key()))
                        + ")");
            }
        }
        History whole = minimal.source();
        int original = minimal.originals()[transaction];
        int session = whole.session(original);
        Names wholeNames = new Names(whole);
        if (original > whole.firstTransaction(session)) {
            neighbours.add("in its session after " + cut(wholeNames.transaction(original - 1)));
        }
        if (original + 1 < whole.firstTransaction(session + 1)) {
            neighbours.add("in its session before " + cut(wholeNames.transaction(original + 1)));
        }
        return neighbours;
    }
}
