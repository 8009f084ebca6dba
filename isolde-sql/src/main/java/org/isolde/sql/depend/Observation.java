package org.isolde.sql.depend;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.sql.ast.Schema;
import org.isolde.sql.ast.Statement;
import org.isolde.sql.ast.Statement.Delete;
import org.isolde.sql.ast.Statement.Select;
import org.isolde.sql.ast.Statement.Update;
import org.isolde.sql.execute.Reply;
import org.isolde.sql.execute.Rows;
import org.isolde.sql.instrument.Unit;

/**
 * What a statement was seen to do.
 *
 * @param versionSets for each table that it looks at, all rows that there were for it
 * @param before what its condition finds read alone; null if that was not asked
 * @param reply what it was answered
 * @param after the rows that it wrote, or for a deletion those that are left; null if it writes nothing
 * @param position when it was answered; of two statements the later one has the higher
 */
public record Observation(
        Unit unit,
        Statement statement,
        Map<String, Rows> versionSets,
        Rows before,
        Reply reply,
        Rows after,
        int position) {

    public boolean writes() {
        return statement.tableWritten() != null;
    }

    /** The rows that a query returned, if they are rows of one table; none otherwise. */
    List<List<Object>> rowsRead(Schema schema) {
        return statement instanceof Select select && select.rowsOf(schema) != null
                ? reply.rows().list()
                : List.of();
    }

    /** The rows that it wrote, as they are then. */
    public List<List<Object>> written() {
        return after == null || statement instanceof Delete ? List.of() : after.list();
    }

    /** The rows that it deleted, as they were. */
    public List<List<Object>> deleted() {
        if (!(statement instanceof Delete delete)) {
            return List.of();
        }
        Set<Long> left = new HashSet<>();
        after.list().forEach(row -> left.add(Rows.pkey(row)));
        List<List<Object>> gone = new ArrayList<>();
        for (List<Object> row : versionSets.get(delete.table()).list()) {
            if (!left.contains(Rows.pkey(row))) {
                gone.add(row);
            }
        }
        return gone;
    }

    /** The rows that it wrote by their keys, each as it was before; null for one that was not there. */
    public Map<Long, List<Object>> overwritten() {
        Map<Long, List<Object>> found = new LinkedHashMap<>();
        written().forEach(row -> found.put(Rows.pkey(row), null));
        Rows own = found.isEmpty() ? null : versionSets.get(statement.tableWritten());
        if (own != null) {
            for (List<Object> row : own.list()) {
                if (found.containsKey(Rows.pkey(row))) {
                    found.put(Rows.pkey(row), row);
                }
            }
        }
        return found;
    }

    /** Keys of rows that an update changed although they were not there for its transaction. */
    public List<Long> unseen() {
        if (!(statement instanceof Update)) {
            return List.of();
        }
        List<Long> keys = new ArrayList<>();
        overwritten().forEach((key, row) -> {
            if (row == null) {
                keys.add(key);
            }
        });
        return keys;
    }
}
