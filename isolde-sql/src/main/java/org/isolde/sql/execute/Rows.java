package org.isolde.sql.execute;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Rows of a result. A value is null, a {@link Long}, a {@link BigDecimal}, a {@link Double}, a {@link Boolean} or a
 * {@link String}, whatever the driver calls it.
 */
public final class Rows {
    public static final Rows NONE = new Rows(List.of());

    /**
     * How far doubles may be apart, measured by the larger one: sums of doubles depend on the order of the rows, which no
     * statement fixes.
     */
    static final double TOLERANCE = 1e-9;

    private static final int LONG_DIGITS = 18;

    private final List<List<Object>> rows;

    public Rows(List<List<Object>> rows) {
        this.rows = Collections.unmodifiableList(rows);
    }

    /** Takes all rows of a result. */
    static Rows of(ResultSet result) throws SQLException {
        int columns = result.getMetaData().getColumnCount();
        List<List<Object>> rows = new ArrayList<>();
        while (result.next()) {
            Object[] row = new Object[columns];
            for (int i = 0; i < columns; i++) {
                row[i] = value(result.getObject(i + 1));
            }
            rows.add(Collections.unmodifiableList(Arrays.asList(row)));
        }
        return new Rows(rows);
    }

    private static Object value(Object driver) {
        if (driver == null
                || driver instanceof Long
                || driver instanceof Double
                || driver instanceof Boolean
                || driver instanceof String) {
            return driver;
        }
        if (driver instanceof Integer || driver instanceof Short || driver instanceof Byte) {
            return ((Number) driver).longValue();
        }
        if (driver instanceof Float number) {
            return number.doubleValue();
        }
        if (driver instanceof BigInteger number) {
            return number(new BigDecimal(number));
        }
        if (driver instanceof BigDecimal number) {
            return number(number);
        }
        return driver.toString();
    }

    /** An integer is a long, if it is not too large, whatever scale the database gives it. */
    private static Object number(BigDecimal number) {
        BigDecimal plain = number.stripTrailingZeros();
        return plain.scale() <= 0 && plain.precision() - plain.scale() <= LONG_DIGITS
                ? (Object) plain.longValueExact()
                : plain;
    }

    public List<List<Object>> list() {
        return rows;
    }

    public int size() {
        return rows.size();
    }

    /** The primary key of a row of a table. */
    public static long pkey(List<Object> row) {
        return (Long) row.get(0);
    }

    /** The version key of a row of a table. */
    public static long vkey(List<Object> row) {
        return (Long) row.get(1);
    }

    /** Whether the same rows are in both, as often; the order counts only if it is asked for. */
    public boolean sameAs(Rows other, boolean ordered) {
        if (rows.size() != other.rows.size()) {
            return false;
        }
        if (rows.equals(other.rows)) {
            return true;
        }
        if (ordered) {
            for (int i = 0; i < rows.size(); i++) {
                if (!same(rows.get(i), other.rows.get(i))) {
                    return false;
                }
            }
            return true;
        }
        return minus(other).isEmpty();
    }

    /** The rows that are here and not there, counting repetitions. */
    public List<List<Object>> minus(Rows other) {
        Map<List<Object>, Integer> there = new HashMap<>();
        other.rows.forEach(row -> there.merge(row, 1, Integer::sum));
        List<List<Object>> rest = new ArrayList<>();
        for (List<Object> row : rows) {
            Integer count = there.get(row);
            if (count == null || count == 0) {
                rest.add(row);
            } else {
                there.put(row, count - 1);
            }
        }
        if (rest.isEmpty()) {
            return rest;
        }
        // what is equal is gone; doubles may still be close
        List<List<Object>> left = new ArrayList<>();
        there.forEach((row, count) -> left.addAll(Collections.nCopies(count, row)));
        for (Iterator<List<Object>> each = rest.iterator(); each.hasNext(); ) {
            List<Object> row = each.next();
            for (int i = 0; i < left.size(); i++) {
                if (same(row, left.get(i))) {
                    left.remove(i);
                    each.remove();
                    break;
                }
            }
        }
        return rest;
    }

    /** Whether two rows are the same but for the last digits of doubles. */
    public static boolean same(List<Object> left, List<Object> right) {
        if (left.size() != right.size()) {
            return false;
        }
        for (int i = 0; i < left.size(); i++) {
            if (!same(left.get(i), right.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean same(Object left, Object right) {
        if (left instanceof Double a && right instanceof Double b) {
            return a.equals(b) || Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(a), Math.abs(b));
        }
        return left == null ? right == null : left.equals(right);
    }

    /** One row as people write it: {@code (1, 20, null, 'a')}. */
    public static String text(List<Object> row) {
        StringBuilder text = new StringBuilder("(");
        for (Object value : row) {
            text.append(text.length() == 1 ? "" : ", ")
                    .append(value instanceof String string ? "'" + string.replace("'", "''") + "'" : value);
        }
        return text.append(')').toString();
    }

    @Override
    public String toString() {
        return rows.isEmpty()
                ? "no rows"
                : String.join(" ", rows.stream().map(Rows::text).toList());
    }
}
