package org.isolde.run.db.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.isolde.run.Access;
import org.isolde.run.DatabaseException;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Session.Failure;
import org.isolde.run.Session.WriteStyle;
import org.isolde.run.Target;
import org.isolde.run.contract.StepByStep;
import org.isolde.run.contract.TransactionContract;
import org.isolde.run.server.Programs;
import org.junit.jupiter.api.Test;

/** Redis for real. */
class RedisSessionTest extends TransactionContract {
    RedisSessionTest() {
        super(new RedisDatabase(), Map.of());
    }

    @Override
    protected String obstacle() {
        return Programs.isInstalled("redis-server")
                ? null
                : "redis-server is not installed (apt-get install redis-server)";
    }

    @Test
    void itSaysWhatItIs() {
        assertTrue(
                database().version().matches("Redis \\d+\\.\\d+.*"), database().version());
    }

    /** Every user of this machine reaches the port. */
    @Test
    void whoeverDoesNotKnowThePasswordGetsNothing() throws Exception {
        int port = ((RunningRedis) database()).port();
        IOException refused = assertThrows(IOException.class, () -> new RedisConnection(port, "guessed"));
        assertTrue(refused.getMessage().startsWith("Redis refuses the password"), refused.getMessage());
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write("CONFIG GET dir\r\n".getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readNBytes(7), StandardCharsets.US_ASCII);
            assertEquals("-NOAUTH", answer);
        }
    }

    /** EXEC has nothing to do but to look at what is watched. */
    @Test
    void aTransactionThatOnlyReadsIsRefusedIfWhatItReadHasChanged() throws Exception {
        atEachLevel(false, (isolation, first, second) -> {
            int committed = new StepByStep(first, second)
                    .step(0, s -> s.read(1))
                    .step(1, s -> s.write(1, 1, WriteStyle.UPSERT))
                    .step(1, s -> s.write(2, 2, WriteStyle.UPSERT))
                    .commit(1)
                    .step(0, s -> s.read(2))
                    .commit(0)
                    .committed();
            assertEquals(1, committed);
        });
    }

    @Test
    void aRollbackStopsWatching() throws Exception {
        atEachLevel(false, (isolation, first, second) -> {
            first.begin();
            first.read(1);
            first.rollback();
            second.begin();
            second.write(1, 1, WriteStyle.UPSERT);
            second.commit();
            first.begin();
            first.write(2, 2, WriteStyle.UPSERT);
            first.commit();
        });
    }

    @Test
    void whatIsKilledDisconnectsAndComesBackWithItsData() throws Exception {
        atEachLevel(false, (isolation, first, second) -> {
            first.begin();
            first.write(1, 1, WriteStyle.UPSERT);
            first.commit();
            first.begin();
            database().nodes().get(0).kill();
            Exception lost = assertThrows(Exception.class, () -> first.read(1));
            assertEquals(Failure.Kind.DISCONNECTED, first.classify(lost, false).kind(), lost::toString);
            first.rollback();
            Exception still = assertThrows(Exception.class, first::begin);
            assertEquals(Failure.Kind.DISCONNECTED, first.classify(still, false).kind(), still::toString);

            second.begin();
            second.write(1, 2, WriteStyle.UPSERT);
            Exception doubt = assertThrows(Exception.class, second::commit);
            assertEquals(Failure.Kind.UNKNOWN, second.classify(doubt, true).kind(), doubt::toString);
            second.rollback();

            database().nodes().get(0).restart();
            try (var third = session(2, isolation, new RunningDatabase.Tables(2, false, false))) {
                third.begin();
                assertEquals(1, third.read(1));
                third.commit();
            }
        });
    }

    @Test
    void anUnknownFsyncIsRefused() {
        DatabaseException refused = assertThrows(
                DatabaseException.class,
                () -> new RedisDatabase().open(Target.parse("redis", Map.of("fsync", "x")), Access.plain()));
        assertTrue(refused.getMessage().contains("fsync=always"), refused.getMessage());
    }
}
