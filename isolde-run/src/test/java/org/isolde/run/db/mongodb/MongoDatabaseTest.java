package org.isolde.run.db.mongodb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import org.isolde.run.Access;
import org.isolde.run.Database;
import org.isolde.run.DatabaseException;
import org.isolde.run.Databases;
import org.isolde.run.Target;
import org.junit.jupiter.api.Test;

/** As far as that goes without a server: by lock file and adapter, up to the first connection. */
class MongoDatabaseTest {
    private static String refusal(String db, Access access) throws DatabaseException {
        Target target = Target.parse(db, Map.of());
        Database database = Databases.of(target);
        assertEquals("mongodb", database.name());
        assertFalse(database.verified());
        return assertThrows(DatabaseException.class, () -> database.open(target, access))
                .getMessage();
    }

    @Test
    void itIsNotStarted() throws Exception {
        assertEquals(
                "mongodb is not started by Isolde; name one that is running, as in --db"
                        + " mongodb://host:27017/?replicaSet=rs0",
                refusal("mongodb", Access.plain()));
    }

    @Test
    void nobodyThereIsToldWithoutThePassword() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        String message =
                refusal("mongodb://me:hunter2@127.0.0.1:" + free + "/d?serverSelectionTimeoutMS=200", Access.plain());
        assertTrue(message.startsWith("can't connect to mongodb://me:***@127.0.0.1:" + free + "/d"), message);
        assertFalse(message.contains("hunter2"), message);
        message = refusal(
                "mongodb://127.0.0.1:" + free + "/?serverSelectionTimeoutMS=200",
                new Access("me", "hunter2", null, Access.Progress.SILENT));
        assertTrue(message.contains("is it running"), message);
        assertFalse(message.contains("hunter2"), message);
    }

    @Test
    void aUrlThatIsNoneIsRefused() throws Exception {
        String message = refusal("mongodb://me:hunter2@", Access.plain());
        assertTrue(message.contains("is no URL for MongoDB's driver"), message);
        assertFalse(message.contains("hunter2"), message);
    }
}
