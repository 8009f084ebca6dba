package org.isolde.proof;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.isolde.history.History;
import org.isolde.history.format.Format;
import org.isolde.history.format.Source;
import org.isolde.oracle.TinyHistory.Status;
import org.isolde.oracle.rows.RowHistory;
import org.isolde.oracle.rows.RowHistory.PredicateRead;
import org.isolde.oracle.rows.RowHistory.Txn;
import org.isolde.oracle.rows.RowText;

/** Histories of rows, for proofs. */
final class RowProofs {
    private RowProofs() {}

    /** Reads native lines. */
    static History read(String text) {
        try (Source source = Source.of("rows", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))) {
            return Format.ISOLDE.read(source);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A history as Isolde loads it; snapshots stay snapshots, in which an aborted transaction may be. */
    static History history(RowHistory rows) {
        return read(text(rows));
    }

    static String text(RowHistory rows) {
        if (rows.txns().stream().allMatch(t -> t.snapshot() == null)) {
            return RowText.of(rows);
        }
        RowHistory bare = rows;
        for (Txn t : rows.txns()) {
            bare = bare.with(t.withSnapshot(null));
        }
        String text = RowText.of(bare);
        List<String> ids = rows.txns().stream().map(Txn::id).toList();
        for (Txn t : rows.txns()) {
            String more = "\"number\":" + (10 + ids.indexOf(t.id()));
            if (t.snapshot() != null) {
                int upTo = t.snapshot().stream().mapToInt(ids::indexOf).max().orElse(-1);
                String but = rows.txns().stream()
                        .filter(u -> ids.indexOf(u.id()) < upTo
                                && !t.snapshot().contains(u.id())
                                && u.status() != Status.ABORTED
                                && u != t)
                        .map(u -> String.valueOf(10 + ids.indexOf(u.id())))
                        .collect(Collectors.joining(","));
                more += ",\"snapshot\":{\"upto\":" + (10 + upTo) + ",\"but\":[" + but + "]}";
            }
            String head = "\"id\":\"" + t.id() + "\"";
            text = text.replace(head + ",", head + "," + more + ",");
        }
        return text;
    }

    /** Without the version sets of predicate reads. */
    static Txn withoutSets(Txn t) {
        return t.withOps(t.ops().stream()
                .map(op -> op instanceof PredicateRead p ? p.withSees(null) : op)
                .toList());
    }
}
