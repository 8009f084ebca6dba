package org.isolde.oracle.rows;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.isolde.oracle.Facts;
import org.isolde.oracle.TinyHistory.Status;
import org.isolde.oracle.rows.RowHistory.Op;
import org.isolde.oracle.rows.RowHistory.PredicateRead;
import org.isolde.oracle.rows.RowHistory.Seen;
import org.isolde.oracle.rows.RowHistory.Txn;
import org.isolde.oracle.rows.RowHistory.Write;
import org.isolde.oracle.rows.RowOracle.Flaw;

/**
 * What is known of a history before any version order is guessed: who counts, the item reads, the predicate reads, and
 * whether these have version sets that can be.
 *
 * <p>Invariant: transactions are numbered as in {@code items}, and rows as in {@code rows}.
 */
final class RowFacts {
    /** Operation {@code op} of transaction {@code t} is a predicate read. */
    record Asked(int t, int op, PredicateRead read) {}

    final RowHistory history;
    final List<String> rows;
    /** Of all that count: also unknown transactions of which a version set names a version. */
    final Facts items;

    private final List<Txn> txns = new ArrayList<>();
    /** Who wrote a version. */
    private final Map<Seen, Txn> writers = new HashMap<>();

    private final Map<Seen, Write> writes = new HashMap<>();
    private final Map<String, List<String>> tables = new HashMap<>();
    /** The predicate reads of those that count. */
    final List<Asked> asked = new ArrayList<>();

    RowFacts(RowHistory history, boolean sessionOrder) {
        this.history = history;
        Items all = new Items(history);
        rows = all.rows;
        rows.forEach(row -> tables.computeIfAbsent(RowHistory.table(row), table -> new ArrayList<>())
                .add(row));
        for (Txn t : history.txns()) {
            for (Op op : t.ops()) {
                if (op instanceof Write w) {
                    writers.put(new Seen(w.row(), w.version()), t);
                    writes.put(new Seen(w.row(), w.version()), w);
                }
            }
        }
        Set<Integer> tookEffect = new HashSet<>();
        Facts facts = all.facts(sessionOrder, tookEffect);
        while (tookEffect.addAll(namedUnknown(facts))) {
            facts = all.facts(sessionOrder, tookEffect);
        }
        items = facts;
        items.txns.forEach(t -> txns.add(history.txn(t.id())));
        for (int t = 0; t < items.n; t++) {
            Txn txn = txn(t);
            for (int op = 0; op < txn.ops().size(); op++) {
                if (txn.ops().get(op) instanceof PredicateRead read) {
                    asked.add(new Asked(t, op, read));
                }
            }
        }
    }

    Txn txn(int t) {
        return txns.get(t);
    }

    /** Who wrote the version, whether it counts or not; null if nobody did. */
    Txn writer(String row, int version) {
        return writers.get(new Seen(row, version));
    }

    List<String> rowsOf(String table) {
        return tables.getOrDefault(table, List.of());
    }

    /**
     * Places of unknown transactions of which the version set of one that counts names a version; or its snapshot has them, and
     * they wrote a row of the table that it had not written itself.
     */
    private Set<Integer> namedUnknown(Facts facts) {
        Set<Integer> places = new HashSet<>();
        for (var counted : facts.txns) {
            Txn t = history.txn(counted.id());
            for (int i = 0; i < t.ops().size(); i++) {
                if (!(t.ops().get(i) instanceof PredicateRead p)) {
                    continue;
                }
                for (Txn u : history.txns()) {
                    if (u.status() == Status.UNKNOWN && (isNamed(u, p) || isInSnapshot(u, t, i, p.table()))) {
                        places.add(history.txns().indexOf(u));
                    }
                }
            }
        }
        return places;
    }

    private boolean isNamed(Txn u, PredicateRead p) {
        return p.sees() != null && p.sees().entrySet().stream().anyMatch(e -> writer(e.getKey(), e.getValue()) == u);
    }

