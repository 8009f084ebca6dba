package org.isolde.run.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.isolde.condition.Condition;
import org.isolde.condition.ConditionPrinter;
import org.isolde.condition.Evaluator;
import org.isolde.condition.RandomConditions;
import org.isolde.condition.Truth;
import org.isolde.run.Access;
import org.isolde.run.Database;
import org.isolde.run.Databases;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Target;
import org.junit.jupiter.api.Test;

/** Real databases find the same conditions true, false and unknown of the same rows as the evaluator does. */
class ConditionsTest {
    private static final long SEED = Long.getLong("isolde.seed", System.nanoTime());
    private static final int CONDITIONS = Integer.getInteger("isolde.property.histories", 20_000) / 5;
    private static final int ROWS = 40;

    @Test
    void h2() throws Exception {
        compare("h2", "varchar", false, new ConditionPrinter());
    }

    @Test
    void postgres() throws Exception {
        compare("postgres:18.6", "text collate \"C\"", true, new ConditionPrinter());
    }

    @Test
    void sqlite() throws Exception {
        ConditionPrinter printer = new ConditionPrinter() {
            @Override
            protected void like(Condition.Like like) {
                super.like(like);
                text(" escape '\\'");
            }
        };
        compare("sqlite", "text", true, printer, "pragma case_sensitive_like = true");
    }

    private static void compare(
            String name, String textType, boolean large, ConditionPrinter printer, String... settings)
            throws Exception {
        System.out.println("conditions on " + name + ": seed " + SEED);
        Target target = Target.parse(name, Map.of());
        Database database = Databases.of(target);
        Isolation isolation = Databases.isolation(database, target, Isolation.SERIALIZABLE);
        try (RunningDatabase running = database.open(target, Access.plain());
                Connection connection = running.connect(isolation);
                Statement statement = connection.createStatement()) {
            for (String setting : settings) {
                statement.execute(setting);
            }
            RandomConditions random = new RandomConditions(new SplittableRandom(SEED), large);
            List<Object[]> rows = insert(connection, statement, textType, random);
            for (int i = 0; i < CONDITIONS; i++) {
                Condition condition = random.condition();
                String text = printer.print(condition);
                assertEquals(
                        evaluated(condition, rows),
                        selected(statement, text),
                        () -> name + " on " + text + ", -Disolde.seed=" + SEED);
            }
        }
    }

    private static List<Object[]> insert(
            Connection connection, Statement statement, String textType, RandomConditions random) throws Exception {
        statement.execute("create table conditions (id bigint primary key, a bigint, b bigint, c " + textType + ", d "
                + textType + ")");
        List<Object[]> rows = new ArrayList<>();
        try (PreparedStatement insert = connection.prepareStatement("insert into conditions values (?, ?, ?, ?, ?)")) {
            for (int i = 0; i < ROWS; i++) {
                Object[] row = random.row();
                rows.add(row);
                insert.setLong(1, i);
                for (int column = 0; column < row.length; column++) {
                    insert.setObject(2 + column, row[column]);
                }
                insert.executeUpdate();
            }
        }
        return rows;
    }

    private static List<Truth> evaluated(Condition condition, List<Object[]> rows) throws Exception {
        Evaluator evaluator = new Evaluator(condition, RandomConditions.COLUMNS::indexOf);
        List<Truth> truths = new ArrayList<>();
        for (Object[] row : rows) {
            truths.add(evaluator.evaluate(RandomConditions.cells(row)));
        }
        return truths;
    }

    private static List<Truth> selected(Statement statement, String condition) throws Exception {
        String truth =
                "case when " + condition + " then 'TRUE' when not (" + condition + ") then 'FALSE' else 'UNKNOWN' end";
        List<Truth> truths = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery("select " + truth + " from conditions order by id")) {
            while (rows.next()) {
                truths.add(Truth.valueOf(rows.getString(1)));
            }
        }
        return truths;
    }
}
