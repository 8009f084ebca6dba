package org.isolde.check.tell;

import java.util.List;
import org.isolde.check.Edge;
import org.isolde.check.Edge.Premise;
import org.isolde.check.EdgeKind;
import org.isolde.check.Names;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.VersionOrder;
import org.isolde.check.facts.VersionSource;
import org.isolde.check.predicates.PredicateExplanation;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.proof.ProofEdge;

/** The sentences of edges between transactions: why one comes before the other. */
final class EdgeWords {
    private final Facts facts;
    private final History history;
    private final Names names;
    /** Null if predicate reads take no part. */
    private final PredicateWords predicates;

    EdgeWords(Facts facts, PredicateExplanation explanation) {
        this.predicates = explanation == null ? null : new PredicateWords(facts.history, explanation);
        this.facts = facts;
        this.history = facts.history;
        this.names = new Names(history);
    }

    /** An edge that can be seen in the history, or follows from what can be seen. */
    Edge seen(ProofEdge edge) {
        return edge(edge, because(edge, false));
    }

    /** The same in a case distinction, which speaks of who wrote before whom, given or supposed. */
    Edge supposed(ProofEdge edge) {
        return edge(edge, because(edge, true));
    }

    private Edge edge(ProofEdge edge, String because) {
        return new Edge(
                edge.from(),
                edge.to(),
                EdgeKind.of(edge.kind()),
                edge.key(),
                because,
                null,
                -1,
                List.of(),
                predicate(edge));
    }

    /** The predicate read that an edge is about, if only because an aggregate of it was made of the row. */
    private int predicate(ProofEdge edge) {
        if (predicates == null) {
            return -1;
        }
        return switch (edge.kind()) {
            case PREDICATE_WR, PREDICATE_RW -> edge.third();
            case WR ->
                facts.readOf(edge.to(), edge.key(), edge.from()) >= 0
                        ? -1
                        : predicates.aggregate(edge.to(), edge.key());
            case RW ->
                facts.readOf(edge.from(), edge.key(), edge.third()) >= 0
                        ? -1
                        : predicates.aggregate(edge.from(), edge.key());
            default -> -1;
        };
    }

    private String because(ProofEdge edge, boolean supposed) {
        String from = names.transaction(edge.from());
        String to = names.transaction(edge.to());
        return switch (edge.kind()) {
            case SO -> from + " comes before " + to + " in session " + history.sessionName(history.session(edge.to()));
            case RT ->
                from + " had ended (" + names.time(history.end(edge.from())) + ") before " + to + " began ("
                        + names.time(history.begin(edge.to())) + ")";
            case WR -> {
                int readOp = facts.readOf(edge.to(), edge.key(), edge.from());
                yield readOp < 0
                        ? predicates.itemSeen(edge)
                        : to + " read " + names.keyValue(readOp) + ", which " + from + " wrote";
            }
            case WW ->
                supposed ? from + " wrote " + names.key(edge.key()) + " before " + to + " did" : versionOrder(edge);
            case RW -> supposed ? overwrittenIfSo(edge) : overwritten(edge);
            case CO -> from + " comes before " + to;
            case PREDICATE_WR -> predicates.seen(edge);
            case PREDICATE_RW -> predicates.missed(edge);
        };
    }

    // ---- the order of versions

    private String versionOrder(ProofEdge edge) {
        int key = edge.key();
        if (edge.from() == History.INITIAL) {
            return names.transaction(edge.to()) + " overwrote the initial value of " + names.key(key)
                    + "; the initial state comes before every transaction";
        }
        VersionOrder given = facts.given();
        int found = given.find(key, edge.from(), edge.to());
        if (found >= 0) {
            return given(given.source(found), given.older(found), given.newer(found));
        }
        return facts.readOf(edge.to(), key, edge.from()) < 0
                // further apart in a given order
                ? given(VersionSource.GIVEN, lastValue(edge.from(), key), lastValue(edge.to(), key))
                : names.transaction(edge.to()) + " read "
                        + names.keyValue(facts.readOf(edge.to(), key, edge.from())) + " of "
                        + names.transaction(edge.from()) + " and overwrote it" + with(edge.to(), key);
    }

    /** Why a value of a key is older than another one of the same key. */
    private String given(VersionSource source, int older, int newer) {
        String key = names.key(history.key(history.writeOp(newer)));
        String first = names.transaction(history.writer(older));
        String second = names.transaction(history.writer(newer));
        String oldValue = history.valueName(older);
        String newValue = history.valueName(newer);
        return switch (source) {
            case GIVEN ->
                "the version order of key " + key + " has " + oldValue + " of " + first + " before " + newValue + " of "
                        + second;
            case LISTS ->
                "in the lists of key " + key + ", " + oldValue + " of " + first + " stands before " + newValue + " of "
                        + second;
            case UNREAD ->
                second + " appended " + newValue + " to " + key + ", which nobody else saw, so it comes after "
                        + oldValue + " of " + first + ", which was seen";
        };
    }

    // ---- overwritten reads