    private boolean isInSnapshot(Txn u, Txn t, int op, String table) {
        return t.snapshot() != null
                && t.snapshot().contains(u.id())
                && rowsOf(table).stream()
                        .anyMatch(row ->
                                u.lastWritten(row) != null && t.written(row, op).isEmpty());
    }

    /** The number of a transaction; -1 if it does not count. */
    int number(Txn txn) {
        for (int t = 0; t < items.n; t++) {
            if (txns.get(t).id().equals(txn.id())) {
                return t;
            }
        }
        return -1;
    }

    boolean isWriter(int t, int x) {
        return (items.writers[x] >> t & 1) != 0;
    }

    /** Whether the version orders name the last version of each that wrote a row, where there are at least two. */
    boolean hasCompleteVersionOrder() {
        for (int x = 0; x < rows.size(); x++) {
            if (Integer.bitCount(items.writers[x]) >= 2) {
                List<Integer> named = history.versions().getOrDefault(rows.get(x), List.of());
                for (int t = 0; t < items.n; t++) {
                    if (isWriter(t, x)
                            && !named.contains(txn(t).lastWritten(rows.get(x)).version())) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    boolean hasAllVersionSets() {
        return asked.stream().allMatch(a -> a.read().sees() != null);
    }

    /** What is wrong with version sets, whatever the version order is; the first that holds of a version. */
    Set<Flaw> flaws() {
        Set<Flaw> flaws = EnumSet.noneOf(Flaw.class);
        for (Asked a : asked) {
            if (a.read().sees() != null) {
                for (String row : rowsOf(a.read().table())) {
                    flaws.addAll(flaw(a, row, a.read().sees().get(row)).stream().toList());
                }
                if (!gives(a)) {
                    flaws.add(Flaw.RESULT_SET_MISMATCH);
                }
            }
        }
        return flaws;
    }

    private Optional<Flaw> flaw(Asked a, String row, Integer seen) {
        Write own = txn(a.t()).lastWritten(row, a.op());
        if (own != null) {
            return seen != null && seen == own.version() ? Optional.empty() : Optional.of(Flaw.INTERNAL);
        }
        if (seen == null) {
            return Optional.empty();
        }
        Txn writer = writer(row, seen);
        if (writer == null) {
            return Optional.of(Flaw.GARBAGE);
        }
        if (number(writer) < 0) {
            return Optional.of(Flaw.ABORTED);
        }
        if (number(writer) == a.t()) {
            return Optional.of(Flaw.FUTURE);
        }
        return writer.lastWritten(row).version() == seen ? Optional.empty() : Optional.of(Flaw.INTERMEDIATE);
    }

    /** Whether what came back is what the condition gives on the version set. */
    private boolean gives(Asked a) {
        List<Write> versions = new ArrayList<>();
        a.read().sees().forEach((row, version) -> versions.add(writes.get(new Seen(row, version))));
        return Answers.agrees(a.read(), versions);
    }

    /** All version sets without a flaw of their own, for a predicate read that has none. */
    List<Map<String, Integer>> possibleVersionSets(Asked a) {
        List<Map<String, Integer>> sets = List.of(Map.of());
        for (String row : rowsOf(a.read().table())) {
            List<Map<String, Integer>> longer = new ArrayList<>();
            for (Map<String, Integer> set : sets) {
                if (flaw(a, row, null).isEmpty()) {
                    longer.add(set);
                }
                for (Txn t : history.txns()) {
                    for (Write w : t.written(row, t.ops().size())) {
                        boolean unknown = t.status() == Status.UNKNOWN && t.lastWritten(row) == w && number(t) < 0;
                        if (unknown || flaw(a, row, w.version()).isEmpty()) {
                            Map<String, Integer> one = new TreeMap<>(set);
                            one.put(row, w.version());
                            longer.add(one);
                        }
                    }
                }
            }
            sets = longer;
        }
        return sets.stream()
                .filter(set -> gives(new Asked(a.t(), a.op(), a.read().withSees(set))))
                .toList();
    }
}
