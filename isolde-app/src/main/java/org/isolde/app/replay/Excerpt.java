package org.isolde.app.replay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.history.Status;
import org.isolde.run.Session;

/**
 * Transactions of a recorded history that are executed once more: what each session does, in its order.
 *
 * <p>Invariant: transactions stand session by session, in session order. Keys and values are numbers, and those of the
 * history where it has numbers; so nothing of a history's texts ever becomes part of a statement. Operations are all on keys,
 * or all on rows.
 *
 * @param preparation writes that come before all: of values that were read, and whose writers are not among the
 *     transactions
 * @param timed whether begin and end are recorded times; else they are the order of the input
 * @param lists whether values are lists
 * @param rows whether operations are statements on rows
 */
public record Excerpt(
        List<Client> clients,
        List<Transaction> transactions,
        List<Operation> preparation,
        boolean timed,
        boolean lists,
        boolean rows) {
    /** A longer one is no story that could be told step by step. */
    static final int MOST_TRANSACTIONS = 40;

    public Excerpt {
        clients = List.copyOf(clients);
        transactions = List.copyOf(transactions);
        preparation = List.copyOf(preparation);
    }

    /**
     * A session.
     *
     * @param number the session's number in the recorded run, by which it re-used statements and chose its node
     */
    public record Client(String name, int number) {}

    /**
     * @param client by its place in the excerpt
     * @param commits whether it ends with a commit; else with a rollback
     * @param begin on the clock of the run
     */
    public record Transaction(
            String name, int client, List<Operation> operations, boolean commits, long begin, long end) {
        public Transaction {
            operations = List.copyOf(operations);
        }

        /** The same with other operations. */
        Transaction with(List<Operation> others) {
            return new Transaction(name, client, others, commits, begin, end);
        }

        /** The step behind the last operation. */
        int endStep() {
            return operations.size();
        }
    }

    /** All transactions of a history. */
    public static Excerpt of(History history) {
        int[] all = new int[history.transactions()];
        Arrays.setAll(all, i -> i + 1);
        return of(history, all);
    }

    /** Some of them. */
    static Excerpt of(History history, int[] transactions) {
        int[] sorted = transactions.clone();
        Arrays.sort(sorted);
        IntFunction<List<? extends Operation>> operations = history.rows() == null
                ? new HistoryNumbers(history, sorted)::operations
                : new RowStatements(history)::operations;
        long[] place = new long[history.transactions() + 1];
        for (int i = 0; i < history.transactions(); i++) {
            place[history.arrival(i)] = i;
        }
        List<Client> clients = new ArrayList<>();
        List<Transaction> chosen = new ArrayList<>();
        int session = -1;
        for (int t : sorted) {
            if (history.session(t) != session) {
                session = history.session(t);
                clients.add(new Client(history.sessionName(session), RecordedRun.sessionNumber(history, session)));
            }
            boolean timed = history.hasRealTime();
            chosen.add(new Transaction(
                    history.transactionName(t),
                    clients.size() - 1,
                    List.copyOf(operations.apply(t)),
                    history.status(t) != Status.ABORTED,
                    timed ? history.begin(t) : place[t],
                    // without times all overlap, and the order of the input is that of their ends
                    timed ? history.end(t) : place[t] + history.transactions()));
        }
        boolean lists = history.hasLists() || chosen.stream().anyMatch(Excerpt::appends);
        return prepared(clients, chosen, history.hasRealTime(), lists, history.rows() != null);
    }

    /** With what has to be there before. */
    private static Excerpt prepared(
            List<Client> clients, List<Transaction> transactions, boolean timed, boolean lists, boolean rows) {
        if (rows) {
            RowPreparation preparation = RowPreparation.of(transactions);
            return new Excerpt(clients, preparation.transactions(), preparation.inserts(), timed, lists, true);
        }
        return new Excerpt(clients, transactions, preparation(transactions), timed, lists, false);
    }

    private static boolean appends(Transaction transaction) {
        return transaction.operations().stream()
                .anyMatch(op -> op instanceof KeyOperation each && each.kind() == OpKind.APPEND);
    }

    private static List<KeyOperation> onKeys(List<Operation> operations) {
        return operations.stream().map(KeyOperation.class::cast).toList();
    }

    /**
     * What has to be in the tables before: where the first to read a key saw a value that none of the transactions writes,
     * that value. A minimal counterexample has all its writers, and needs none of this.
     */
    private static List<Operation> preparation(List<Transaction> transactions) {
        Map<Long, Set<Long>> written = new HashMap<>();
        for (Transaction transaction : transactions) {
            for (KeyOperation op : onKeys(transaction.operations())) {
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
                    for (KeyOperation op : onKeys(transaction.operations())) {
                        if (op.isRead() && decided.add(op.key())) {
                            prepare(op, written.getOrDefault(op.key(), Set.of()), preparation);
                        }
                    }
                });
        return preparation;
    }

    private static void prepare(KeyOperation read, Set<Long> written, List<Operation> preparation) {
        if (read.kind() == OpKind.LIST_READ) {
            for (long element : read.list()) {
                if (written.contains(element)) {
                    return;
                }
                preparation.add(KeyOperation.of(OpKind.APPEND, read.key(), element));
            }
        } else if (read.seen() != Session.ABSENT && !written.contains(read.seen())) {
            preparation.add(KeyOperation.of(OpKind.WRITE, read.key(), read.seen()));
        }
    }

    /** The keys, each once; for operations on keys. */
    Set<Long> keys() {
        Set<Long> keys = new LinkedHashSet<>();
        onKeys(preparation).forEach(op -> keys.add(op.key()));
        transactions.forEach(t -> onKeys(t.operations()).forEach(op -> keys.add(op.key())));
        return keys;
    }

    /** The operation of a step; null at the end of a transaction. */
    public Operation operation(Step step) {
        List<Operation> operations = transactions.get(step.transaction()).operations();
        return step.operation() < operations.size() ? operations.get(step.operation()) : null;
    }

    public Client client(Step step) {
        return clients.get(transactions.get(step.transaction()).client());
    }

    /** What a step asks of the database, in words. */
    public String request(Step step) {
        Operation operation = operation(step);
        if (operation != null) {
            return operation.request();
        }
        return transactions.get(step.transaction()).commits() ? "commit" : "rollback";
    }

    /** The same clients with other transactions, and the same before them. */
    Excerpt with(List<Transaction> others) {
        return new Excerpt(clients, others, preparation, timed, lists, rows);
    }

    /** The excerpt without one of its transactions. */
    Excerpt without(int transaction) {
        List<Transaction> fewer = new ArrayList<>();
        List<Client> used = new ArrayList<>();
        int last = -1;
        for (int t = 0; t < transactions.size(); t++) {
            Transaction each = transactions.get(t);
            if (t == transaction) {
                continue;
            }
            if (each.client() != last) {
                last = each.client();
                used.add(clients.get(last));
            }
            fewer.add(new Transaction(
                    each.name(), used.size() - 1, each.operations(), each.commits(), each.begin(), each.end()));
        }
        return prepared(used, fewer, timed, lists, rows);
    }
}
