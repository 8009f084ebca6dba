package org.isolde.sql.generate;

import java.util.ArrayList;
import java.util.List;
import org.isolde.sql.ast.Column;
import org.isolde.sql.ast.Expression.ColumnReference;
import org.isolde.sql.ast.Type;

/** The columns that can be referred to at some place of a statement. */
final class Scope {
    static final Scope EMPTY = new Scope(List.of());

    /** A source by its name in the query; the table is null if its rows are no table's. */
    record Visible(String name, String table, List<Column> columns) {}

    private final List<Visible> sources;

    private Scope(List<Visible> sources) {
        this.sources = sources;
    }

    static Scope of(List<Visible> sources) {
        return new Scope(List.copyOf(sources));
    }

    /** With the sources of a query inside. */
    Scope with(Scope inner) {
        List<Visible> all = new ArrayList<>(sources);
        all.addAll(inner.sources);
        return new Scope(all);
    }

    List<Visible> sources() {
        return sources;
    }

    /** All columns of a type. */
    List<ColumnReference> columns(Type type) {
        return sources.stream()
                .flatMap(source -> source.columns().stream()
                        .filter(column -> column.type() == type)
                        .map(column -> new ColumnReference(source.name(), column.name(), type)))
                .toList();
    }

    /** All columns. */
    List<ColumnReference> columns() {
        return sources.stream()
                .flatMap(source -> source.columns().stream()
                        .map(column -> new ColumnReference(source.name(), column.name(), column.type())))
                .toList();
    }

    /** The table of a source; null if its rows are no table's. */
    String tableOf(String source) {
        return sources.stream()
                .filter(each -> each.name().equals(source) && each.table() != null)
                .map(Visible::table)
                .findFirst()
                .orElse(null);
    }
}
