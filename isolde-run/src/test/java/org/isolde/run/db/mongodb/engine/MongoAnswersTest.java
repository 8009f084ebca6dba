package org.isolde.run.db.mongodb.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.mongodb.MongoException;
import com.mongodb.MongoSocketReadException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.ServerAddress;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.isolde.run.Session.Failure.Kind;
import org.isolde.run.Session.Timestamps;
import org.junit.jupiter.api.Test;

/** What MongoDB answers, as its documentation has it. */
class MongoAnswersTest {
    private static SnapshotTime.Time read(String json) {
        return SnapshotTime.read(BsonDocument.parse(json));
    }

    @Test
    void theSnapshotHasATimeOfSecondsAndACounter() {
        SnapshotTime.Time start = read("""
                {"type": "idleSession", "desc": "inactive transaction", "active": false,
                 "lsid": {"id": {"$uuid": "11c37d72-c43e-40a8-8ab5-7f4bdb2c1c51"}},
                 "transaction": {
                   "parameters": {"txnNumber": {"$numberLong": "3"}, "autocommit": false,
                                  "readConcern": {"level": "snapshot"}},
                   "readTimestamp": {"$timestamp": {"t": 1536684100, "i": 7}},
                   "timeOpenMicros": {"$numberLong": "129"}}}""");
        assertEquals(new SnapshotTime.Time(1536684100, 7), start);
        assertEquals(
                new Timestamps(1536684100, 7, 4_000_000_000L, 4_000_000_001L),
                start.until(SnapshotTime.Time.of(new BsonTimestamp((int) 4_000_000_000L, (int) 4_000_000_001L))),
                "both parts have no sign");
    }

    @Test
    void zeroAndNothingAreNoTimes() {
        assertNull(read("{\"transaction\": {\"readTimestamp\": {\"$timestamp\": {\"t\": 0, \"i\": 0}}}}"));
        assertNull(read("{\"transaction\": {\"readTimestamp\": \"now\"}}"));
        assertNull(read("{\"transaction\": {}}"));
        assertNull(read("{\"transaction\": 3}"));
        assertNull(read("{}"));
        assertNull(SnapshotTime.Time.of(null));
    }

    @Test
    void labelsSayWhatBecameOfATransaction() {
        MongoException conflict = new MongoException(112, "WriteConflict");
        assertEquals(Kind.FATAL, MongoFailures.classify(conflict, false).kind());
        conflict.addLabel(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL);
        assertEquals(Kind.ABORTED, MongoFailures.classify(conflict, false).kind());
        assertEquals(Kind.ABORTED, MongoFailures.classify(conflict, true).kind());
        conflict.addLabel(MongoException.UNKNOWN_TRANSACTION_COMMIT_RESULT_LABEL);
        assertEquals(Kind.UNKNOWN, MongoFailures.classify(conflict, true).kind());
        assertEquals(
                Kind.ABORTED,
                MongoFailures.classify(new MongoException(11000, "duplicate key"), false)
                        .kind());
    }

    @Test
    void aLostAnswerToACommitLeavesItUnknown() {
        MongoException lost = new MongoSocketReadException("reset", new ServerAddress("h"));
        assertEquals(Kind.DISCONNECTED, MongoFailures.classify(lost, false).kind());
        assertEquals(Kind.UNKNOWN, MongoFailures.classify(lost, true).kind());
        assertEquals(
                Kind.UNKNOWN,
                MongoFailures.classify(new MongoTimeoutException("nobody there"), true)
                        .kind());
        assertEquals(
                "MongoException (8000) ",
                MongoFailures.classify(new MongoException(8000, "user me, password hunter2"), false)
                                .reason()
                        + " ",
                "no data or secrets");
        assertEquals(
                Kind.FATAL,
                MongoFailures.classify(new IllegalStateException(), true).kind());
    }
}
