package org.isolde.sql.known;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.isolde.sql.ast.Expression;
import org.isolde.sql.ast.Expression.Aggregate;
import org.isolde.sql.ast.Expression.AggregateFunction;
import org.isolde.sql.ast.Expression.ColumnReference;
import org.isolde.sql.ast.Predicate;
import org.isolde.sql.ast.Query;
import org.isolde.sql.ast.Schema;
import org.isolde.sql.ast.Source;
import org.isolde.sql.ast.Statement;
import org.isolde.sql.ast.Statement.Assignment;
import org.isolde.sql.ast.Statement.Delete;
import org.isolde.sql.ast.Statement.Insert;
import org.isolde.sql.ast.Statement.InsertSelect;
import org.isolde.sql.ast.Statement.Lock;
import org.isolde.sql.ast.Statement.RollbackTo;
import org.isolde.sql.ast.Statement.Savepoint;
import org.isolde.sql.ast.Statement.Select;
import org.isolde.sql.ast.Statement.Update;
import org.isolde.sql.ast.Statement.Upsert;
import org.isolde.sql.ast.Table;
import org.isolde.sql.execute.Rows;
import org.isolde.sql.instrument.Plan;
import org.isolde.sql.instrument.Unit;
import org.isolde.sql.oracle.Mismatch;
import org.isolde.sql.oracle.OracleKind;
import org.isolde.sql.oracle.Verdict;

/** How known behaviours are told from all others, in what came of a reduced case. */
final class Signatures {
    /** H2's SQLState of a row that an index has and the table has not. */
    private static final String ROW_NOT_FOUND = "90143";

    /** What differs if a query, or a statement that has one, reads other rows than it should. */
    private static final Set<String> READ_OTHERWISE =
            Set.of("result", "order of the result", "rows found", "rows written", "rows deleted", "final rows");

    private Signatures() {}

    /**
     * A transaction first names a table by inserting into it behind a savepoint, goes back to the savepoint, and sees the row that it
     * inserted.
     */
    static boolean isRolledBackInsertSeen(Verdict reduced) {
        Mismatch mismatch = reduced.mismatches().get(0);
        if (mismatch.oracle() != OracleKind.ATOMICITY
                || !mismatch.what().equals("rolled-back row seen")
                || mismatch.unit() == null) {
            return false;
        }
        List<Statement> before = before(reduced.plan(), mismatch.unit());
        Set<String> named = new HashSet<>();
        for (int i = 0; i < before.size(); i++) {
            Statement statement = before.get(i);
            boolean inserts = statement instanceof Insert || statement instanceof InsertSelect;
            if (inserts
                    && !named.contains(statement.tableWritten())
                    && !statement.tablesRead().contains(statement.tableWritten())
                    && isRolledBackToSavepoint(before, i)
                    && sees(reduced, mismatch.unit(), statement)) {
                return true;
            }
            named.addAll(tables(statement));
        }
        return false;
    }

    private static boolean isRolledBackToSavepoint(List<Statement> statements, int place) {
        return statements.subList(place, statements.size()).stream()
                .anyMatch(each -> each instanceof RollbackTo back
                        && statements.subList(0, place).contains(new Savepoint(back.name())));
    }

    private static boolean sees(Verdict verdict, Unit reader, Statement writer) {
        return verdict.run().observations().stream()
                .filter(observation -> observation.unit().equals(reader))
                .map(observation -> observation.versionSets().get(writer.tableWritten()))
                .anyMatch(seen -> seen != null
                        && seen.list().stream()
                                .anyMatch(row ->
                                        Rows.vkey(row) == writer.version().getAsLong()));
    }

    /**
     * A table is read by an index from its end, in a descending order or for the largest value, behind a write or a lock of rows of it by
     * the same transaction.
     */
    static boolean isReadBackwardsBehindAnOwnWrite(Verdict reduced) {
        Mismatch mismatch = reduced.mismatches().get(0);
        boolean fits = mismatch.oracle() == OracleKind.CRASH
                ? mismatch.what().equals(ROW_NOT_FOUND)
                : (mismatch.oracle() == OracleKind.REORDERED || mismatch.oracle() == OracleKind.STATE)
                        && READ_OTHERWISE.contains(mismatch.what());
        Plan plan = reduced.plan();
        return fits
                && plan.statements().stream()
                        .filter(unit ->
                                mismatch.unit() == null || mismatch.unit().equals(unit))
                        .anyMatch(unit -> readBackwards(
                                        plan.statement(unit), plan.testCase().schema())
                                .stream()
                                .anyMatch(table ->
                                        before(plan, unit).stream().anyMatch(each -> marksRowsOf(each, table))));
    }

    /** Whether a statement writes rows of a table, or locks them, which H2 writes down in the same way. */
    private static boolean marksRowsOf(Statement statement, String table) {
        return table.equals(statement.tableWritten())
                || statement instanceof Select select
                        && select.lock() != Lock.NONE
                        && select.query().from() instanceof Source.Base base
                        && base.table().equals(table);
    }

