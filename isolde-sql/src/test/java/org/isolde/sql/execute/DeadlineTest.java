package org.isolde.sql.execute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.List;
import org.isolde.sql.HandMade;
import org.isolde.sql.OpenDatabase;
import org.isolde.sql.ast.Predicate;
import org.isolde.sql.testcase.TestCase;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A statement that takes years takes no longer than it may, and what comes behind it finds a database that works. */
class DeadlineTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "h2 | snapshot | select count(*) from system_range(1, 1000000) a, system_range(1, 1000000) b where a.x < b.x",
                "sqlite | serializable | with recursive n (x) as (select 1 union all select x + 1 from n) select count(*) from n",
                "postgres | serializable | select pg_sleep(1000000)"
            })
    void endsWhatTakesTooLong(String name, String isolation, String endless) throws Exception {
        TestCase testCase = new HandMade()
                .row("t", 1, 10, 5)
                .commits(HandMade.select("t", Predicate.TRUE))
                .schedule(0, 0);
        try (OpenDatabase open = new OpenDatabase(name, isolation)) {
            FuzzDatabase database = open.database();
            database.reset(testCase.schema(), testCase.initialRows());
            try (Deadline.Span span = database.begin(Duration.ofMillis(300))) {
                assertThrows(TimedOutException.class, () -> database.alone(endless));
                assertThrows(TimedOutException.class, () -> database.alone("select 1 from t"), "nothing else is begun");
            }
            database.reset(testCase.schema(), testCase.initialRows());
            try (Deadline.Span span = database.begin(Duration.ofMillis(300))) {
                Step step = new Step(0, 0, Role.STATEMENT, null, endless, false);
                assertThrows(TimedOutException.class, () -> database.stepByStep(List.of(List.of(step))));
            }
            try (Deadline.Span span = database.begin(LONG)) {
                database.reset(testCase.schema(), testCase.initialRows());
                Reply reply = database.alone("select pkey from t");
                assertNull(reply.error());
                assertEquals("(1)", reply.rows().toString());
            }
        }
    }
}
