package org.isolde.app.replay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.isolde.app.replay.Excerpt.Transaction;
import org.isolde.condition.Cells;
import org.isolde.condition.Condition;
import org.isolde.condition.ConditionException;
import org.isolde.condition.Evaluator;
import org.isolde.condition.Truth;
import org.isolde.run.rows.RowAnswer.Found;
import org.isolde.run.rows.RowChange;
import org.isolde.run.rows.RowSnapshot;
import org.isolde.run.rows.RowStatement;
import org.isolde.run.rows.RowVersion;

/**
 * What statements on rows say of their order: by the rows that they found or replaced, and by the rows and transactions that
 * they are known to have looked at. Where that is not known, a row that matches and was not found came later, if its time
 * does not say otherwise.
 */
final class RowRelations implements Relations {
    private record Write(Step step, RowChange change) {
        String row() {
            return change.after().row();
        }

        /** The version that it replaced; null for a new row. */
        Long replaced() {
            return switch (change.kind()) {
                case INSERTED -> null;
                case UPDATED -> change.after().previous();
                case DELETED -> change.after().version();
            };
        }
    }

    private final List<Transaction> transactions;
    private final List<Write> writes = new ArrayList<>();
    private final Map<Found, Write> writers = new HashMap<>();

    RowRelations(Excerpt excerpt) {
        this.transactions = excerpt.transactions();
        eachStep((step, op) -> {
            for (RowChange change : op.recorded().changes()) {
                Write write = new Write(step, change);
                writes.add(write);
                writers.putIfAbsent(new Found(write.row(), change.version()), write);
            }
        });
    }

    private interface StepVisitor {
        void visit(Step step, RowOperation op);
    }

    private void eachStep(StepVisitor visitor) {
        for (int t = 0; t < transactions.size(); t++) {
            List<Operation> operations = transactions.get(t).operations();
            for (int i = 0; i < operations.size(); i++) {
                visitor.visit(new Step(t, i), (RowOperation) operations.get(i));
            }
        }
    }

    /** The version that a statement saw of each row, as far as that is told row by row. */
    private static Map<String, Long> seen(RowOperation op) {
        Map<String, Long> seen = new LinkedHashMap<>(op.put() == null ? Map.of() : op.put());
        op.recorded().found().forEach(found -> seen.put(found.row(), found.version()));
        return seen;
    }

    private static RowSnapshot snapshot(RowOperation op) {
        return op.recorded().snapshot() != null
                ? op.recorded().snapshot()
                : op.mark().snapshot();
    }

    @Override
    public List<Source> sources() {
        List<Source> sources = new ArrayList<>();
        eachStep((step, op) -> {
            Map<String, Long> all = seen(op);
            for (RowChange change : op.recorded().changes()) {
                Long replaced = new Write(step, change).replaced();
                if (replaced != null) {
                    all.putIfAbsent(change.after().row(), replaced);
                }
            }
            all.forEach((row, version) -> add(step, writers.get(new Found(row, version)), sources));
            RowSnapshot snapshot = snapshot(op);
            if (snapshot != null) {
                // one snapshot for all statements is taken by the first
                Step taken = op.recorded().snapshot() != null ? step : new Step(step.transaction(), 0);
                for (Write write : writes) {
                    if (snapshot.sees(number(write.step()))) {
                        add(taken, write, sources);
                    }
                }
            }
        });
        return sources;
    }

    private void add(Step read, Write write, List<Source> sources) {
        if (write != null && write.step().transaction() != read.transaction()) {
            sources.add(new Source(read, write.step(), nextWrite(write)));
        }
    }

    /** Greater than all that a snapshot sees, if a transaction has none. */
    private long number(Step step) {
        RowOperation op =
                (RowOperation) transactions.get(step.transaction()).operations().get(step.operation());
        return op.mark().hasNumber() ? op.mark().number() : Long.MAX_VALUE;
    }

    /** The next write of the same row in the same transaction; null if there is none. */
    private Step nextWrite(Write write) {
        return writes.stream()
                .filter(other -> other.step().transaction() == write.step().transaction()
                        && other.step().operation() > write.step().operation()
                        && other.row().equals(write.row()))
                .map(Write::step)
                .findFirst()
                .orElse(null);
    }

    @Override
    public List<Overwrite> overwrites(ToDoubleFunction<Step> time) {
        List<Overwrite> found = new ArrayList<>();
        eachStep((step, op) -> {
            if (op.recorded().where() == null) {
                return;
            }
            Map<String, Long> seen = seen(op);
            RowSnapshot snapshot = snapshot(op);
            for (Write write : writes) {
                int writer = write.step().transaction();
                if (writer == step.transaction() || !transactions.get(writer).commits()) {
                    continue;
                }
                Long version = seen.get(write.row());
                boolean replaces = version != null && version.equals(write.replaced());
                boolean missed = snapshot != null
                        ? !snapshot.sees(number(write.step()))
                        : op.put() != null && version == null && write.change().kind() == RowChange.Kind.INSERTED;
                if (replaces || missed) {
                    found.add(new Overwrite(step, write.step(), true));
                } else if (snapshot == null
                        && op.put() == null
                        && version == null
                        && op.recorded().aggregate() == null
                        && matches(op.recorded().where(), write.change())
                        && time.applyAsDouble(end(writer)) > time.applyAsDouble(step)) {
                    found.add(new Overwrite(step, write.step(), false));
                }
            }
        });
        return found;
    }

    private Step end(int transaction) {
        return new Step(transaction, transactions.get(transaction).endStep());
    }

    private static boolean matches(Condition where, RowChange change) {
        if (change.kind() == RowChange.Kind.DELETED) {
            return false;
        }
        try {
            return new Evaluator(where, RowStatement.COLUMNS::indexOf).evaluate(new Row(change.after())) == Truth.TRUE;
        } catch (ConditionException e) {
            // a condition that can't be put to it does not match it
            return false;
        }
    }

    private record Row(RowVersion version) implements Cells {
        private Long cell(int column) {
            return switch (column) {
                case 0 -> (Long) version.id();
                case 1 -> version.a();
                default -> version.b();
            };
        }

        @Override
        public boolean isNull(int column) {
            return cell(column) == null;
        }

        @Override
        public boolean isText(int column) {
            return false;
        }

        @Override
        public long integer(int column) {
            return cell(column);
        }

        @Override
        public String text(int column) {
            throw new IllegalStateException("columns are integers");
        }
    }
}
