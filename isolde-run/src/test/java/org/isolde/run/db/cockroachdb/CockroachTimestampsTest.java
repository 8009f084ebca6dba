package org.isolde.run.db.cockroachdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.sql.SQLException;
import java.util.Map;
import org.isolde.run.Session.Timestamps;
import org.isolde.run.Target;
import org.isolde.run.db.yugabytedb.YugabyteDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What CockroachDB answers, as its documentation has it. */
class CockroachTimestampsTest {
    private final CockroachTimestamps timestamps = new CockroachTimestamps();

    @ParameterizedTest
    @CsvSource({
        "1544569543473236353.0000000000, 1544569543473236353, 0",
        "1544569543473236353.0000000001, 1544569543473236353, 1",
        "1544569543473236353.000000001, 1544569543473236353, 10",
        "1544569543473236353.2147483647, 1544569543473236353, 2147483647",
        "1544569543473236353, 1544569543473236353, 0"
    })
    void isNanosecondsAndACounter(String answer, long physical, long logical) throws SQLException {
        assertEquals(new Timestamps(physical, logical, physical, logical), timestamps.read(answer, null, true));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "now", "-1.0000000000", "1.00000000001", "99999999999999999999.0", "1e18"})
    void anythingElseIsRefused(String answer) {
        assertThrows(SQLException.class, () -> timestamps.read(answer, null, true));
        assertThrows(SQLException.class, () -> timestamps.read(null, null, true));
    }

    @Test
    void onlySerializableTransactionsAreAsked() {
        Target target = Target.parse("cockroachdb", Map.of());
        CockroachDatabase database = new CockroachDatabase();
        assertNull(database.dialect().timestamps(database.isolations(target).get(0)));
        assertEquals(
                CockroachTimestamps.class,
                database.dialect()
                        .timestamps(database.isolations(target).get(1))
                        .getClass());
        assertNull(new YugabyteDatabase()
                .dialect()
                .timestamps(new YugabyteDatabase().isolations(target).get(2)));
    }
}