    /** The tables that H2 reads from the end of an index for a statement. */
    private static Set<String> readBackwards(Statement statement, Schema schema) {
        Set<String> tables = new HashSet<>();
        statement.walk(node -> {
            if (node instanceof Query query && query.from() instanceof Source.Base base) {
                boolean descending = !query.orderBy().isEmpty()
                        && query.orderBy().get(0).descending()
                        && leadsAnIndex(query.orderBy().get(0).expression(), base, schema);
                boolean largest = query.where().equals(Predicate.TRUE)
                        && query.groupBy().isEmpty()
                        && query.items().stream().anyMatch(item -> isLargest(item.expression(), base, schema));
                if (descending || largest) {
                    tables.add(base.table());
                }
            }
        });
        return tables;
    }

    private static boolean isLargest(Expression expression, Source.Base base, Schema schema) {
        boolean[] found = {false};
        expression.walk(node -> found[0] |= node instanceof Aggregate aggregate
                && aggregate.function() == AggregateFunction.MAXIMUM
                && leadsAnIndex(aggregate.arguments().get(0), base, schema));
        return found[0];
    }

    /** Whether it is the key, or the first column of an index: H2 sorts by the rest itself. */
    private static boolean leadsAnIndex(Expression expression, Source.Base base, Schema schema) {
        return expression instanceof ColumnReference reference
                && reference.source().equals(base.name())
                && (reference.column().equals(Table.PKEY)
                        || schema.indexes().stream()
                                .anyMatch(index -> index.table().equals(base.table())
                                        && index.columns().get(0).equals(reference.column())));
    }

    /** Of two transactions one updates an indexed column and commits, and then the other one updates columns without an index. */
    static boolean isUpdateLostBesideThatOfAnIndex(Verdict reduced) {
        Plan plan = reduced.plan();
        if (!isLostUpdateOfTwo(reduced)) {
            return false;
        }
        Schema schema = plan.testCase().schema();
        Set<String> indexed = new HashSet<>();
        for (Unit unit : plan.order()) {
            if (!plan.isEnd(unit)) {
                String table = plan.statement(unit).tableWritten();
                boolean plain =
                        assigned(plan.statement(unit)).stream().noneMatch(column -> hasIndex(schema, table, column));
                if (plain && !assigned(plan.statement(unit)).isEmpty() && indexed.contains(table)) {
                    return true;
                }
            } else if (plan.transaction(unit).commits()) {
                for (Statement statement : before(plan, unit)) {
                    if (assigned(statement).stream()
                            .anyMatch(column -> hasIndex(schema, statement.tableWritten(), column))) {
                        indexed.add(statement.tableWritten());
                    }
                }
            }
        }
        return false;
    }

    /** Nothing is written but by an update of one transaction, and by a deletion from the same table by another one. */
    static boolean isUpdateLostBesideADeletion(Verdict reduced) {
        Plan plan = reduced.plan();
        if (!isLostUpdateOfTwo(reduced)) {
            return false;
        }
        List<Unit> writes = plan.statements().stream()
                .filter(unit -> plan.statement(unit).tableWritten() != null)
                .toList();
        return writes.size() == 2
                && writes.get(0).transaction() != writes.get(1).transaction()
                && plan.statement(writes.get(0))
                        .tableWritten()
                        .equals(plan.statement(writes.get(1)).tableWritten())
                && writes.stream().anyMatch(unit -> plan.statement(unit) instanceof Update)
                && writes.stream().anyMatch(unit -> plan.statement(unit) instanceof Delete);
    }

    private static boolean isLostUpdateOfTwo(Verdict reduced) {
        Mismatch mismatch = reduced.mismatches().get(0);
        return mismatch.oracle() == OracleKind.ISOLATION
                && mismatch.what().equals("LOST_UPDATE")
                && reduced.plan().order().stream()
                                .map(Unit::transaction)
                                .distinct()
                                .count()
                        == 2;
    }

    /** Columns that a statement gives other values; the version key is always among them. */
    private static Set<String> assigned(Statement statement) {
        List<Assignment> assignments = statement instanceof Update update
                ? update.assignments()
                : statement instanceof Upsert upsert ? upsert.assignments() : null;
        Set<String> columns = new TreeSet<>();
        if (assignments != null) {
            columns.add(Table.VKEY);
            assignments.forEach(each -> columns.add(each.column()));
        }
        return columns;
    }

    private static boolean hasIndex(Schema schema, String table, String column) {
        return schema.indexes().stream()
                .anyMatch(
                        index -> index.table().equals(table) && index.columns().contains(column));
    }

    /** What the transaction of a unit does before it. */
    private static List<Statement> before(Plan plan, Unit end) {
        return plan.order().stream()
                .filter(unit -> unit.transaction() == end.transaction() && unit.statement() < end.statement())
                .map(plan::statement)
                .toList();
    }

    private static Set<String> tables(Statement statement) {
        Set<String> tables = new HashSet<>(statement.tablesRead());
        if (statement.tableWritten() != null) {
            tables.add(statement.tableWritten());
        }
        return tables;
    }
}
