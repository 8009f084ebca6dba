package org.isolde.sql.reduce;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.isolde.sql.ast.Column;
import org.isolde.sql.ast.Expression;
import org.isolde.sql.ast.Expression.ColumnReference;
import org.isolde.sql.ast.Expression.Literal;
import org.isolde.sql.ast.Index;
import org.isolde.sql.ast.Node;
import org.isolde.sql.ast.Predicate;
import org.isolde.sql.ast.Query;
import org.isolde.sql.ast.Schema;
import org.isolde.sql.ast.Source;
import org.isolde.sql.ast.Statement;
import org.isolde.sql.ast.Statement.Assignment;
import org.isolde.sql.ast.Statement.Row;
import org.isolde.sql.ast.Table;
import org.isolde.sql.testcase.InitialRow;
import org.isolde.sql.testcase.PlannedTransaction;
import org.isolde.sql.testcase.TestCase;

/**
 * A test case without one column of a table: neither rows nor statements give it a value, whole rows are without it, and so are
 * indexes and checks. Only where nothing else looks at it.
 */
final class WithoutColumn {
    private final Table table;
    private final Column column;
    /** Among all columns of the table. */
    private final int place;

    private WithoutColumn(Table table, Column column) {
        this.table = table;
        this.column = column;
        place = table.columns().indexOf(column);
    }

    /** Empty if something looks at the column. */
    static Optional<TestCase> of(TestCase testCase, Table table, Column column) {
        WithoutColumn without = new WithoutColumn(table, column);
        List<PlannedTransaction> transactions = new ArrayList<>();
        for (PlannedTransaction transaction : testCase.transactions()) {
            List<Statement> statements = new ArrayList<>();
            for (Statement statement : transaction.statements()) {
                Statement changed = without.statement(statement);
                if (changed == null || without.isNamedIn(changed)) {
                    return Optional.empty();
                }
                statements.add(changed);
            }
            transactions.add(new PlannedTransaction(statements, transaction.commits()));
        }
        return Optional.of(new TestCase(
                testCase.seed(),
                testCase.number(),
                without.schema(testCase.schema()),
                testCase.initialRows().stream().map(without::row).toList(),
                transactions,
                testCase.schedule()));
    }

    private Schema schema(Schema schema) {
        List<Table> tables = new ArrayList<>(schema.tables());
        tables.replaceAll(
                each -> each.equals(table) ? new Table(table.name(), fewer(table.columns()), checks()) : each);
        List<Index> indexes = new ArrayList<>();
        for (Index index : schema.indexes()) {
            List<String> columns = new ArrayList<>(index.columns());
            if (index.table().equals(table.name())) {
                columns.remove(column.name());
            }
            // what would be the primary key once more is of no use
            if (!columns.isEmpty() && !columns.equals(List.of(Table.PKEY))) {
                indexes.add(new Index(index.name(), index.table(), columns, index.unique()));
            }
        }
        return new Schema(tables, indexes);
    }

    private List<Predicate> checks() {
        return table.checks().stream()
                .filter(check -> references(check).stream()
                        .noneMatch(each -> each.column().equals(column.name())))
                .toList();
    }

    private static List<ColumnReference> references(Node node) {
        List<ColumnReference> references = new ArrayList<>();
        node.walk(each -> {
            if (each instanceof ColumnReference reference) {
                references.add(reference);
            }
        });
        return references;
    }

    private <T> List<T> fewer(List<T> all) {
        List<T> rest = new ArrayList<>(all);
        rest.remove(place);
        return rest;
    }

    private InitialRow row(InitialRow row) {
        List<Literal> values = row.values();
        return row.table().equals(table.name()) ? new InitialRow(row.table(), fewer(values)) : row;
    }

    /** Null if there is no such statement without the column. */
    private Statement statement(Statement statement) {
        if (statement instanceof Statement.Select select) {
            Query query = query(select.query());
            return query == null ? null : new Statement.Select(query, select.lock());
        }
        if (!table.name().equals(statement.tableWritten())) {
            return statement;
        }
        if (statement instanceof Statement.Insert insert) {
            return new Statement.Insert(insert.table(), insert.vkey(), rows(insert.rows()));
        }
        if (statement instanceof Statement.Upsert upsert) {
            return new Statement.Upsert(
                    upsert.table(), upsert.vkey(), rows(upsert.rows()), assignments(upsert.assignments()));
        }
        if (statement instanceof Statement.InsertSelect insert) {
            return new Statement.InsertSelect(
                    insert.table(),
                    insert.vkey(),
                    insert.query().withItems(fewer(insert.query().items())));
        }
        if (statement instanceof Statement.Update update) {
            return new Statement.Update(
                    update.table(), update.vkey(), assignments(update.assignments()), update.where());
        }
        return statement;
    }

    private List<Row> rows(List<Row> rows) {
        return rows.stream()
                .map(row -> {
                    List<Expression> values = new ArrayList<>(row.values());
                    values.remove(place - 2);
                    return new Row(row.pkey(), values);
                })
                .toList();
    }

    private List<Assignment> assignments(List<Assignment> all) {
        return all.stream()
                .filter(assignment -> !assignment.column().equals(column.name()))
                .toList();
    }

    /** What the whole statement tells goes without the column, if that is all of a column of the result. */
    private Query query(Query query) {
        Map<String, String> sources = sources(query);
        List<Query.Item> items = query.items().stream()
                .filter(item -> !(item.expression() instanceof ColumnReference reference && isIt(reference, sources)))
                .toList();
        return items.isEmpty() ? null : query.withItems(items);
    }

    private boolean isNamedIn(Statement statement) {
        Map<String, String> sources = sources(statement);
        if (statement.tableWritten() != null) {
            sources.put(statement.tableWritten(), statement.tableWritten());
        }
        return references(statement).stream().anyMatch(reference -> isIt(reference, sources));
    }

    private boolean isIt(ColumnReference reference, Map<String, String> sources) {
        return reference.column().equals(column.name()) && table.name().equals(sources.get(reference.source()));
    }

    /** The tables by the names that they have in a statement, in which no two sources have the same. */
    private static Map<String, String> sources(Node node) {
        Map<String, String> sources = new HashMap<>();
        node.walk(each -> {
            if (each instanceof Source.Base base) {
                sources.put(base.name(), base.table());
            }
        });
        return sources;
    }
}
