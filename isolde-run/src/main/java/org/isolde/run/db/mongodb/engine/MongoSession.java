package org.isolde.run.db.mongodb.engine;

import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.TransactionOptions;
import com.mongodb.WriteConcern;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import java.util.List;
import org.bson.Document;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Session;

/**
 * Transactions of MongoDB: reads from a snapshot, and a commit that a majority has.
 *
 * <p>Invariant: a session is causally consistent, so that a transaction starts behind what the one before it did.
 */
final class MongoSession implements Session {
    private static final long[] EMPTY = {};
    private static final TransactionOptions OPTIONS = TransactionOptions.builder()
            .readConcern(ReadConcern.SNAPSHOT)
            .writeConcern(WriteConcern.MAJORITY)
            .readPreference(ReadPreference.primary())
            .build();

    private final List<MongoCollection<Document>> collections;
    private final RunningDatabase.Tables tables;
    private final ClientSession session;
    private final SnapshotTime snapshotTime;
    /** Null where a commit does not tell its time. */
    private final RepeatedCommits repeated;

    private boolean wrote;
    private Timestamps timestamps;

    MongoSession(
            MongoClient client,
            List<MongoCollection<Document>> collections,
            RunningDatabase.Tables tables,
            RepeatedCommits repeated) {
        this.collections = collections;
        this.tables = tables;
        this.repeated = repeated;
        this.session = client.startSession();
        this.snapshotTime = new SnapshotTime(client, session);
    }

    @Override
    public void begin() {
        wrote = false;
        timestamps = null;
        session.startTransaction(OPTIONS);
    }

    private MongoCollection<Document> collection(long key) {
        return collections.get(tables.of(key));
    }

    private Document find(long key) {
        return collection(key).find(session, Filters.eq(key)).first();
    }

    @Override
    public long read(long key) {
        Document found = find(key);
        return found == null ? ABSENT : found.getLong("v");
    }

    @Override
    public void write(long key, long value, WriteStyle style) {
        wrote = true;
        if (style == WriteStyle.INSERT) {
            collection(key).insertOne(session, new Document("_id", key).append("v", value));
        } else {
            collection(key)
                    .updateOne(session, Filters.eq(key), Updates.set("v", value), new UpdateOptions().upsert(true));
        }
    }

    @Override
    public long[] readList(long key) {
        Document found = find(key);
        return found == null
                ? EMPTY
                : found.getList("v", Long.class).stream()
                        .mapToLong(Long::longValue)
                        .toArray();
    }

    @Override
    public void append(long key, long element, WriteStyle style) {
        wrote = true;
        collection(key)
                .updateOne(session, Filters.eq(key), Updates.push("v", element), new UpdateOptions().upsert(true));
    }

    @Override
    public boolean compareAndSet(long key, long expected, long value) {
        throw new UnsupportedOperationException("mongodb is tested by transactions, and not by compare-and-set");
    }

    @Override
    public void commit() {
        SnapshotTime.Time start = repeated == null ? null : snapshotTime.ask();
        if (repeated != null) {
            repeated.begin();
        }
        session.commitTransaction();
        if (start != null && !wrote) {
            timestamps = start.until(start);
        } else if (start != null && !repeated.hasFailed()) {
            // the answer to a commit that wrote has the time of its entry in the log
            SnapshotTime.Time commit = SnapshotTime.Time.of(session.getOperationTime());
            timestamps = commit == null ? null : start.until(commit);
        }
    }

    @Override
    public void rollback() {
        if (session.hasActiveTransaction()) {
            session.abortTransaction();
        }
    }

    @Override
    public Failure classify(Exception problem, boolean committing) {
        return MongoFailures.classify(problem, committing);
    }

    /** Cluster time: a snapshot of time t has just the commits of times up to t. */
    @Override
    public Timestamps timestamps() {
        return timestamps;
    }

    @Override
    public void close() {
        session.close();
    }
}
