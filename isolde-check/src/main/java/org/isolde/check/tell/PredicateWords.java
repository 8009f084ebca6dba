package org.isolde.check.tell;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.isolde.check.Anomaly;
import org.isolde.check.AnomalyKind;
import org.isolde.check.Names;
import org.isolde.check.predicates.PredicateExplanation;
import org.isolde.check.refute.Contradiction;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.OpKind;
import org.isolde.history.Rows;
import org.isolde.proof.ProofEdge;

/** The sentences of predicate reads: what was asked, what came back, and which version makes the difference. */
final class PredicateWords {
    private static final int MOST_ROWS = 6;

    private final History history;
    private final Rows rows;
    private final PredicateExplanation explanation;
    private final Names names;

    PredicateWords(History history, PredicateExplanation explanation) {
        this.history = history;
        this.rows = history.rows();
        this.explanation = explanation;
        this.names = new Names(history);
    }

    // ---- dependencies

    /** Why a predicate read comes after whoever made a row match, or match no more. */
    String seen(ProofEdge edge) {
        int made = explanation.made(edge.from(), edge.key());
        return asked(edge.third()) + " and saw that " + names.transaction(edge.from())
                + becomes(edge.third(), made, edge.key()) + ": it was put to " + seenVersion(edge.third(), edge.key());
    }

    /** Why a predicate read comes before whoever made a row match, or match no more. */
    String missed(ProofEdge edge) {
        int made = explanation.made(edge.to(), edge.key());
        String reader = names.transaction(edge.from());
        String writer = names.transaction(edge.to());
        return asked(edge.third()) + " and was given " + given(edge.third()) + "; " + writer
                + becomes(edge.third(), made, edge.key()) + ", which " + reader + " did not see (it saw "
                + seenVersion(edge.third(), edge.key()) + "), so " + reader + " comes before " + writer;
    }

    private String becomes(int predicate, int value, int key) {
        return explanation.matches(predicate, value)
                ? " made " + names.key(key) + " match, with " + version(value)
                : " made " + names.key(key) + " match no more, "
                        + (isDead(value) ? "by deleting it" : "with " + version(value));
    }

    /** Why whoever aggregates values comes after those who wrote them. */
    String itemSeen(ProofEdge edge) {
        int p = explanation.aggregateOf(edge.to(), edge.key());
        return asked(p) + ", and " + names.key(edge.key()) + " of " + names.transaction(edge.from())
                + " is among the rows";
    }

    String itemOverwritten(ProofEdge edge) {
        int p = explanation.aggregateOf(edge.from(), edge.key());
        String reader = names.transaction(edge.from());
        String writer = names.transaction(edge.to());
        return asked(p) + " over " + seenVersion(p, edge.key()) + " of " + names.key(edge.key()) + " among others; "
                + writer
                + " overwrote it with " + version(explanation.made(edge.to(), edge.key())) + ", so " + reader
                + " comes before " + writer;
    }

    /** The predicate read whose aggregate was made of a row. */
    int aggregate(int reader, int key) {
        return explanation.aggregateOf(reader, key);
    }

    // ---- what is wrong by itself

    Anomaly mismatch(Contradiction.ResultMismatch mismatch) {
        int p = mismatch.predicate();
        Set<Integer> expected = new LinkedHashSet<>();
        for (int value : explanation.matching(p, Integer.MAX_VALUE)) {
            expected.add(value);
        }
        String difference = rows.aggregate(p) != null
                ? "but " + count(expected.size()) + " of what it was put to match: " + list(List.copyOf(expected))
                : difference(p, expected);
        String story = asked(p) + " and was given " + given(p) + ", " + difference;
        return anomaly(AnomalyKind.RESULT_SET_MISMATCH, Level.G1, List.of(rows.transaction(p)), -1, -1, p, story);
    }

    /**
     * What came back and should not have, and what did not and should have.
     *
     * @param expected the versions that match; those that came back are taken out of it
     */
    private String difference(int p, Set<Integer> expected) {
        List<String> wrong = new ArrayList<>();
        Set<Integer> given = new LinkedHashSet<>();
        for (int op = rows.firstItem(p); op < rows.firstItem(p) + rows.items(p); op++) {
            int value = history.value(op);
            if (!given.add(value)) {
                wrong.add(names.key(history.key(op)) + " came back twice");
            } else if (!expected.remove(value)) {
                int seen = explanation.value(p, history.key(op));
                expected.remove(seen);
                wrong.add(
                        seen == value
                                ? version(value) + " of " + names.key(history.key(op)) + " does not match"
                                : "of " + names.key(history.key(op)) + " it was put to "
                                        + seenVersion(p, history.key(op)));
            }
        }
        if (!expected.isEmpty()) {
            wrong.add(list(List.copyOf(expected))
                    + (expected.size() > 1 ? " match" : " matches")
                    + (given.isEmpty() ? "" : " as well"));
        }
        int more = wrong.size() - MOST_ROWS;
        return "though " + String.join(", and ", wrong.subList(0, Math.min(MOST_ROWS, wrong.size())))
                + (more > 0 ? ", and so with " + more + " more" : "");
    }

