package org.isolde.sql.generate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isolde.generate.RandomSource;
import org.isolde.sql.ast.Expression.IntegerLiteral;
import org.isolde.sql.ast.Expression.Literal;
import org.isolde.sql.ast.Expression.NullLiteral;
import org.isolde.sql.ast.Expression.RealLiteral;
import org.isolde.sql.ast.Expression.TextLiteral;
import org.isolde.sql.ast.Table;
import org.isolde.sql.ast.Type;

/**
 * Constants for a case: new ones, from a small range, so that they meet; and those that stand in the tables, so that
 * comparisons with them find rows.
 */
final class Constants {
    private static final String LETTERS = "abcABxy01";

    /** By table and column. */
    private final Map<String, List<Literal>> known = new LinkedHashMap<>();

    /** A value has been put there. */
    void add(String table, String column, Literal value) {
        if (!(value instanceof NullLiteral)) {
            known.computeIfAbsent(table + "." + column, name -> new ArrayList<>())
                    .add(value);
        }
    }

    /** A primary key that a row of the table has, or had; 0 if there was none. */
    long key(RandomSource random, String table) {
        List<Literal> keys = known.get(table + "." + Table.PKEY);
        return keys == null ? 0 : ((IntegerLiteral) keys.get(random.below(keys.size()))).value();
    }

    /** A value that stands, or stood, in a column, or a new one if nothing did. */
    Literal of(RandomSource random, String table, String column, Type type) {
        List<Literal> values = known.get(table + "." + column);
        return values == null ? fresh(random, type) : values.get(random.below(values.size()));
    }

    static Literal fresh(RandomSource random, Type type) {
        return switch (type) {
            case INTEGER -> new IntegerLiteral(random.chance(0.7) ? random.below(20) - 4 : random.below(2001) - 1000);
            case REAL -> new RealLiteral((random.below(161) - 40) / 4.0);
            case TEXT -> new TextLiteral(text(random, random.below(5)));
        };
    }

    static String text(RandomSource random, int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append(LETTERS.charAt(random.below(LETTERS.length())));
        }
        return text.toString();
    }
}
