package org.isolde.sql.generate;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.isolde.sql.ast.Expression;
import org.isolde.sql.ast.Node;
import org.isolde.sql.ast.Predicate;
import org.isolde.sql.ast.Query;
import org.isolde.sql.ast.Source;
import org.isolde.sql.ast.Statement;
import org.isolde.sql.ast.Statement.Lock;
import org.isolde.sql.dialect.Dialect;
import org.isolde.sql.dialect.Feature;

/** The kinds of statements, predicates, values and sources, by names that users read: those of a statement, and those of a dialect. */
final class Kinds {
    /** {@code InQuery} is "in query". */
    private static final ClassValue<String> NAMES = new ClassValue<>() {
        @Override
        protected String computeValue(Class<?> kind) {
            return kind.getSimpleName().replaceAll("(?<=.)([A-Z])", " $1").toLowerCase(Locale.ROOT);
        }
    };

    private static final Map<Enum<?>, String> CONSTANTS = new ConcurrentHashMap<>();

    private Kinds() {}

    /** All that a dialect can have: what is never made is never tested. */
    static Set<String> of(Dialect dialect) {
        Set<String> kinds = new TreeSet<>();
        for (Class<?> family : new Class<?>[] {Statement.class, Predicate.class, Expression.class, Source.class}) {
            leaves(family).forEach(kind -> kinds.add(name(kind)));
        }
        dialect.functions().forEach(function -> kinds.add(name("function", function)));
        addAll(kinds, "aggregate", Expression.AggregateFunction.values());
        addAll(kinds, "window", Expression.WindowFunction.values());
        addAll(kinds, "join", Source.Kind.values());
        kinds.addAll(Set.of("group by", "having", "with", "distinct rows", "order by", "several rows"));
        kinds.add(name("lock", Lock.UPDATE));
        kinds.add(name("lock", Lock.SHARE));
        without(kinds, dialect, Feature.COMMON_TABLES, "with", name(Source.Common.class));
        without(kinds, dialect, Feature.UPSERT, name(Statement.Upsert.class));
        without(kinds, dialect, Feature.QUANTIFIED_COMPARISONS, name(Predicate.Quantified.class));
        without(kinds, dialect, Feature.LOCKING_FOR_UPDATE, name("lock", Lock.UPDATE));
        without(kinds, dialect, Feature.LOCKING_FOR_SHARE, name("lock", Lock.SHARE));
        without(
                kinds,
                dialect,
                Feature.SAVEPOINTS,
                name(Statement.Savepoint.class),
                name(Statement.RollbackTo.class),
                name(Statement.Release.class));
        if (!dialect.has(Feature.WINDOW_FUNCTIONS)) {
            kinds.removeIf(kind -> kind.startsWith("window"));
        }
        return kinds;
    }

    private static void without(Set<String> kinds, Dialect dialect, Feature feature, String... names) {
        if (!dialect.has(feature)) {
            Arrays.asList(names).forEach(kinds::remove);
        }
    }

    private static void addAll(Set<String> kinds, String family, Enum<?>[] constants) {
        for (Enum<?> constant : constants) {
            kinds.add(name(family, constant));
        }
    }

    private static Stream<Class<?>> leaves(Class<?> family) {
        return family.isSealed()
                ? Arrays.stream(family.getPermittedSubclasses()).flatMap(Kinds::leaves)
                : Stream.of(family);
    }

    /** Those of a statement and of all that is in it, as often as they are. */
    static void of(Statement statement, Consumer<String> kinds) {
        statement.walk(node -> of(node, kinds));
    }

    private static void of(Node node, Consumer<String> kinds) {
        if (node instanceof Statement
                || node instanceof Predicate
                || node instanceof Expression
                || node instanceof Source) {
            kinds.accept(name(node.getClass()));
        }
        if (node instanceof Expression.Call call) {
            kinds.accept(name("function", call.function()));
        } else if (node instanceof Expression.Aggregate aggregate) {
            kinds.accept(name("aggregate", aggregate.function()));
        } else if (node instanceof Expression.Window window) {
            kinds.accept(name("window", window.function()));
        } else if (node instanceof Source.Join join) {
            kinds.accept(name("join", join.kind()));
        } else if (node instanceof Statement.Select select) {
            tell(kinds, name("lock", select.lock()), select.lock() != Lock.NONE);
        } else if (node instanceof Statement.Insert insert) {
            tell(kinds, "several rows", insert.rows().size() > 1);
        } else if (node instanceof Query query) {
            tell(kinds, "group by", !query.groupBy().isEmpty());
            tell(kinds, "having", !query.having().equals(Predicate.TRUE));
            tell(kinds, "with", !query.with().isEmpty());
            tell(kinds, "distinct rows", query.distinct());
            tell(kinds, "order by", !query.orderBy().isEmpty());
        }
    }

    private static void tell(Consumer<String> kinds, String kind, boolean there) {
        if (there) {
            kinds.accept(kind);
        }
    }

    private static String name(Class<?> kind) {
        return NAMES.get(kind);
    }

    private static String name(String family, Enum<?> constant) {
        return CONSTANTS.computeIfAbsent(
                constant, each -> family + " " + each.name().replace('_', ' ').toLowerCase(Locale.ROOT));
    }
}
