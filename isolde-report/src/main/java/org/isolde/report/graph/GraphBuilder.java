package org.isolde.report.graph;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.check.Anomaly;
import org.isolde.check.EdgeKind;
import org.isolde.check.Names;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.history.Rows;
import org.isolde.history.Status;
import org.isolde.report.Finding;
import org.isolde.report.Story;
import org.isolde.report.graph.AnomalyGraph.Arc;
import org.isolde.report.graph.AnomalyGraph.Line;
import org.isolde.report.graph.AnomalyGraph.Meaning;
import org.isolde.report.graph.AnomalyGraph.Node;
import org.isolde.report.graph.AnomalyGraph.Part;

/** Makes the graph of a finding out of its story and its minimal history. */
final class GraphBuilder {
    private static final int MOST_AROUND = 12;
    private static final int NOBODY = -1;
    private static final int MORE = -2;

    private final Finding finding;
    private final History history;
    private final Names names;
    private final Operations operations;
    /** Numbers of the transactions, to their nodes. */
    private final Map<Integer, Node> nodes = new LinkedHashMap<>();

    private final List<Arc> arcs = new ArrayList<>();
    private final Set<List<Object>> pairs = new HashSet<>();
    private int left;

    GraphBuilder(Finding finding) {
        this.finding = finding;
        this.history = finding.minimal().history();
        this.names = new Names(history);
        this.operations = new Operations(finding);
    }

    AnomalyGraph whole() {
        Story story = finding.story();
        steps(story.cycle(), List.of());
        for (int transaction : finding.minimal().anomaly().transactions()) {
            if (nodes.size() < AnomalyGraph.MOST_NODES) {
                involve(transaction);
            }
        }
        leftOut(finding.minimal().anomaly().transactions());
        if (story.isByTimestamps()) {
            byTimestamps(finding.minimal().anomaly());
        }
        around(story.cycle().isEmpty() ? Meaning.STEP : Meaning.AROUND);
        if (story.cycle().isEmpty() && finding.minimal().anomaly().predicate() >= 0) {
            putTo(finding.minimal().anomaly().predicate());
        }
        return graph(story.name() + " (" + story.alias() + ")", ring(story.cycle()));
    }

    AnomalyGraph ofCase(int number) {
        Story.Case each = finding.story().cases().get(number);
        steps(each.cycle(), finding.minimal().anomaly().cases().get(number).supposed());
        leftOut(each.cycle().stream().map(Story.Step::from).distinct().toList());
        String title = each.claim().isEmpty() ? "A circle" : "Otherwise there is a circle: " + each.claim();
        return graph(title, ring(each.cycle()));
    }

    private void leftOut(List<Integer> transactions) {
        for (int transaction : transactions) {
            left += transaction == History.INITIAL || nodes.containsKey(transaction) ? 0 : 1;
        }
    }

    private AnomalyGraph graph(String title, int[] order) {
        return new AnomalyGraph(title, List.copyOf(nodes.values()), List.copyOf(arcs), order, left);
    }

    /** The steps of a cycle; of one that is very long the beginning, and its last step. */
    private void steps(List<Story.Step> cycle, List<Integer> supposed) {
        boolean cut = cycle.size() > AnomalyGraph.MOST_NODES;
        for (int i = 0; i < cycle.size(); i++) {
            Story.Step step = cycle.get(i);
            int from = step.from();
            int to = step.to();
            if (cut && i >= AnomalyGraph.MOST_NODES - 2 && i < cycle.size() - 1) {
                if (i > AnomalyGraph.MOST_NODES - 2) {
                    continue;
                }
                to = MORE;
            } else if (cut && i == cycle.size() - 1) {
                from = MORE;
            }
            if (from != to) {
                Meaning meaning = supposed.contains(i) ? Meaning.SUPPOSED : Meaning.STEP;
                int first = involve(from);
                int second = involve(to);
                arcs.add(new Arc(first, second, step.kind(), step.key(), step.because(), meaning, i));
                pairs.add(List.of(first, second, step.kind(), String.valueOf(step.key())));
            }
        }
    }

