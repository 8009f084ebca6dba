package org.isolde.sql.reduce;

import java.util.ArrayList;
import java.util.List;
import org.isolde.sql.ast.Expression;
import org.isolde.sql.ast.Expression.IntegerLiteral;
import org.isolde.sql.ast.Expression.Literal;
import org.isolde.sql.ast.Expression.RealLiteral;
import org.isolde.sql.ast.Expression.TextLiteral;
import org.isolde.sql.ast.Node;
import org.isolde.sql.ast.Order;
import org.isolde.sql.ast.Predicate;
import org.isolde.sql.ast.Query;
import org.isolde.sql.ast.Source;
import org.isolde.sql.ast.Statement;
import org.isolde.sql.ast.Statement.Assignment;
import org.isolde.sql.ast.Statement.Insert;
import org.isolde.sql.ast.Statement.InsertSelect;
import org.isolde.sql.ast.Statement.Row;
import org.isolde.sql.ast.Statement.Select;
import org.isolde.sql.ast.Statement.Update;
import org.isolde.sql.ast.Statement.Upsert;

/** Statements that are simpler than a given one in one place, the largest change first. What they mean is not kept. */
final class Simplification {
    private Simplification() {}

    static List<Statement> of(Statement statement) {
        List<Statement> simpler = new ArrayList<>(withFewerParts(statement));
        for (Node changed : changes(statement)) {
            simpler.add((Statement) changed);
        }
        return simpler;
    }

    /** With fewer rows or assignments, or without what a query does beside finding rows. */
    private static List<Statement> withFewerParts(Statement statement) {
        List<Statement> simpler = new ArrayList<>();
        if (statement instanceof Insert insert && insert.rows().size() > 1) {
            for (int i = 0; i < insert.rows().size(); i++) {
                List<Row> rows = new ArrayList<>(insert.rows());
                rows.remove(i);
                simpler.add(new Insert(insert.table(), insert.vkey(), rows));
            }
        } else if (statement instanceof Update update && update.assignments().size() > 1) {
            for (int i = 0; i < update.assignments().size(); i++) {
                List<Assignment> assignments = new ArrayList<>(update.assignments());
                assignments.remove(i);
                simpler.add(new Update(update.table(), update.vkey(), assignments, update.where()));
            }
        } else if (statement instanceof Upsert upsert) {
            for (int i = 0; upsert.rows().size() > 1 && i < upsert.rows().size(); i++) {
                List<Row> rows = new ArrayList<>(upsert.rows());
                rows.remove(i);
                simpler.add(new Upsert(upsert.table(), upsert.vkey(), rows, upsert.assignments()));
            }
            for (int i = 0;
                    upsert.assignments().size() > 1 && i < upsert.assignments().size();
                    i++) {
                List<Assignment> assignments = new ArrayList<>(upsert.assignments());
                assignments.remove(i);
                simpler.add(new Upsert(upsert.table(), upsert.vkey(), upsert.rows(), assignments));
            }
        } else if (statement instanceof Select select && select.lock() != Statement.Lock.NONE) {
            simpler.add(new Select(select.query(), Statement.Lock.NONE));
        } else if (statement instanceof Select select && select.query().items().size() > 1) {
            List<Query.Item> told = select.query().items().stream()
                    .filter(item -> !(item.expression() instanceof Literal))
                    .toList();
            for (List<Query.Item> items : List.of(select.query().items().subList(0, 1), told)) {
                if (!items.isEmpty() && items.size() < select.query().items().size()) {
                    simpler.add(new Select(select.query().withItems(items), select.lock()));
                }
            }
        } else if (statement instanceof InsertSelect insert) {
            for (Node where : instead(insert.query().where())) {
                simpler.add(new InsertSelect(
                        insert.table(), insert.vkey(), insert.query().withWhere((Predicate) where)));
            }
        }
        return simpler;
    }

    /** A node with one place below it changed, for each place and each change; places higher up come first. */
    private static List<Node> changes(Node node) {
        List<Node> changed = new ArrayList<>();
        List<Node> parts = node.parts();
        for (int i = 0; i < parts.size(); i++) {
            for (Node other : instead(parts.get(i))) {
                add(changed, node, parts, i, other);
            }
        }
        for (int i = 0; i < parts.size(); i++) {
            if (!isFixed(node, parts.get(i))) {
                for (Node other : changes(parts.get(i))) {
                    add(changed, node, parts, i, other);
                }
            }
        }
        return changed;
    }

    /** Orders are total and inserted keys unique; that is what makes results comparable. */
    private static boolean isFixed(Node node, Node part) {
        return part instanceof Order || node instanceof InsertSelect;
    }

    private static void add(List<Node> changed, Node node, List<Node> parts, int place, Node other) {
        List<Node> replaced = new ArrayList<>(parts);
        replaced.set(place, other);
        try {
            changed.add(node.withParts(replaced));
        } catch (IllegalArgumentException e) {
            // a place where nothing else fits, such as a window's argument
            return;
        }
    }

    /** What may stand in a node's place. */
    private static List<Node> instead(Node node) {
        List<Node> others = new ArrayList<>();
        if (node instanceof Predicate predicate) {
            if (!(predicate instanceof Predicate.Constant)) {
                others.add(Predicate.TRUE);
                others.add(new Predicate.Constant(false));
            }
            predicate.parts().stream().filter(Predicate.class::isInstance).forEach(others::add);
            others.addAll(withFewerOperands(predicate));
        } else if (node instanceof Expression expression && !(expression instanceof Literal)) {
            others.add(literal(expression));
            expression.parts().stream()
                    .filter(part -> part instanceof Expression inner && inner.type() == expression.type())
                    .forEach(others::add);
        } else if (node instanceof Query query) {
            others.addAll(simpler(query));
        } else if (node instanceof Source.Join join) {
            others.add(join.left());
            others.add(join.right());
        }
        return others;
    }

    private static List<Node> withFewerOperands(Predicate predicate) {
        List<Node> others = new ArrayList<>();
        List<Predicate> operands = predicate instanceof Predicate.And and
                ? and.operands()
                : predicate instanceof Predicate.Or or ? or.operands() : List.of();
        for (int i = 0; operands.size() > 2 && i < operands.size(); i++) {
            List<Predicate> rest = new ArrayList<>(operands);
            rest.remove(i);
            others.add(predicate instanceof Predicate.And ? new Predicate.And(rest) : new Predicate.Or(rest));
        }
        return others;
    }

    private static List<Node> simpler(Query query) {
        List<Node> others = new ArrayList<>();
        if (!query.orderBy().isEmpty() || query.distinct()) {
            others.add(new Query(
                    query.with(),
                    false,
                    query.items(),
                    query.from(),
                    query.where(),
                    query.groupBy(),
                    query.having(),
                    List.of()));
        }
        if (!query.with().isEmpty() && !namesCommonTable(query)) {
            others.add(new Query(
                    List.of(),
                    query.distinct(),
                    query.items(),
                    query.from(),
                    query.where(),
                    query.groupBy(),
                    query.having(),
                    query.orderBy()));
        }
        return others;
    }

    private static boolean namesCommonTable(Query query) {
        boolean[] named = new boolean[1];
        query.walk(node -> named[0] |= node instanceof Source.Common);
        return named[0];
    }

    private static Literal literal(Expression expression) {
        return switch (expression.type()) {
            case INTEGER -> new IntegerLiteral(0);
            case REAL -> new RealLiteral(0);
            case TEXT -> new TextLiteral("a");
        };
    }
}
