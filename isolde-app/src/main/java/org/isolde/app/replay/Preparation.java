package org.isolde.app.replay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.app.replay.Script.Transaction;
import org.isolde.history.OpKind;
import org.isolde.run.Session;

/**
 * What has to be in the tables before a script begins: where the first to read a key saw a value that nobody in the
 * script writes, that value. A minimal counterexample has all its writers, and needs none of this.
 */
final class Preparation {
    private Preparation() {}

    static List<Operation> of(List<Transaction> transactions) {
        Map<Long, Set<Long>> written = new HashMap<>();
        for (Transaction transaction : transactions) {
            for (Operation op : transaction.operations()) {
                if (op.isWrite()) {
                    written.computeIfAbsent(op.key(), key -> new HashSet<>()).add(op.value());
                }
            }
        }
        List<Operation> preparation = new ArrayList<>();
        Set<Long> decided = new HashSet<>();
        transactions.stream()
                .sorted(Comparator.comparingLong(Transaction::begin))
                .forEach(transaction -> {
                    for (Operation op : transaction.operations()) {
                        if (op.isRead() && decided.add(op.key())) {
                            add(op, written.getOrDefault(op.key(), Set.of()), preparation);
                        }
                    }
                });
        return preparation;
    }

    private static void add(Operation read, Set<Long> written, List<Operation> preparation) {
        if (read.kind() == OpKind.LIST_READ) {
            for (long element : read.list()) {
                if (written.contains(element)) {
                    return;
                }
                preparation.add(Operation.of(OpKind.APPEND, read.key(), element));
            }
        } else if (read.seen() != Session.ABSENT && !written.contains(read.seen())) {
            preparation.add(Operation.of(OpKind.WRITE, read.key(), read.seen()));
        }
    }
}
