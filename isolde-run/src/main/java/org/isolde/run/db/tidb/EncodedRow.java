package org.isolde.run.db.tidb;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.isolde.run.rows.RowVersion;

/**
 * A row as TiDB stores it, in the second version of its format: how many columns have a value and how many are null, their
 * numbers, where each value ends, the values. Columns are numbered from 1 on as the table was made; an integer that is the
 * primary key is not among them, for it is the key.
 */
final class EncodedRow {
    private static final byte FORMAT = (byte) 128;
    private static final int LARGE = 1;

    private EncodedRow() {}

    static RowVersion decode(long id, byte[] bytes) throws SQLException {
        Map<Integer, byte[]> columns = columns(bytes);
        return new RowVersion(
                new String(columns.get(6), StandardCharsets.UTF_8),
                integer(columns.get(4)),
                id,
                integer(columns.get(2)),
                integer(columns.get(3)),
                integer(columns.get(5)));
    }

    private static Map<Integer, byte[]> columns(byte[] bytes) throws SQLException {
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (bytes.length < 6 || in.get() != FORMAT) {
            throw new SQLException("a row of TiDB in a format that is not known here; set tidb_row_format_version = 2");
        }
        boolean large = (in.get() & LARGE) != 0;
        int[] numbers = new int[in.getShort() & 0xffff];
        int nulls = in.getShort() & 0xffff;
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = large ? in.getInt() : in.get() & 0xff;
        }
        in.position(in.position() + nulls * (large ? Integer.BYTES : Byte.BYTES));
        int[] ends = new int[numbers.length];
        for (int i = 0; i < ends.length; i++) {
            ends[i] = large ? in.getInt() : in.getShort() & 0xffff;
        }
        Map<Integer, byte[]> columns = new HashMap<>();
        for (int i = 0; i < ends.length; i++) {
            byte[] value = new byte[ends[i] - (i == 0 ? 0 : ends[i - 1])];
            in.get(value);
            columns.put(numbers[i], value);
        }
        return columns;
    }

    /** With a sign, of one, two, four or eight bytes, the lowest first; null if the column is. */
    private static Long integer(byte[] value) {
        if (value == null) {
            return null;
        }
        ByteBuffer in = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
        return switch (value.length) {
            case Byte.BYTES -> (long) in.get();
            case Short.BYTES -> (long) in.getShort();
            case Integer.BYTES -> (long) in.getInt();
            default -> in.getLong();
        };
    }
}