    /** Why a transaction that read a version comes before the writer of a later one. */
    private String overwritten(ProofEdge edge) {
        int key = edge.key();
        int readOp = facts.readOf(edge.from(), key, edge.third());
        if (readOp < 0) {
            return predicates.itemOverwritten(edge);
        }
        String first = names.transaction(edge.from());
        String second = names.transaction(edge.to());
        String read = first + " read " + names.keyValue(readOp);
        String so = ", so " + first + " comes before " + second;
        VersionOrder given = facts.given();
        int found = edge.third() == History.INITIAL ? -1 : given.find(key, edge.third(), edge.to());
        if (found < 0) {
            return (history.kind(readOp) == OpKind.LIST_READ
                            ? read + ", without " + history.valueName(lastValue(edge.to(), key)) + ", which " + second
                                    + " appended"
                            : read + writtenBy(edge.third()) + "; " + second + " overwrote it" + with(edge.to(), key))
                    + so;
        }
        String newValue = history.valueName(given.newer(found));
        return switch (given.source(found)) {
            case LISTS -> read + ", and in the lists read later " + newValue + " of " + second + " follows" + so;
            case UNREAD -> read + ", without " + newValue + ", which " + second + " appended" + so;
            case GIVEN ->
                read + writtenBy(edge.third()) + "; "
                        + given(VersionSource.GIVEN, given.older(found), given.newer(found)) + so;
        };
    }

    private String overwrittenIfSo(ProofEdge edge) {
        String from = names.transaction(edge.from());
        String to = names.transaction(edge.to());
        return from + " read " + names.keyValue(facts.readOf(edge.from(), edge.key(), edge.third()))
                + writtenBy(edge.third()) + "; " + to + " wrote " + names.key(edge.key()) + " after that, so " + from
                + " comes before " + to;
    }

    private String writtenBy(int writer) {
        return ", which "
                + (writer == History.INITIAL ? "was the initial value" : names.transaction(writer) + " wrote");
    }

    /** Two transactions that both overwrote what both had read, the second one with an operation. */
    List<Edge> divergence(int a, int b, int readOp) {
        int key = history.key(readOp);
        String read = names.keyValue(readOp);
        String first = names.transaction(a);
        String second = names.transaction(b);
        ProofEdge anti = ProofEdge.of(ProofEdge.Kind.RW, b, a, key);
        ProofEdge overwrite = ProofEdge.of(ProofEdge.Kind.WW, a, b, key);
        return List.of(
                edge(
                        anti,
                        second + " read " + read + writtenBy(history.writer(history.value(readOp))) + "; " + first
                                + " overwrote it" + with(a, key) + ", so " + second + " comes before " + first),
                edge(
                        overwrite,
                        first + " had read " + read + " as well, and " + second + " overwrote it" + with(b, key)
                                + ": whichever of the two came second overwrote what it had not seen"));
    }

    /** The value that a transaction leaves behind at a key, in words. */
    private String with(int transaction, int key) {
        return " with " + history.valueName(lastValue(transaction, key));
    }

    private int lastValue(int transaction, int key) {
        for (int op = history.firstOp(transaction + 1) - 1; op >= history.firstOp(transaction); op--) {
            if (history.isWrite(op) && history.key(op) == key) {
                return history.value(op);
            }
        }
        throw new IllegalStateException("no such write");
    }

    // ---- forced orderings

    Edge forced(ProofEdge edge, Premise premise) {
        int t2 = edge.from();
        int t1 = edge.to();
        int t3 = edge.third();
        int key = edge.key();
        String because = names.transaction(t3) + " read " + names.keyValue(lastReadOf(t3, key, t1))
                + (t1 == History.INITIAL
                        ? ", the initial value, although "
                        : " from " + names.transaction(t1) + ", although ")
                + premise(premise, t2, t3, edge.via()) + "; " + names.transaction(t2) + " also wrote " + names.key(key)
                + ", so it must come before " + names.transaction(t1);
        return new Edge(t2, t1, EdgeKind.CO, key, because, premise, t3, edge.via());
    }

    private String premise(Premise premise, int t2, int t3, List<Integer> via) {
        String second = names.transaction(t2);
        String third = names.transaction(t3);
        String next = via.isEmpty() ? null : names.transaction(via.get(0));
        String last = via.isEmpty() ? null : names.transaction(via.get(via.size() - 1));
        return switch (premise) {
            case READ_BEFORE -> third + " had before read " + readFrom(t3, t2) + " from " + second;
            case SESSION -> second + " is an earlier transaction of the same session";
            case SESSION_READ -> next + ", earlier in the same session, had read from " + second;
            case SESSION_WRITE ->
                third + " read " + readFrom(t3, via.get(0)) + " from " + next + ", which comes after " + second
                        + " in its session";
            case READ_THEN_WRITTEN ->
                third + " read " + readFrom(t3, via.get(via.size() - 1)) + " from " + last + ", and "
                        + (via.size() == 1 ? "that" : next + ", before it in its session,") + " had read from "
                        + second;
            case READ -> third + " read " + readFrom(t3, t2) + " from " + second;
            case CAUSAL -> second + " happened before " + third + " (" + path(t2, via, t3) + ")";
        };
    }

    private String readFrom(int reader, int source) {
        return names.keyValue(facts.readOf(reader, -1, source));
    }

    private int lastReadOf(int reader, int key, int source) {
        int found = -1;
        for (int op = history.firstOp(reader); op < history.firstOp(reader + 1); op++) {
            if (history.key(op) == key && facts.source(op, reader) == source) {
                found = op;
            }
        }
        return found;
    }

    private String path(int from, List<Integer> via, int to) {
        StringBuilder path = new StringBuilder(names.transaction(from));
        for (int t : via) {
            path.append(" -> ").append(names.transaction(t));
        }
        return path.append(" -> ").append(names.transaction(to)).toString();
    }
}
