package org.isolde.app.replay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.app.replay.Excerpt.Transaction;
import org.isolde.run.rows.RowAnswer;
import org.isolde.run.rows.RowAnswer.Found;
import org.isolde.run.rows.RowChange;
import org.isolde.run.rows.RowMark;
import org.isolde.run.rows.RowStatement;
import org.isolde.run.rows.RowVersion;

/**
 * The rows that have to be there before transactions are executed: those that they saw and that none of them inserts, as the
 * first to see them saw them.
 *
 * <p>A row has its name by the version that it was inserted with, so one that is older gets another name here: the
 * transactions are told with these names.
 *
 * @param inserts each a transaction of its own
 * @param transactions with the names that rows have
 */
record RowPreparation(List<Operation> inserts, List<Transaction> transactions) {
    static RowPreparation of(List<Transaction> transactions) {
        Set<String> inserted = new HashSet<>();
        Set<Found> written = new HashSet<>();
        for (Transaction transaction : transactions) {
            for (Operation each : transaction.operations()) {
                for (RowChange change : ((RowOperation) each).recorded().changes()) {
                    written.add(new Found(change.after().row(), change.version()));
                    if (change.kind() == RowChange.Kind.INSERTED) {
                        inserted.add(change.after().row());
                    }
                }
            }
        }
        List<Operation> inserts = new ArrayList<>();
        Map<String, String> names = new HashMap<>();
        Set<Long> keys = new HashSet<>();
        transactions.stream()
                .sorted(Comparator.comparingLong(Transaction::begin))
                .flatMap(transaction -> transaction.operations().stream())
                .flatMap(operation -> ((RowOperation) operation).seen().stream())
                .forEach(seen -> {
                    if (!inserted.contains(seen.row())
                            && !written.contains(new Found(seen.row(), seen.version()))
                            && !names.containsKey(seen.row())
                            && keys.add(seen.id())) {
                        inserts.add(insert(seen));
                        names.put(seen.row(), RowVersion.bornAs(seen.id(), seen.version()));
                    }
                });
        names.entrySet().removeIf(name -> name.getKey().equals(name.getValue()));
        return new RowPreparation(
                inserts,
                names.isEmpty()
                        ? transactions
                        : transactions.stream()
                                .map(transaction -> renamed(transaction, names))
                                .toList());
    }

    private static RowOperation insert(RowVersion seen) {
        RowVersion first = new RowVersion(
                RowVersion.bornAs(seen.id(), seen.version()), seen.version(), seen.id(), seen.a(), seen.b(), null);
        return new RowOperation(
                new RowStatement.Insert(seen.id(), seen.a(), seen.b(), RowStatement.OnConflict.FAIL),
                seen.version(),
                RowAnswer.changes(List.of(RowChange.written(first))),
                RowMark.NOTHING,
                null,
                List.of());
    }

    private static Transaction renamed(Transaction transaction, Map<String, String> names) {
        return transaction.with(transaction.operations().stream()
                .map(operation -> (Operation) renamed((RowOperation) operation, names))
                .toList());
    }

    private static RowOperation renamed(RowOperation op, Map<String, String> names) {
        RowAnswer recorded = op.recorded();
        Map<String, Long> put = null;
        if (op.put() != null) {
            put = new HashMap<>();
            for (Map.Entry<String, Long> row : op.put().entrySet()) {
                put.put(names.getOrDefault(row.getKey(), row.getKey()), row.getValue());
            }
        }
        return new RowOperation(
                op.statement(),
                op.number(),
                new RowAnswer(
                        recorded.where(),
                        recorded.locks(),
                        recorded.found().stream()
                                .map(found -> new Found(names.getOrDefault(found.row(), found.row()), found.version()))
                                .toList(),
                        recorded.aggregate(),
                        recorded.value(),
                        recorded.changes().stream()
                                .map(change -> new RowChange(
                                        change.kind(), renamed(change.after(), names), change.deadVersion()))
                                .toList(),
                        recorded.snapshot()),
                op.mark(),
                put,
                op.seen().stream().map(seen -> renamed(seen, names)).toList());
    }

    private static RowVersion renamed(RowVersion version, Map<String, String> names) {
        return new RowVersion(
                names.getOrDefault(version.row(), version.row()),
                version.version(),
                version.id(),
                version.a(),
                version.b(),
                version.previous());
    }
}
