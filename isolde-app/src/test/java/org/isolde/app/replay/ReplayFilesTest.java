package org.isolde.app.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.isolde.history.Level;
import org.isolde.report.MinimalCase;
import org.isolde.run.Database;
import org.isolde.run.Databases;
import org.isolde.run.Target;
import org.isolde.run.jdbc.JdbcDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of a bug report. */
class ReplayFilesTest {
    @TempDir
    private Path folder;

    private List<Path> write(String header, String... transactions) throws Exception {
        MinimalCase minimal = RecordedViolation.find(
                        Recorded.run(folder, header, transactions), Set.of(Level.SER), null, RecordedRun.Given.NOTHING)
                .minimal();
        return ReplayFiles.write(folder.resolve("bug"), minimal.history(), minimal.anomaly());
    }

    @Test
    void aScriptForTerminals() throws Exception {
        List<Path> files = write(Recorded.header("postgres:18.6", "repeatable-read", "ser"), Recorded.WRITE_SKEW);
        assertEquals(List.of(folder.resolve("bug/replay.sql"), folder.resolve("bug/replay.spec")), files);
        assertEquals("""
                -- WriteSkew (G2-item): Transactions each read what another one then overwrote: in no serial order
                -- could all of them have read that.
                -- Recorded by Isolde on postgres:18.6 (postgres:18.6) at REPEATABLE READ.
                -- It breaks repeatable read (rr).
                -- NOT EXECUTED: these steps are the part of the recorded run that shows it, in an order that fits;
                -- the answers are those that were recorded. Nobody has done them alone, and it may take more than
                -- them, such as other transactions beside them. 'isolde replay' tries.
                --
                -- Open 3 terminals, each with a connection of its own: session 0, session 1, session 2. Do the
                -- set-up in any of them, then the steps in order, each in its terminal. If a step waits, leave it
                -- waiting and go on with the next step of another terminal. If one fails, roll back there and leave
                -- out the rest of its transaction: then the database has prevented it.
                --
                -- In the recorded run each session prepared its statements once and used them again in later
                -- transactions. Where plain statements don't show it, prepared ones may; 'isolde replay' prepares
                -- them as the run did.

                -- Set-up; tables of these names that are there already have to go first:
                --   drop table if exists isolde_run_1;
                --   drop table if exists isolde_run_2;
                create table isolde_run_1 (id bigint not null primary key, sk bigint not null, v bigint);
                create table isolde_run_2 (id bigint not null primary key, sk bigint not null, v bigint);

                -- Step 1, session 0 (transaction 0:0 begins)
                begin isolation level REPEATABLE READ;
                insert into isolde_run_1 (id, sk, v) values (1, 1, 1) on conflict (id) do update set v = excluded.v;
                --   recorded: done

                -- Step 2, session 0
                insert into isolde_run_2 (id, sk, v) values (2, 2, 2) on conflict (id) do update set v = excluded.v;
                --   recorded: done

                -- Step 3, session 0
                commit;
                --   recorded: committed

                -- Step 4, session 1 (transaction 1:0 begins)
                begin isolation level REPEATABLE READ;
                select v from isolde_run_1 where id = 1;
                --   recorded: 1

                -- Step 5, session 2 (transaction 2:0 begins)
                begin isolation level REPEATABLE READ;
                select v from isolde_run_2 where id = 2;
                --   recorded: 2

                -- Step 6, session 1
                insert into isolde_run_2 (id, sk, v) values (2, 2, 3) on conflict (id) do update set v = excluded.v;
                --   recorded: done

                -- Step 7, session 2
                insert into isolde_run_1 (id, sk, v) values (1, 1, 4) on conflict (id) do update set v = excluded.v;
                --   recorded: done

                -- Step 8, session 1
                commit;
                --   recorded: committed

                -- Step 9, session 2
                commit;
                --   recorded: committed
                """, Files.readString(files.get(0)).split("\n-- What to look at")[0]);
    }

