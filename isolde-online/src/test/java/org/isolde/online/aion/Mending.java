package org.isolde.online.aion;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.isolde.history.OpKind;
import org.isolde.history.Status;

/** Gives most reads what a snapshot would have shown them, so that not every random transaction is wrong. */
final class Mending {
    private final List<TinyStream.Tx> transactions;
    private final boolean lists;

    Mending(List<TinyStream.Tx> transactions, boolean lists) {
        this.transactions = transactions;
        this.lists = lists;
    }

    void mend(Random random) {
        for (TinyStream.Tx tx : transactions) {
            Map<Object, List<Object>> state = snapshot(tx);
            for (int i = 0; i < tx.ops().size(); i++) {
                TinyStream.Op op = tx.ops().get(i);
                List<Object> list = state.computeIfAbsent(op.key(), key -> new ArrayList<>());
                if (OpKind.isWrite(op.kind())) {
                    list.add(op.value());
                } else if (op.kind() != OpKind.CAS_FAILED && random.nextInt(12) > 0) {
                    Object last = list.isEmpty() ? null : list.get(list.size() - 1);
                    tx.ops()
                            .set(
                                    i,
                                    new TinyStream.Op(
                                            op.kind(),
                                            op.key(),
                                            lists ? null : last,
                                            lists ? List.copyOf(list) : null));
                }
            }
        }
    }

    private Map<Object, List<Object>> snapshot(TinyStream.Tx reader) {
        List<TinyStream.Tx> visible = new ArrayList<>();
        for (TinyStream.Tx tx : transactions) {
            boolean sees = tx != reader
                    && tx.status() == Status.COMMITTED
                    && TinyStream.compare(tx.start(), tx.commit()) <= 0
                    && TinyStream.compare(tx.commit(), reader.start()) <= 0;
            if (sees) {
                visible.add(tx);
            }
        }
        visible.sort((a, b) -> TinyStream.compare(a.commit(), b.commit()));
        Map<Object, List<Object>> state = new HashMap<>();
        for (TinyStream.Tx tx : visible) {
            for (TinyStream.Op op : tx.ops()) {
                if (OpKind.isWrite(op.kind())) {
                    state.computeIfAbsent(op.key(), key -> new ArrayList<>()).add(op.value());
                }
            }
        }
        return state;
    }
}
