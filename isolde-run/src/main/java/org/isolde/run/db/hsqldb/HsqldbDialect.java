package org.isolde.run.db.hsqldb;

import org.isolde.condition.Condition;
import org.isolde.run.jdbc.RowDialect;
import org.isolde.run.jdbc.SqlDialect;

/** HSQLDB's SQL. */
final class HsqldbDialect extends SqlDialect {
    @Override
    public String upsert(String table) {
        return merge(table, "bigint", "s.v");
    }

    @Override
    public String upsertAppend(String table) {
        return merge(table, "varchar(40)", concat("t.v", "s.v"));
    }

    private static String merge(String table, String type, String value) {
        return "merge into " + table + " t using (values(cast(? as bigint), cast(? as bigint), cast(? as " + type
                + "))) s(id, sk, v) on t.id = s.id when matched then update set t.v = " + value
                + " when not matched then insert (id, sk, v) values (s.id, s.sk, s.v)";
    }

    @Override
    public RowDialect rows(String table) {
        return new RowDialect(table) {
            /** Its {@code for update} is about cursors, and locks nothing. */
            @Override
            public String selectToChange(Condition where) {
                return select(where);
            }
        };
    }
}
