package org.isolde.broken;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.isolde.broken.SqlText.Kind;
import org.junit.jupiter.api.Test;

class SqlTextTest {
    private static void is(Kind kind, String text) {
        assertEquals(kind, SqlText.of(text).kind(), text);
    }

    @Test
    void kindsAreToldByTheirWords() {
        is(Kind.QUERY, "select v from t where id = ?");
        is(Kind.QUERY, " with x as (select 1 from t) select * from x");
        is(Kind.QUERY, "select v from t where w = 'for update'");
        is(Kind.OTHER, "select 1");
        is(Kind.OTHER, "select v from t for update");
        is(Kind.OTHER, "select v from t for no key update");
        is(Kind.OTHER, "set session characteristics as transaction isolation level serializable");
        is(Kind.UPDATE, "UPDATE t set v = 1");
        is(Kind.OTHER_WRITE, "insert into t select * from u");
        is(Kind.OTHER_WRITE, "with x as (select 1) insert into t select * from x");
        is(Kind.OTHER_WRITE, "merge into t using u on t.id = u.id when matched then update set v = 1");
        is(Kind.COMMIT, "commit;");
        is(Kind.ROLLBACK, "ROLLBACK");
        is(Kind.ROLLBACK, "rollback work");
        is(Kind.ROLLBACK_TO, "rollback to s");
        is(Kind.ROLLBACK_TO, "rollback work to savepoint s");
        is(Kind.SAVEPOINT, "savepoint s");
    }

    @Test
    void aggregatesHaveOneRow() {
        assertTrue(SqlText.of("select count(*) from t").aggregate());
        assertTrue(SqlText.of("select now(), max(a + 0) as result from t").aggregate());
        assertFalse(SqlText.of("select a, count(*) from t group by a").aggregate());
        assertFalse(
                SqlText.of("select a from t where a = (select max(a) from t)").aggregate());
    }

    private static void ignores(String expected, String text) {
        assertEquals(expected, SqlText.of(text).ignorant());
    }

    @Test
    void theLastSubqueryLosesItsCondition() {
        ignores("select v from t where (id = ?) or 1 = 1", "select v from t where id = ?");
        ignores("select v from t where (a > 1) or 1 = 1 order by v", "select v from t where a > 1 order by v");
        ignores(
                "select v from t where x in (select y from u where (z = 'where )') or 1 = 1) and w = 2",
                "select v from t where x in (select y from u where z = 'where )') and w = 2");
        ignores(
                "delete from t where x = (select max(y) from u where ((a or b) and c) or 1 = 1 group by z)",
                "delete from t where x = (select max(y) from u where (a or b) and c group by z)");
        ignores(null, "delete from t where x = 1");
        ignores(null, "select v from t");
        ignores(null, "update t set v = (select max(v) from t) where id = 1");
    }
}
