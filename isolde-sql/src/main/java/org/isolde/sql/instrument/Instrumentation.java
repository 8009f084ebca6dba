package org.isolde.sql.instrument;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.isolde.condition.Condition.Comparator;
import org.isolde.sql.ast.Expression.ColumnReference;
import org.isolde.sql.ast.Expression.IntegerLiteral;
import org.isolde.sql.ast.Predicate;
import org.isolde.sql.ast.Query;
import org.isolde.sql.ast.Schema;
import org.isolde.sql.ast.Source;
import org.isolde.sql.ast.Statement;
import org.isolde.sql.ast.Statement.Changing;
import org.isolde.sql.ast.Statement.Delete;
import org.isolde.sql.ast.Statement.Insert;
import org.isolde.sql.ast.Statement.InsertSelect;
import org.isolde.sql.ast.Statement.Lock;
import org.isolde.sql.ast.Statement.Select;
import org.isolde.sql.ast.Statement.Update;
import org.isolde.sql.ast.Statement.Upsert;
import org.isolde.sql.ast.Table;
import org.isolde.sql.ast.Type;
import org.isolde.sql.dialect.Dialect;
import org.isolde.sql.execute.FuzzDatabase;
import org.isolde.sql.execute.Role;
import org.isolde.sql.execute.Step;
import org.isolde.sql.testcase.TestCase;

/**
 * Puts reads around statements that tell which rows they saw and wrote (TxCheck, section 3.2). The rules:
 *
 * <table>
 *   <caption>What is read around a statement</caption>
 *   <tr><th>statement<th>before it<th>after it
 *   <tr><td>select<td>all rows of each table that it names<td>
 *   <tr><td>update<td>the same, its own table too; the rows that its condition finds<td>the rows with its version key
 *   <tr><td>delete<td>the same<td>all rows that are left
 *   <tr><td>insert<td>all rows of each table that its values name<td>the rows with its version key
 *   <tr><td>upsert<td>the same, and all rows of its own table<td>the rows with its version key
 * </table>
 *
 * <p>What an update overwrote is what it wrote, looked up among the rows before it; what a delete removed are the rows that are
 * gone. So neither depends on how the condition is evaluated: that it finds as many rows read alone is one of the things compared.
 *
 * <p>Used by one thread.
 */
public final class Instrumentation {
    private final Dialect dialect;
    private final boolean writesSeeNewest;

    /** Whose steps are known. */
    private TestCase known;

    private final Map<Unit, List<Step>> steps = new HashMap<>();

    /** @param writesSeeNewest whether what writes is taken to see what is committed, and not the transaction's snapshot */
    public Instrumentation(Dialect dialect, boolean writesSeeNewest) {
        this.dialect = dialect;
        this.writesSeeNewest = writesSeeNewest;
    }

    /** The steps of every unit of a plan, in its order; those of a case are made once, however often it is executed. */
    public Map<Unit, List<Step>> instrument(Plan plan) {
        Map<Unit, List<Step>> all = new LinkedHashMap<>();
        plan.order().forEach(unit -> all.put(unit, steps(plan, unit)));
        return all;
    }

    private List<Step> steps(Plan plan, Unit unit) {
        if (known != plan.testCase()) {
            known = plan.testCase();
            steps.clear();
        }
        return steps.computeIfAbsent(unit, each -> plan.isEnd(unit) ? List.of(end(plan, unit)) : around(plan, unit));
    }

    private static Step end(Plan plan, Unit unit) {
        Role role = plan.transaction(unit).commits() ? Role.COMMIT : Role.ROLLBACK;
        return new Step(unit.transaction(), unit.statement(), role, null, null, false);
    }

    /** The end of a unit's transaction, which is committed whatever was planned. */
    public static Step commit(Plan plan, Unit unit) {
        int end = plan.transaction(unit).statements().size();
        return new Step(unit.transaction(), end, Role.COMMIT, null, null, false);
    }

    /** A statement without its reads. */
    public Step statement(Plan plan, Unit unit) {
        return steps(plan, unit).stream()
                .filter(step -> step.role() == Role.STATEMENT)
                .findFirst()
                .orElseThrow();
    }

