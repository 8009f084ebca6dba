package org.isolde.run.certificate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isolde.condition.Condition;
import org.isolde.condition.ConditionException;
import org.isolde.run.record.JsonTree;
import org.isolde.run.record.RowNames;
import org.isolde.run.rows.RowAnswer.Found;
import org.isolde.run.rows.RowMark;
import org.isolde.run.rows.RowSnapshot;

/** A transaction as its line in a recording has it, which may be changed. The line's spelling is that of the native format. */
final class RecordedTransaction {
    /**
     * A write or deletion.
     *
     * @param columns null if it is a deletion
     * @param acted the version that was deleted, as its statement told; null if it is a write
     */
    record Write(String row, long version, Map<String, Object> columns, Long acted) {}

    private static final String SNAPSHOT = "snapshot";
    private static final String SEES = "sees";

    private final Map<String, Object> fields;

    RecordedTransaction(Map<String, Object> fields) {
        this.fields = fields;
    }

    static String key(String row) {
        return RowNames.key(row);
    }

    String name() {
        return "a transaction of session " + fields.get("session") + " that began at " + fields.get("begin");
    }

    boolean isCommitted() {
        return fields.get("status") == null || "committed".equals(fields.get("status"));
    }

    boolean isUnknown() {
        return "unknown".equals(fields.get("status"));
    }

    /** Its number, or {@link RowMark#NONE}. */
    long number() {
        return fields.get("number") instanceof Long number ? number : RowMark.NONE;
    }

    void number(long number) {
        fields.put("number", number);
    }

    void order(double order) {
        fields.put("order", order);
    }

    /** All writes and deletions, in order. */
    List<Write> writes() {
        List<Write> writes = new ArrayList<>();
        Map<String, Long> found = new LinkedHashMap<>();
        for (Object each : JsonTree.list(fields.get("ops"))) {
            List<Object> op = JsonTree.list(each);
            String kind = String.valueOf(op.get(0));
            if (kind.equals("rp")) {
                found.clear();
                found(op).forEach(row -> found.put(row.row(), row.version()));
            } else if (kind.equals("w") || kind.equals("d")) {
                String row = RowNames.row(String.valueOf(op.get(1)));
                boolean deletes = kind.equals("d");
                // a deletion stands right behind the predicate read of its statement
                writes.add(new Write(
                        row,
                        (Long) op.get(2),
                        deletes ? null : JsonTree.map(op.get(3)),
                        deletes ? found.get(row) : null));
            }
        }
        return writes;
    }

    private static List<Found> found(List<Object> predicate) {
        List<Found> found = new ArrayList<>();
        for (Object each : JsonTree.list(predicate.get(3))) {
            List<Object> row = JsonTree.list(each);
            found.add(new Found(RowNames.row(String.valueOf(row.get(0))), (Long) row.get(1)));
        }
        return found;
    }

    /** The outcome is known now. */
    void settle(boolean committed, long end) {
        if (committed) {
            fields.remove("status");
            fields.remove("reason");
            fields.put("end", end);
        } else {
            fields.put("status", "aborted");
        }
    }

    /** Leaves out all that a certificate says. */
    void forgetEvidence() {
        fields.keySet().removeAll(List.of("number", SNAPSHOT, "order"));
        eachPredicate((op, set) -> {
            while (op.size() > 4) {
                op.remove(4);
            }
        });
    }

    private interface PredicateVisitor {
        /** @param versionSet empty if there is none */
        void visit(List<Object> op, Map<String, Object> versionSet);
    }

    private void eachPredicate(PredicateVisitor visitor) {
        for (Object each : ops()) {
            List<Object> op = operation(each);
            if ("rp".equals(op.get(0))) {
                visitor.visit(op, op.size() > 4 ? JsonTree.map(op.get(4)) : Map.of());
            }
        }
    }

    /** The lists of the tree itself, not copies. */
    @SuppressWarnings("unchecked") // the parser makes no other lists
    private static List<Object> operation(Object list) {
        return (List<Object>) list;
    }

    private List<Object> ops() {
        return operation(fields.get("ops"));
    }

    /** Names the rows of which statements that change rows saw other versions than their snapshots have. */
    void completeVersionSets(Certificate.VersionSets versionSets) {
        Map<String, Certificate.Own> own = new LinkedHashMap<>();
        for (Object each : ops()) {
            List<Object> op = operation(each);
            String kind = String.valueOf(op.get(0));
            if (kind.equals("rp") && op.size() > 4 && JsonTree.map(op.get(4)).containsKey(SEES)) {
                complete(op, versionSets, List.copyOf(own.values()));
            } else if (kind.equals("w") || kind.equals("d")) {
                String row = RowNames.row(String.valueOf(op.get(1)));
                own.put(row, new Certificate.Own(row, (Long) op.get(2), kind.equals("d")));
            }
        }
    }

    private void complete(List<Object> op, Certificate.VersionSets versionSets, List<Certificate.Own> own) {
        Map<String, Object> set = JsonTree.map(op.get(4));
        Condition where;
        try {
            where = Condition.parse(String.valueOf(op.get(2)));
        } catch (ConditionException e) {
            throw new IllegalStateException("a recorded condition that is none: " + op.get(2), e);
        }
        List<Found> beside = versionSets.besideSnapshot(
                new Certificate.ChangingStatement(number(), where, snapshot(set.get(SNAPSHOT)), own, found(op)));
        if (beside.isEmpty()) {
            set.remove(SEES);
        } else {
            List<Object> rows = new ArrayList<>();
            beside.forEach(row -> rows.add(List.of(key(row.row()), row.version())));
            set.put(SEES, rows);
        }
    }

    private static RowSnapshot snapshot(Object tree) {
        Map<String, Object> snapshot = JsonTree.map(tree);
        long[] but = JsonTree.list(snapshot.get("but")).stream()
                .mapToLong(number -> (Long) number)
                .toArray();
        return new RowSnapshot((Long) snapshot.get("upto"), but);
    }
}
