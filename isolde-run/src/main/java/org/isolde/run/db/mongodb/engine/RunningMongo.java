package org.isolde.run.db.mongodb.engine;

import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.bson.Document;
import org.isolde.run.DatabaseException;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Session;
import org.isolde.run.SessionOptions;

/** A MongoDB that is running. A table is a collection, and a row a document with the key as {@code _id} and the value {@code v}. */
final class RunningMongo implements RunningDatabase {
    private final MongoClient client;
    private final MongoDatabase database;
    private final boolean router;
    private final RepeatedCommits repeated;
    private final String version;
    /** Others use the database too: no collection of theirs has such a name, and nothing else is dropped. */
    private final String suffix = "_" + UUID.randomUUID().toString().substring(0, 8);

    private final Set<String> made = new LinkedHashSet<>();

    /**
     * @param router whether it is the way into a sharded cluster
     */
    RunningMongo(MongoClient client, String database, boolean router, RepeatedCommits repeated) {
        this.client = client;
        this.database = client.getDatabase(database).withWriteConcern(WriteConcern.MAJORITY);
        this.router = router;
        this.repeated = repeated;
        this.version = "MongoDB "
                + client.getDatabase("admin")
                        .runCommand(new Document("buildInfo", 1))
                        .getString("version")
                + (router ? ", sharded" : ", replica set");
    }

    @Override
    public String version() {
        return version;
    }

    /** Made beforehand: a transaction that makes a collection has troubles of its own. */
    @Override
    public void createTables(Tables tables) throws DatabaseException {
        if (tables.secondaryIndex()) {
            throw new DatabaseException("mongodb is tested without secondary indexes; leave that option out");
        }
        for (int table = 0; table < tables.count(); table++) {
            if (!made.add(collection(table))) {
                database.getCollection(collection(table)).drop();
            }
            database.createCollection(collection(table));
        }
    }

    @Override
    public Session session(SessionOptions options) {
        List<MongoCollection<Document>> collections = new ArrayList<>();
        for (int table = 0; table < options.tables().count(); table++) {
            collections.add(database.getCollection(collection(table)));
        }
        return new MongoSession(client, collections, options.tables(), router ? null : repeated);
    }

    private String collection(int table) {
        return "isolde_run_" + table + suffix;
    }

    @Override
    public void close() {
        try {
            made.forEach(collection -> database.getCollection(collection).drop());
        } finally {
            client.close();
        }
    }
}
