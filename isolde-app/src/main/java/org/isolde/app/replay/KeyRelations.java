package org.isolde.app.replay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.isolde.app.replay.Excerpt.Transaction;
import org.isolde.history.OpKind;
import org.isolde.run.Session;

/** What reads and writes of keys say of their order. */
final class KeyRelations implements Relations {
    private record Version(long key, long value) {}

    private final List<Transaction> transactions;
    private final Map<Version, Step> writers = new HashMap<>();

    KeyRelations(Excerpt excerpt) {
        this.transactions = excerpt.transactions();
        for (int t = 0; t < transactions.size(); t++) {
            List<KeyOperation> operations = operations(t);
            for (int i = 0; i < operations.size(); i++) {
                if (operations.get(i).isWrite()) {
                    writers.put(
                            new Version(
                                    operations.get(i).key(), operations.get(i).value()),
                            new Step(t, i));
                }
            }
        }
    }

    private List<KeyOperation> operations(int transaction) {
        return transactions.get(transaction).operations().stream()
                .map(KeyOperation.class::cast)
                .toList();
    }

    @Override
    public List<Source> sources() {
        List<Source> sources = new ArrayList<>();
        for (int t = 0; t < transactions.size(); t++) {
            List<KeyOperation> operations = operations(t);
            for (int i = 0; i < operations.size(); i++) {
                KeyOperation op = operations.get(i);
                Step write = op.isRead() ? writers.get(new Version(op.key(), op.seen())) : null;
                if (write != null && write.transaction() != t) {
                    sources.add(new Source(new Step(t, i), write, nextWrite(write)));
                }
            }
        }
        return sources;
    }

    /** The next write of the same register in the same transaction; null if there is none. An append replaces nothing. */
    private Step nextWrite(Step write) {
        List<KeyOperation> operations = operations(write.transaction());
        for (int i = write.operation() + 1; i < operations.size(); i++) {
            KeyOperation op = operations.get(i);
            if (op.isWrite() && op.key() == operations.get(write.operation()).key()) {
                return op.kind() == OpKind.APPEND ? null : new Step(write.transaction(), i);
            }
        }
        return null;
    }

    @Override
    public List<Overwrite> overwrites(ToDoubleFunction<Step> time) {
        List<Overwrite> found = new ArrayList<>();
        for (int t = 0; t < transactions.size(); t++) {
            List<KeyOperation> operations = operations(t);
            for (int i = 0; i < operations.size(); i++) {
                if (operations.get(i).isRead()) {
                    overwrites(new Step(t, i), operations.get(i), time, found);
                }
            }
        }
        return found;
    }

    private void overwrites(Step read, KeyOperation seen, ToDoubleFunction<Step> time, List<Overwrite> found) {
        Step source = writers.get(new Version(seen.key(), seen.seen()));
        for (int u = 0; u < transactions.size(); u++) {
            boolean sawTheSame = false;
            if (u == read.transaction()
                    || !transactions.get(u).commits()
                    || source != null && u == source.transaction()) {
                continue;
            }
            List<KeyOperation> operations = operations(u);
            for (int i = 0; i < operations.size(); i++) {
                KeyOperation op = operations.get(i);
                if (op.key() != seen.key()) {
                    continue;
                }
                sawTheSame |= op.isRead() && op.seen() == seen.seen();
                if (op.isWrite()) {
                    boolean sure = sawTheSame || seen.seen() == Session.ABSENT || seen.kind() == OpKind.LIST_READ;
                    if (seen.kind() == OpKind.LIST_READ
                            ? !seen.list().contains(op.value())
                            : sure || isLater(u, source, time)) {
                        found.add(new Overwrite(read, new Step(u, i), sure));
                    }
                    break;
                }
            }
        }
    }

    /** Whether a transaction ended after the one that a value is of, as far as is known. */
    private boolean isLater(int transaction, Step source, ToDoubleFunction<Step> time) {
        return source != null && time.applyAsDouble(end(transaction)) > time.applyAsDouble(end(source.transaction()));
    }

    private Step end(int transaction) {
        return new Step(transaction, transactions.get(transaction).endStep());
    }
}
