package org.isolde.run.db.mongodb.engine;

import com.mongodb.MongoException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.bson.Document;
import org.isolde.run.Session.Timestamps;

/**
 * Asks the server of which time the snapshot of a transaction is, while it is open. No answer to the transaction itself
 * says it: {@code operationTime} is that of the last entry of the log, which may be later. But {@code $currentOp} knows it,
 * also of a transaction that waits for its client.
 *
 * <p>Who is not allowed to ask is refused once, and then goes without.
 */
final class SnapshotTime {
    private final MongoDatabase admin;
    private final ClientSession session;
    private boolean refused;

    SnapshotTime(MongoClient client, ClientSession session) {
        this.admin = client.getDatabase("admin");
        this.session = session;
    }

    /** A time of MongoDB: seconds, and a counter of what happened in that second. */
    record Time(long seconds, long increment) {
        /** Null for none, and for zero, which stands for none. */
        static Time of(BsonTimestamp timestamp) {
            return timestamp == null || timestamp.getValue() == 0
                    ? null
                    : new Time(timestamp.getValue() >>> 32, timestamp.getValue() & 0xFFFF_FFFFL);
        }

        Timestamps until(Time commit) {
            return new Timestamps(seconds, increment, commit.seconds, commit.increment);
        }
    }

    /** The snapshot's time; null if the server does not tell. */
    Time ask() {
        if (refused) {
            return null;
        }
        BsonValue id = session.getServerSession().getIdentifier().get("id");
        try {
            BsonDocument found = admin.aggregate(
                            List.of(
                                    new Document(
                                            "$currentOp", new Document("allUsers", false).append("idleSessions", true)),
                                    new Document(
                                            "$match",
                                            new Document("lsid.id", id)
                                                    .append("transaction", new Document("$exists", true)))),
                            BsonDocument.class)
                    .first();
            return found == null ? null : read(found);
        } catch (MongoException e) {
            // the transaction can do without, and says of itself if the server is gone
            refused = true;
            return null;
        }
    }

    /** What a document of {@code $currentOp} says; null if that is no time. */
    static Time read(BsonDocument operation) {
        BsonValue transaction = operation.get("transaction");
        if (transaction == null || !transaction.isDocument()) {
            return null;
        }
        BsonValue time = transaction.asDocument().get("readTimestamp");
        return time == null || !time.isTimestamp() ? null : Time.of(time.asTimestamp());
    }
}