    Anomaly impossible(Contradiction.ImpossibleVersion version) {
        int p = version.predicate();
        int writer = version.value() == 0 ? History.NOBODY : history.writer(version.value());
        String row = names.key(version.key());
        String who = writer <= 0 ? "" : names.transaction(writer);
        String why = switch (version.why()) {
            case GARBAGE -> version(version.value()) + " of " + row + ", which nobody wrote";
            case ABORTED ->
                version(version.value()) + " of " + row + ", which " + who + " wrote, and that did not take effect";
            case FUTURE -> version(version.value()) + " of " + row + ", which lies behind what it wrote itself later";
            case INTERMEDIATE ->
                version(version.value()) + " of " + row + ", which " + who + " itself overwrote afterwards";
            case INTERNAL ->
                (version.value() == 0 ? "rows without " + row : version(version.value()) + " of " + row)
                        + ", though it had itself written another version before";
        };
        List<Integer> involved = writer > 0 && writer != rows.transaction(p)
                ? List.of(rows.transaction(p), writer)
                : List.of(rows.transaction(p));
        return anomaly(
                AnomalyKind.IMPOSSIBLE_VERSION_SET,
                Level.G1,
                involved,
                version.key(),
                version.value() == 0 ? -1 : version.value(),
                p,
                asked(p) + ", put to " + why);
    }

    Anomaly outside(Contradiction.OutsideSnapshot outside) {
        String reader = names.transaction(outside.transaction());
        String other = names.transaction(outside.other());
        String story = "the snapshot of " + reader + " does not contain " + other + ", but " + reader
                + " saw or overwrote " + names.key(outside.key()) + " as " + other + " left it";
        return anomaly(
                AnomalyKind.OUTSIDE_SNAPSHOT,
                Level.SI,
                List.of(outside.transaction(), outside.other()),
                outside.key(),
                -1,
                -1,
                story);
    }

    private static Anomaly anomaly(
            AnomalyKind kind, Level level, List<Integer> involved, int key, int value, int predicate, String story) {
        return new Anomaly(
                kind, kind.alias(), level, involved, key, value, -1, predicate, List.of(), List.of(), null, story);
    }

    // ---- parts of sentences

    /** {@code T3 asked for rows of t with a < 5}. */
    private String asked(int p) {
        String what = rows.aggregate(p) == null
                ? "rows"
                : rows.aggregate(p) == Rows.Aggregate.COUNT
                        ? "the number of rows"
                        : rows.aggregate(p).text() + "(" + rows.columnName(rows.aggregateColumn(p)) + ")";
        return names.transaction(rows.transaction(p)) + " asked for " + what + " of " + rows.tableName(rows.table(p))
                + " with \"" + history.scalars().text(rows.conditionCode(rows.condition(p))) + "\"";
    }

    private String given(int p) {
        if (rows.aggregate(p) != null) {
            return history.scalars().text(rows.aggregateValue(p));
        }
        List<Integer> values = new ArrayList<>();
        for (int op = rows.firstItem(p); op < rows.firstItem(p) + rows.items(p); op++) {
            values.add(history.value(op));
        }
        return list(values);
    }

    private String list(List<Integer> values) {
        if (values.isEmpty()) {
            return "no row";
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < Math.min(MOST_ROWS, values.size()); i++) {
            int op = values.get(i) == 0 ? -1 : history.writeOp(values.get(i));
            text.append(i == 0 ? "" : ", ")
                    .append(op < 0 ? "" : names.key(history.key(op)) + " = ")
                    .append(version(values.get(i)));
        }
        return text + (values.size() > MOST_ROWS ? " and " + (values.size() - MOST_ROWS) + " more" : "");
    }

    private static String count(int rowCount) {
        return rowCount == 1 ? "1 row" : rowCount + " rows";
    }

    private String seenVersion(int predicate, int key) {
        int value = explanation.value(predicate, key);
        return value == 0 ? "no such row yet" : version(value);
    }

    private boolean isDead(int value) {
        return history.writeOp(value) >= 0 && history.kind(history.writeOp(value)) == OpKind.DELETE;
    }

    /** A version with its columns: {@code 17 (a = 4, b = null)}. */
    private String version(int value) {
        String name = history.valueName(value);
        if (history.writeOp(value) < 0) {
            return name;
        }
        if (isDead(value)) {
            return name + " (deleted)";
        }
        int image = rows.image(history.writeOp(value));
        if (image < 0) {
            return name;
        }
        StringBuilder columns = new StringBuilder();
        for (int i = rows.imageFirst(image); i < rows.imageEnd(image); i++) {
            columns.append(columns.length() == 0 ? "" : ", ")
                    .append(rows.columnName(rows.imageColumn(i)))
                    .append(" = ")
                    .append(history.scalars().text(rows.imageValue(i)));
        }
        return name + " (" + columns + ")";
    }
}