    @Test
    void aSpecForIsolationtester() throws Exception {
        Spec spec = Spec.parse(
                Files.readString(write(Recorded.header("postgres:18.6", "repeatable-read", "ser"), Recorded.WRITE_SKEW)
                        .get(1)));
        assertEquals(Set.of("s1", "s2", "s3"), Set.copyOf(spec.sessions.values()));
        assertEquals(12, spec.steps.size());
        assertEquals("begin isolation level REPEATABLE READ;", spec.steps.get("t2_begin"));
        assertEquals("select v from isolde_run_1 where id = 1;", spec.steps.get("t2_1"));
        assertEquals("t3_commit", spec.permutation.get(11));
        assertTrue(spec.setup.get(0).contains("create table isolde_run_1"));
        assertTrue(spec.teardown.get(0).contains("drop table"));
    }

    /** Keys, values, names and the header may be anything, and none of it becomes more than words of a comment. */
    @Test
    void whatComesFromAHistoryStaysInComments() throws Exception {
        String evil = "x\\\"; } drop table t; --\\n drop table u; \\u2028 drop table w";
        String key = "\"" + evil + "\"";
        String header = Recorded.header("postgres", "serializable", "ser")
                .replace("\"database\":\"postgres\"", "\"database\":\"" + evil + "\"");
        List<Path> files = write(
                header,
                "{\"session\":" + key + ",\"id\":" + key + ",\"ops\":[[\"w\"," + key + ",1],[\"r\",2,null]]}",
                "{\"session\":2,\"id\":\"b\",\"ops\":[[\"w\",2," + key + "],[\"r\"," + key + ",null]]}");
        String sql = Files.readString(files.get(0));
        for (String line : sql.lines().toList()) {
            assertTrue(
                    line.isEmpty()
                            || line.startsWith("--")
                            || line.matches("(begin|create table|select|insert|update|commit)[a-zA-Z0-9_(),=. ]*;"),
                    line);
        }
        assertFalse(sql.contains("\u2028"));
        Spec spec = Spec.parse(Files.readString(files.get(1)));
        spec.steps.values().forEach(step -> assertFalse(step.contains("drop"), step));
    }

    @Test
    void aDatabaseWithoutSqlGetsWords() throws Exception {
        List<Path> files = write(Recorded.header("redis", "serializable", "ser"), Recorded.WRITE_SKEW);
        assertEquals(List.of(folder.resolve("bug/replay.txt")), files);
        String text = Files.readString(files.get(0));
        assertTrue(text.contains("Step 4, session 1 (transaction 1:0 begins)\n  begin, read 1\n  recorded: 1\n"), text);
    }

    @Test
    void aDatabaseThatNobodyKnowsIsToldAsSuch() {
        NotReplayableException problem = assertThrows(
                NotReplayableException.class,
                () -> write(Recorded.header("nonesuch", "serializable", "ser"), Recorded.WRITE_SKEW));
        assertTrue(problem.getMessage().contains("nonesuch"), problem.getMessage());
    }

    /** Every SQL database that Isolde knows has its words for a transaction, also those that can't be started here. */
    @Test
    void everyDialectCanBeWritten() throws Exception {
        for (Database database : Databases.all()) {
            if (!(database instanceof JdbcDatabase)) {
                continue;
            }
            Target target = Target.parse(database.name(), java.util.Map.of());
            String isolation = database.defaultIsolation(target).name();
            for (String[] transactions : List.of(Recorded.WRITE_SKEW, LISTS)) {
                String sql = Files.readString(write(Recorded.header(database.name(), isolation, "ser"), transactions)
                        .get(0));
                assertFalse(sql.contains("?"), sql);
                assertFalse(sql.contains(";;"), sql);
                Spec.parse(Files.readString(folder.resolve("bug/replay.spec")));
            }
        }
    }

    private static final String[] LISTS = {
        Recorded.transaction(1, "[\"append\",1,1],[\"r\",2,[]]", 0, 20),
        Recorded.transaction(2, "[\"append\",2,2],[\"r\",1,[]]", 1, 21),
        Recorded.transaction(3, "[\"r\",1,[1]],[\"r\",2,[2]]", 30, 40)
    };
}
