package org.isolde.run.db.tidb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.sql.SQLException;
import java.util.Map;
import org.isolde.run.Session.Timestamps;
import org.isolde.run.Target;
import org.junit.jupiter.api.Test;

/** What TiDB answers, as its documentation and tests have it. */
class TidbTimestampsTest {
    private static final String START = "449570239864692737";
    private static final String INFO = "{\"txn_scope\":\"global\",\"start_ts\":449570239864692737,"
            + "\"for_update_ts\":449570239864692738,\"commit_ts\":449570239877799937,\"txn_commit_mode\":\"async_commit\","
            + "\"async_commit_fallback\":false,\"one_pc_fallback\":false,\"extra\":{\"a\":[1]}}";

    private final TidbTimestamps timestamps = new TidbTimestamps();

    @Test
    void aWriterHasStartAndCommit() throws SQLException {
        assertEquals(new Timestamps(449570239864692737L, 449570239877799937L), timestamps.read(START, INFO, true));
    }

    @Test
    void aReaderLeavesTheInformationOfTheLastWriter() throws SQLException {
        Timestamps reader = new Timestamps(449570239900000000L, 449570239900000000L);
        assertEquals(reader, timestamps.read("449570239900000000", INFO, false));
        assertEquals(reader, timestamps.read("449570239900000000", "", false));
        assertEquals(reader, timestamps.read("449570239900000000", null, false));
        assertEquals(
                reader,
                timestamps.read("449570239900000000", "{\"start_ts\":449570239900000000,\"commit_ts\":0}", false));
    }

    @Test
    void nothingIsBetterThanSomethingWrong() throws SQLException {
        assertNull(timestamps.read("449570239900000000", INFO, true), "the information is another transaction's");
        assertNull(timestamps.read("0", INFO, true), "no transaction was open");
        assertNull(timestamps.read(null, INFO, true));
        assertThrows(SQLException.class, () -> timestamps.read("soon", INFO, true));
        assertThrows(SQLException.class, () -> timestamps.read(START, "[]", true));
        assertThrows(SQLException.class, () -> timestamps.read(START, "{\"start_ts\":", true));
    }

    @Test
    void onlyTransactionsOfOneSnapshotAreAsked() {
        Target target = Target.parse("tidb", Map.of());
        TidbDatabase database = new TidbDatabase();
        assertNull(database.dialect().timestamps(database.isolations(target).get(0)));
        assertEquals(
                TidbTimestamps.class,
                database.dialect()
                        .timestamps(database.isolations(target).get(1))
                        .getClass());
    }
}
