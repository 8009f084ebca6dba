package org.isolde.check.expected;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.isolde.check.graph.IntList;
import org.isolde.condition.Condition;
import org.isolde.condition.ConditionException;
import org.isolde.condition.Evaluator;
import org.isolde.condition.Operand;
import org.isolde.condition.Truth;

/**
 * A condition on a table, asked any number of times: which rows of the present state match?
 *
 * <p>Where it is about one column, the index of that column knows. Where parts of a conjunction are, the one that the fewest
 * rows match leads to them, and they are looked at: in the other indexes, where each part is about one column. Else the matching rows are kept, and those that changed since the last
 * time are looked at again.
 */
final class Asked {
    private static final Ranges ALIVE = Ranges.of(0, 1);

    private final Table table;
    private final Condition condition;
    /** A column each; none if only looking at rows tells which of them match. */
    private final List<Lead> leads = new ArrayList<>(1);
    /** Whether the leads are all that the condition says. */
    private final boolean isWhole;

    private Evaluator evaluator;
    /** Whether each row matched when so many changes had been; null before it is asked twice. */
    private long[] kept;

    private int keptCount;
    private int keptChanges;
    private boolean wasAsked;

    Asked(Table table, Condition condition) {
        this.table = table;
        this.condition = condition;
        isWhole = !new Failures(table::type).arePossible(condition) && findLeads();
    }

    /** Finds what the parts of the condition say of single columns; whether that is all that they say. */
    private boolean findLeads() {
        if (!(condition instanceof Condition.And and)) {
            return findLead(condition);
        }
        boolean all = true;
        for (Condition part : and.parts()) {
            all &= findLead(part);
        }
        return all;
    }

    private boolean findLead(Condition part) {
        if (part instanceof Condition.Constant constant) {
            leads.add(new Lead(table, Table.ANY, constant.value() == Truth.TRUE ? ALIVE : Ranges.EMPTY));
            return true;
        }
        String name = column(part);
        int column = name == null ? -1 : table.columnNumber(name);
        Ranges ranges = column < 0 ? null : new ColumnRanges(name, table.values(column)).of(part, true);
        if (ranges == null) {
            return false;
        }
        for (int i = 0; i < leads.size(); i++) {
            if (leads.get(i).column() == column) {
                leads.set(i, leads.get(i).and(ranges));
                return true;
            }
        }
        leads.add(new Lead(table, column, ranges));
        return true;
    }

    /** A column that a condition names, if it names one at a place where only one is looked for; else null. */
    private static String column(Condition part) {
        if (part instanceof Condition.Comparison comparison) {
            return comparison.left() instanceof Operand.Column left ? left.name() : name(comparison.right());
        }
        if (part instanceof Condition.IsNull isNull) {
            return name(isNull.operand());
        }
        if (part instanceof Condition.In in) {
            return name(in.operand());
        }
        if (part instanceof Condition.Between between) {
            return name(between.operand());
        }
        if (part instanceof Condition.Not not) {
            return column(not.part());
        }
        if (part instanceof Condition.Or or) {
            return column(or.parts().get(0));
        }
        return part instanceof Condition.And and ? column(and.parts().get(0)) : null;
    }

    private static String name(Operand operand) {
        return operand instanceof Operand.Column column ? column.name() : null;
    }

    /** Whether a row that is alive matches. */
    boolean matches(int row) throws ConditionException {
        return isWhole ? allLeadTo(row) : isTrueOf(row);
    }

    /** Whether one lead is all that there is to say. */
    private boolean isExact() {
        return isWhole && leads.size() == 1;
    }

    private boolean allLeadTo(int row) {
        for (int i = 0; i < leads.size(); i++) {
            if (!leads.get(i).leadsTo(row)) {
                return false;
            }
        }
        return true;
    }

    private boolean isTrueOf(int row) throws ConditionException {
        if (evaluator == null) {
            evaluator = new Evaluator(condition, table::columnNumber);
        }
        return evaluator.evaluate(table.version(row)) == Truth.TRUE;
    }

    /** How many rows match. */
    int count() throws ConditionException {
        if (isExact()) {
            return leads.get(0).count();
        }
        if (leads.isEmpty() && keep()) {
            return keptCount;
        }
        IntList candidates = candidates();
        int count = 0;
        for (int i = 0; i < candidates.size(); i++) {
            count += matches(candidates.get(i)) ? 1 : 0;
        }
        return count;
    }

    /** Adds the rows that match to a list. */
    void list(IntList rows) throws ConditionException {
        if (isExact()) {
            leads.get(0).list(rows);
        } else if (leads.isEmpty() && keep()) {
            for (int word = 0; word < kept.length; word++) {
                for (long bits = kept[word]; bits != 0; bits &= bits - 1) {
                    rows.add((word << 6) + Long.numberOfTrailingZeros(bits));
                }
            }
        } else {
            IntList candidates = candidates();
            for (int i = 0; i < candidates.size(); i++) {
                if (matches(candidates.get(i))) {
                    rows.add(candidates.get(i));
                }
            }
        }
    }

    /** The rows to which the lead with the fewest leads; all, where there is none. */
    private IntList candidates() {
        IntList candidates = table.candidates();
        candidates.clear();
        if (leads.isEmpty()) {
            table.index(Table.ANY).list(ALIVE, candidates);
            return candidates;
        }
        Lead best = leads.get(0);
        int fewest = leads.size() == 1 ? 0 : best.count();
        for (int i = 1; i < leads.size(); i++) {
            int count = leads.get(i).count();
            best = count < fewest ? leads.get(i) : best;
            fewest = Math.min(count, fewest);
        }
        best.list(candidates);
        return candidates;
    }

    /** Brings the matching rows up to date; whether they are kept, as they are once it is asked again and there is room. */
    private boolean keep() throws ConditionException {
        if (kept == null && !(wasAsked && table.reserve((table.size() + 63) >>> 3))) {
            wasAsked = true;
            return false;
        }
        int changes = table.changes();
        if (kept == null || changes - keptChanges >= table.size()) {
            kept = kept == null ? new long[(table.size() + 63) >>> 6] : kept;
            Arrays.fill(kept, 0);
            keptCount = 0;
            for (int row = 0; row < table.size(); row++) {
                look(row);
            }
        } else {
            for (int change = keptChanges; change < changes; change++) {
                look(table.changed(change));
            }
        }
        keptChanges = changes;
        return true;
    }

    private void look(int row) throws ConditionException {
        long bit = 1L << row;
        boolean before = (kept[row >>> 6] & bit) != 0;
        boolean now = table.present(row) >= 0 && isTrueOf(row);
        if (before != now) {
            kept[row >>> 6] ^= bit;
            keptCount += now ? 1 : -1;
        }
    }
}