    /** Where the values came from that the operations of the anomaly saw, as far as the steps don't say so. */
    private void around(Meaning meaning) {
        int most = Math.min(AnomalyGraph.MOST_NODES, nodes.size() + MOST_AROUND);
        for (int transaction : List.copyOf(nodes.keySet())) {
            if (transaction <= History.INITIAL) {
                continue;
            }
            for (int op = history.firstOp(transaction); op < history.firstOp(transaction + 1); op++) {
                if (!operations.isTold(op) || !OpKind.isRead(history.kind(op))) {
                    continue;
                }
                int list = history.listOf(op);
                if (list < 0) {
                    source(transaction, op, history.value(op), meaning, most);
                } else {
                    for (int i = history.listFirst(list); i < history.listFirst(list + 1); i++) {
                        source(transaction, op, history.listElement(i), meaning, most);
                    }
                }
            }
        }
    }

    /** An arc from whoever wrote a value to a transaction that saw it. */
    private void source(int reader, int op, int value, Meaning meaning, int most) {
        int writer = history.writer(value);
        int node = writer == History.NOBODY ? NOBODY : writer;
        if (writer == reader || writer == History.INITIAL || (!nodes.containsKey(node) && nodes.size() >= most)) {
            return;
        }
        int from = node(node, Part.AROUND);
        int to = place(reader);
        String key = history.keyName(history.key(op));
        if (pairs.add(List.of(from, to, EdgeKind.WR, key))) {
            boolean isWhole = history.kind(op) != OpKind.LIST_READ;
            String because = names.transaction(reader) + " read " + names.keyValue(op)
                    + (isWhole ? ", which " : ", of which " + history.valueName(value) + " is what ")
                    + (writer == History.NOBODY ? "nobody" : names.transaction(writer)) + " wrote";
            arcs.add(new Arc(from, to, EdgeKind.WR, key, because, meaning, -1));
        }
    }

    /** Who wrote what a predicate read at fault was put to, as far as it did not come back: that is said already. */
    private void putTo(int predicate) {
        Rows rows = history.rows();
        int reader = rows.transaction(predicate);
        int most = Math.min(AnomalyGraph.MOST_NODES, nodes.size() + MOST_AROUND);
        for (int i = rows.seesFirst(predicate); i < rows.seesFirst(predicate + 1); i++) {
            int value = rows.seesValue(i);
            int writer = history.writer(value) == History.NOBODY ? NOBODY : history.writer(value);
            String key = history.keyName(rows.seesKey(i));
            if (writer == reader || !nodes.containsKey(writer) && nodes.size() >= most) {
                continue;
            }
            int from = node(writer, Part.AROUND);
            int to = place(reader);
            if (!pairs.contains(List.of(from, to, EdgeKind.WR, key))) {
                String because = "the condition of " + names.transaction(reader) + " was put to "
                        + names.keyValue(rows.seesKey(i), value) + ", which "
                        + (writer == NOBODY ? "nobody" : names.transaction(writer)) + " wrote";
                arcs.add(new Arc(from, to, EdgeKind.PREDICATE_WR, key, because, Meaning.STEP, -1));
            }
        }
    }

    /** What the timestamps say of the transactions of the anomaly, beside where values came from. */
    private void byTimestamps(Anomaly anomaly) {
        int transaction = anomaly.transactions().get(0);
        int other = anomaly.transactions().size() > 1 ? anomaly.transactions().get(1) : -1;
        switch (anomaly.kind()) {
            case NOT_FROM_SNAPSHOT -> expected(anomaly, transaction);
            case SESSION_NOT_SEEN -> told(other, transaction, EdgeKind.SO, null, anomaly);
            case OVERLAPPING_WRITERS, SAME_COMMIT_TIMESTAMP ->
                told(other, transaction, EdgeKind.WW, history.keyName(anomaly.key()), anomaly);
            case COMMIT_AGAINST_TIME -> told(other, transaction, EdgeKind.RT, null, anomaly);
            default -> {}
        }
    }

