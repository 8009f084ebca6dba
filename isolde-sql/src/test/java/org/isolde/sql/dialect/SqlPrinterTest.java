package org.isolde.sql.dialect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.isolde.condition.Condition.Comparator;
import org.isolde.sql.ast.Column;
import org.isolde.sql.ast.Expression;
import org.isolde.sql.ast.Expression.ColumnReference;
import org.isolde.sql.ast.Expression.IntegerLiteral;
import org.isolde.sql.ast.Expression.RealLiteral;
import org.isolde.sql.ast.Expression.TextLiteral;
import org.isolde.sql.ast.Function;
import org.isolde.sql.ast.Predicate;
import org.isolde.sql.ast.Query;
import org.isolde.sql.ast.Query.Item;
import org.isolde.sql.ast.Schema;
import org.isolde.sql.ast.Source;
import org.isolde.sql.ast.Statement;
import org.isolde.sql.ast.Statement.Assignment;
import org.isolde.sql.ast.Statement.Lock;
import org.isolde.sql.ast.Statement.Row;
import org.isolde.sql.ast.Table;
import org.isolde.sql.ast.Type;
import org.junit.jupiter.api.Test;

/** A line is a statement, a dialect, and its text. */
class SqlPrinterTest {
    private static final Table T = new Table(
            "t",
            List.of(
                    new Column(Table.PKEY, Type.INTEGER, false),
                    new Column(Table.VKEY, Type.INTEGER, false),
                    new Column("c", Type.TEXT, true)));

    private static final Schema SCHEMA = new Schema(List.of(T), List.of());
    private static final ColumnReference C = new ColumnReference("t", "c", Type.TEXT);
    private static final Predicate SAME = new Predicate.Distinct(C, new TextLiteral("it's"), true);

    @Test
    void anUpdateSetsItsVersionFirst() {
        Statement update = new Statement.Update(
                "t",
                7,
                List.of(new Assignment("c", new Expression.Call(Function.CONCAT, List.of(C, new TextLiteral("x"))))),
                new Predicate.Or(List.of(SAME, new Predicate.IsNull(C, false))));
        prints(
                "h2",
                update,
                "update t set vkey = 7, c = (t.c || 'x') where (t.c is not distinct from 'it''s') or (t.c is null)");
        prints("sqlite", update, "update t set vkey = 7, c = (t.c || 'x') where (t.c is 'it''s') or (t.c is null)");
        prints(
                "mariadb",
                update,
                "update t set vkey = 7, c = concat(t.c, 'x') where (t.c <=> 'it''s') or (t.c is null)");
    }

    @Test
    void rowsAreLocked() {
        Query query = new Query(
                List.of(new Item(C, "c")),
                new Source.Base("t", "t"),
                new Predicate.Comparison(C, Comparator.LESS, new TextLiteral("b")));
        prints("postgres", new Statement.Select(query, Lock.SHARE), "select t.c as c from t where t.c < 'b' for share");
        prints(
                "mysql",
                new Statement.Select(query, Lock.SHARE),
                "select t.c as c from t where t.c < 'b' lock in share mode");
        prints("h2", new Statement.Select(query, Lock.UPDATE), "select t.c as c from t where t.c < 'b' for update");
    }

    @Test
    void whatIsThereIsUpdated() {
        Statement upsert = new Statement.Upsert(
                "t",
                9,
                List.of(new Row(3, List.of(new Expression.NullLiteral(Type.TEXT)))),
                List.of(new Assignment("c", C)));
        prints(
                "sqlite",
                upsert,
                "insert into t (pkey, vkey, c) values (3, 9, null) on conflict (pkey) do update set vkey = 9, c = t.c");
        prints(
                "mysql",
                upsert,
                "insert into t (pkey, vkey, c) values (3, 9, null) on duplicate key update vkey = 9, c = t.c");
        prints(
                "hsqldb",
                upsert,
                "merge into t using (values (3, 9, cast(null as varchar(40)))) as s (pkey, vkey, c) on t.pkey = s.pkey"
                        + " when matched then update set vkey = 9, c = t.c when not matched then insert (pkey, vkey, c)"
                        + " values (s.pkey, s.vkey, s.c)");
    }

    @Test
    void numbersBelowZeroAreNoComments() {
        Predicate where = new Predicate.And(List.of(
                new Predicate.Comparison(
                        new Expression.Call(Function.NEGATE, List.of(new IntegerLiteral(-5))),
                        Comparator.EQUAL,
                        new IntegerLiteral(5)),
                new Predicate.Comparison(new RealLiteral(-0.25), Comparator.LESS, new RealLiteral(1e10))));
        prints("h2", new Statement.Delete("t", where), "delete from t where ((- ((-5))) = 5) and ((-0.25e0) < 1.0e10)");
    }

    @Test
    void savepoints() {
        prints("h2", new Statement.Savepoint("s0"), "savepoint s0");
        prints("derby", new Statement.Savepoint("s0"), "savepoint s0 on rollback retain cursors");
        prints("postgres", new Statement.RollbackTo("s0"), "rollback to savepoint s0");
        prints("mariadb", new Statement.Release("s0"), "release savepoint s0");
    }

    private static void prints(String dialect, Statement statement, String expected) {
        assertEquals(expected, Dialects.of(dialect).orElseThrow().sql(statement, SCHEMA));
    }
}
