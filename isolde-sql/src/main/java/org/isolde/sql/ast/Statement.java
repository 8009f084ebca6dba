package org.isolde.sql.ast;

import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * A statement of a transaction. What instrumentation has to know of it: the tables whose rows it looks at
 * ({@link #tablesRead}), the one that it changes ({@link #tableWritten}), and the version key that it gives to what it writes.
 */
public sealed interface Statement extends Node {
    /**
     * Names of the tables that it reads, in alphabetical order: those of its queries, and the one whose rows it looks up to
     * change them.
     */
    default Set<String> tablesRead() {
        Set<String> tables = new TreeSet<>();
        walk(node -> {
            if (node instanceof Source.Base base) {
                tables.add(base.table());
            }
        });
        if (this instanceof Changing || this instanceof Upsert) {
            tables.add(tableWritten());
        }
        return tables;
    }

    /** The name of the table that it changes; null for those that change nothing. */
    default String tableWritten() {
        return this instanceof Write write ? write.table() : null;
    }

    /** The version key of what it writes; a deletion has none. */
    default OptionalLong version() {
        return OptionalLong.empty();
    }

    /** A query. */
    record Select(Query query, Lock lock) implements Statement {
        /**
         * The table whose rows are the result: all columns of a single table stand in the select list, in their order, and no
         * row is made of several. Null for any other query.
         */
        public String rowsOf(Schema schema) {
            if (!(query.from() instanceof Source.Base base) || !query.groupBy().isEmpty()) {
                return null;
            }
            List<Column> columns = schema.table(base.table()).columns();
            if (query.items().size() < columns.size()) {
                return null;
            }
            for (int i = 0; i < columns.size(); i++) {
                if (!(query.items().get(i).expression() instanceof Expression.ColumnReference reference)
                        || !reference.column().equals(columns.get(i).name())
                        || !reference.source().equals(base.name())) {
                    return null;
                }
            }
            return base.table();
        }

        /** Whether the rows come in an order that is compared too: it ends with a key, so there is no other. */
        public boolean isOrdered() {
            return !query.orderBy().isEmpty();
        }
    }

    /** What a query does to the rows that it finds. */
    enum Lock {
        NONE,
        SHARE,
        UPDATE
    }

    /** What changes a table. */
    sealed interface Write extends Statement {
        String table();
    }

    /** What changes rows that are there. */
    sealed interface Changing extends Write {
        /** Which rows; columns of the table are referred to by the table's own name. */
        Predicate where();

        /** The before-write read of TxCheck's section 3.2: all columns of the rows that match, by the very same predicate. */
        default Select beforeWriteRead(Schema schema) {
            List<Query.Item> items = schema.table(table()).columns().stream()
                    .map(column -> new Query.Item(
                            new Expression.ColumnReference(table(), column.name(), column.type()), column.name()))
                    .toList();
            return new Select(new Query(items, new Source.Base(table(), table()), where()), Lock.NONE);
        }
    }

    /** {@code insert into .. values ..}: rows of the keys and all other columns, in the table's order. */
    record Insert(String table, long vkey, List<Row> rows) implements Write {
        public Insert {
            rows = List.copyOf(rows);
            if (rows.isEmpty()) {
                throw new IllegalArgumentException("an insert of nothing");
            }
        }

        @Override
        public OptionalLong version() {
            return OptionalLong.of(vkey);
        }
    }

    /** A row to insert: its primary key, and its values behind the two keys. */
    record Row(long pkey, List<Expression> values) implements Node {
        public Row {
            values = List.copyOf(values);
        }
    }

    /**
     * {@code insert into .. select ..}: for each row of the source, one with the primary key {@code offset + } the row's. Since
     * offsets are the powers of two times more than any key that is not made so, keys stay unique whatever is copied again.
     *
     * @param query its items are all columns of the table, in their order
     */
    record InsertSelect(String table, long vkey, Query query) implements Write {
        @Override
        public OptionalLong version() {
            return OptionalLong.of(vkey);
        }
    }

    /** Inserts rows; where the primary key is there already, the row is updated instead. */
    record Upsert(String table, long vkey, List<Row> rows, List<Assignment> assignments) implements Write {
        public Upsert {
            rows = List.copyOf(rows);
            assignments = List.copyOf(assignments);
        }

        @Override
        public OptionalLong version() {
            return OptionalLong.of(vkey);
        }

        public List<Long> keys() {
            return rows.stream().map(Row::pkey).toList();
        }
    }

    /** {@code update .. set vkey = .., .. where ..}. */
    record Update(String table, long vkey, List<Assignment> assignments, Predicate where) implements Changing {
        public Update {
            assignments = List.copyOf(assignments);
        }

        @Override
        public OptionalLong version() {
            return OptionalLong.of(vkey);
        }
    }

    /** {@code column = value}. */
    record Assignment(String column, Expression value) implements Node {}

    record Delete(String table, Predicate where) implements Changing {}

    /** {@code savepoint ..}. */
    record Savepoint(String name) implements Statement {}

    /** {@code rollback to savepoint ..}; the savepoint stays. */
    record RollbackTo(String name) implements Statement {}

    /** {@code release savepoint ..}: what was done since stays, the savepoint goes. */
    record Release(String name) implements Statement {}
}