    private List<Step> around(Plan plan, Unit unit) {
        Statement statement = plan.statement(unit);
        Schema schema = plan.testCase().schema();
        boolean newest = writesSeeNewest && statement.tableWritten() != null;
        if (!Plan.touchesRows(statement)) {
            return List.of(step(unit, Role.SAVEPOINT, statement, schema));
        }
        List<Step> steps = new ArrayList<>();
        for (String table : versionSets(statement)) {
            String sql = FuzzDatabase.allRows(schema.table(table));
            steps.add(new Step(
                    unit.transaction(),
                    unit.statement(),
                    Role.VERSION_SET_READ,
                    table,
                    sql,
                    seesNewest(statement, table)));
        }
        // a plain read of the same condition would see the snapshot
        if (statement instanceof Changing changing && !newest) {
            steps.add(step(unit, Role.BEFORE_WRITE_READ, changing.beforeWriteRead(schema), schema));
        }
        steps.add(step(unit, Role.STATEMENT, statement, schema));
        if (statement.tableWritten() != null) {
            steps.add(step(unit, Role.AFTER_WRITE_READ, afterWrite(statement, schema, newest), schema));
        }
        return steps;
    }

    private Step step(Unit unit, Role role, Statement statement, Schema schema) {
        return new Step(unit.transaction(), unit.statement(), role, null, dialect.sql(statement, schema), false);
    }

    /** Whether it is taken to see what is committed of a table: what locks does so, but its subqueries don't lock. */
    private boolean seesNewest(Statement statement, String table) {
        return writesSeeNewest && (statement.tableWritten() != null || table.equals(tableLocked(statement)));
    }

    /** The table whose rows a query locks; null if it locks none. */
    private static String tableLocked(Statement statement) {
        return statement instanceof Select select
                        && select.lock() != Lock.NONE
                        && select.query().from() instanceof Source.Base base
                ? base.table()
                : null;
    }

    /** Whether a statement may see a table in two ways at once, what is committed and the snapshot, so that no read tells what it saw. */
    public boolean seesTwice(Statement statement) {
        int[] times = new int[1];
        statement.walk(node ->
                times[0] += node instanceof Source.Base base && base.table().equals(tableLocked(statement)) ? 1 : 0);
        return writesSeeNewest && times[0] > 1;
    }

    /** The tables of which all rows are read. */
    static Set<String> versionSets(Statement statement) {
        Set<String> tables = new TreeSet<>(statement.tablesRead());
        if (statement instanceof Upsert upsert) {
            tables.add(upsert.table());
        }
        return tables;
    }

    private static Select afterWrite(Statement statement, Schema schema, boolean newest) {
        Table table = schema.table(statement.tableWritten());
        if (statement instanceof Delete) {
            return rows(table, Predicate.TRUE, newest ? Lock.SHARE : Lock.NONE);
        }
        Predicate written = new Predicate.Comparison(
                new ColumnReference(table.name(), Table.VKEY, Type.INTEGER),
                Comparator.EQUAL,
                new IntegerLiteral(statement.version().orElseThrow()));
        return rows(table, written, Lock.NONE);
    }

    private static Select rows(Table table, Predicate where, Lock lock) {
        List<Query.Item> items = table.columns().stream()
                .map(column ->
                        new Query.Item(new ColumnReference(table.name(), column.name(), column.type()), column.name()))
                .toList();
        return new Select(new Query(items, new Source.Base(table.name(), table.name()), where), lock);
    }

    /** Whether what a statement writes is computed from rows of tables. */
    public static boolean computesValues(Statement statement) {
        if (statement instanceof Update update) {
            return update.assignments().stream().anyMatch(Instrumentation::reads);
        }
        if (statement instanceof Insert || statement instanceof Upsert) {
            return reads(statement);
        }
        return statement instanceof InsertSelect;
    }

    private static boolean reads(org.isolde.sql.ast.Node node) {
        boolean[] found = new boolean[1];
        node.walk(each -> found[0] |= each instanceof Source.Base);
        return found[0];
    }
}