    private void told(int from, int to, EdgeKind kind, String key, Anomaly anomaly) {
        if (from > History.INITIAL) {
            arcs.add(new Arc(involve(from), involve(to), kind, key, anomaly.story(), Meaning.STEP, -1));
        }
    }

    /** A dashed arc from whoever wrote what should have been read. */
    private void expected(Anomaly anomaly, int reader) {
        Anomaly.Expectation expected = anomaly.expectation();
        if (expected.value() < 0 || expected.writer() < 0 || expected.writer() == reader) {
            return;
        }
        String key = history.keyName(anomaly.key());
        String because = "by the timestamps " + names.transaction(reader) + " should have read "
                + (expected.place() >= 0
                        ? history.valueName(expected.value()) + " in " + key
                        : names.keyValue(anomaly.key(), expected.value()))
                + " from " + names.transaction(expected.writer());
        arcs.add(new Arc(involve(expected.writer()), place(reader), EdgeKind.WR, key, because, Meaning.SUPPOSED, -1));
    }

    private int involve(int transaction) {
        return node(transaction, Part.INVOLVED);
    }

    private int node(int transaction, Part part) {
        nodes.computeIfAbsent(transaction, t -> create(t, part));
        return place(transaction);
    }

    private int place(int transaction) {
        return new ArrayList<>(nodes.keySet()).indexOf(transaction);
    }

    private Node create(int transaction, Part part) {
        return switch (transaction) {
            case NOBODY -> new Node(Part.NOBODY, -1, "nobody", null, null, null, List.of());
            case MORE -> new Node(Part.MORE, -1, "\u2026 more transactions \u2026", null, null, null, List.of());
            case History.INITIAL -> new Node(Part.INITIAL, 0, names.transaction(0), null, null, null, List.of());
            default -> {
                String session = history.sessionName(history.session(transaction));
                Status status = history.status(transaction);
                List<Line> lines = operations.telling(transaction).stream()
                        .flatMap(each -> lines(each).stream())
                        .toList();
                String timestamps = finding.story().isByTimestamps() && history.isCommitted(transaction)
                        ? "start " + names.start(transaction) + ", commit " + names.commit(transaction)
                        : null;
                yield new Node(part, transaction, names.transaction(transaction), session, status, timestamps, lines);
            }
        };
    }

    /** A card is narrow: what comes behind a condition has lines of its own. */
    private static List<Line> lines(Operations.Shown shown) {
        List<Line> lines = new ArrayList<>();
        for (String part : shown.lines()) {
            lines.add(new Line(lines.isEmpty() ? part : "  " + part.strip(), shown.atFault()));
        }
        return lines;
    }

    /**
     * A cycle of four or more looks like a ring: half of it leads down and half of it up. What is around stands above. Null
     * if it is shorter, or passes a transaction twice.
     */
    private int[] ring(List<Story.Step> cycle) {
        int length = (int)
                arcs.stream().filter(arc -> arc.meaning() != Meaning.AROUND).count();
        List<Integer> ring = new ArrayList<>();
        for (Arc arc : arcs.subList(0, length)) {
            ring.add(arc.from());
        }
        if (cycle.isEmpty() || length < 4 || new HashSet<>(ring).size() < length) {
            return null;
        }
        int[] order = new int[nodes.size()];
        List<Integer> sorted = new ArrayList<>();
        for (int node = 0; node < order.length; node++) {
            sorted.add(node);
        }
        sorted.sort(java.util.Comparator.comparingInt(
                node -> ring.contains(node) ? Math.min(ring.indexOf(node), length - ring.indexOf(node)) : -1));
        for (int i = 0; i < order.length; i++) {
            order[sorted.get(i)] = i;
        }
        return order;
    }
}
