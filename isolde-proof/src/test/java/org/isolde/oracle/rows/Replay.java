package org.isolde.oracle.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.isolde.oracle.rows.RowHistory.Op;
import org.isolde.oracle.rows.RowHistory.PredicateRead;
import org.isolde.oracle.rows.RowHistory.Read;
import org.isolde.oracle.rows.RowHistory.Txn;
import org.isolde.oracle.rows.RowHistory.Write;

/** Runs transactions one after the other, and says whether each operation did what it did in the history. */
final class Replay {
    /** Of each row that was born the present version. */
    private final Map<String, Write> state = new TreeMap<>();

    private Replay() {}

    static boolean explains(List<Txn> serial) {
        Replay replay = new Replay();
        return serial.stream().allMatch(t -> t.ops().stream().allMatch(replay::explains));
    }

    private boolean explains(Op op) {
        if (op instanceof Write w) {
            Write before = state.put(w.row(), w);
            return before == null || !before.isDead();
        }
        if (op instanceof Read r) {
            Write present = state.get(r.row());
            return Objects.equals(r.version(), present == null ? null : present.version());
        }
        PredicateRead p = (PredicateRead) op;
        List<Write> table = new ArrayList<>();
        state.forEach((row, version) -> {
            if (RowHistory.table(row).equals(p.table())) {
                table.add(version);
            }
        });
        return Answers.agrees(p, table);
    }
}
