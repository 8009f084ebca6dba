package org.isolde.sql.generate;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.isolde.run.Access;
import org.isolde.run.Database;
import org.isolde.run.Databases;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Target;
import org.isolde.sql.ast.Expression.Literal;
import org.isolde.sql.ast.Schema;
import org.isolde.sql.dialect.Dialect;
import org.isolde.sql.dialect.Dialects;
import org.isolde.sql.testcase.InitialRow;

/** A real database that statements are tried on. */
final class TriedDatabase implements AutoCloseable {
    private final RunningDatabase running;
    private final Connection connection;
    private final Isolation isolation;
    private final Dialect dialect;
    private Schema made;

    TriedDatabase(String name) throws Exception {
        Target target = Target.parse(name, Map.of());
        Database database = Databases.of(target);
        dialect = Dialects.of(database.name()).orElseThrow();
        running = database.open(target, Access.plain());
        isolation = database.defaultIsolation(target);
        connection = running.connect(isolation);
        connection.setAutoCommit(true);
    }

    Dialect dialect() {
        return dialect;
    }

    /** Its connection ends with the database. */
    Probe probe() {
        return new ConnectionProbe(() -> running.connect(isolation), dialect, this::fill);
    }

    private void fill(Schema schema, List<InitialRow> rows) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (!schema.equals(made)) {
                execute(statement, made == null ? List.of() : dialect.drop(made));
                execute(statement, dialect.create(schema));
                made = schema;
            }
            execute(
                    statement,
                    schema.tables().stream()
                            .map(table -> "delete from " + table.name())
                            .toList());
            Map<String, List<List<Literal>>> byTable = rows.stream()
                    .collect(Collectors.groupingBy(
                            InitialRow::table, Collectors.mapping(InitialRow::values, Collectors.toList())));
            execute(
                    statement,
                    byTable.entrySet().stream()
                            .map(each -> dialect.insert(each.getKey(), each.getValue()))
                            .toList());
        }
    }

    private static void execute(Statement statement, List<String> texts) throws SQLException {
        for (String text : texts) {
            statement.execute(text);
        }
    }

    @Override
    public void close() throws SQLException {
        try (connection) {
            running.close();
        }
    }
}
