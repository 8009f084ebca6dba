package org.isolde.run.db.mongodb.engine;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCredential;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.isolde.run.DatabaseException;
import org.isolde.run.Redaction;
import org.isolde.run.RunningDatabase;
import org.isolde.run.db.mongodb.MongoDatabase;

/** The way into MongoDB's driver; made by name, in a class loader that has its jars. */
public final class MongoDriver implements MongoDatabase.Driver {
    private static final int PATIENCE_SECONDS = 10;

    /** A server that does not answer for so long is given up; what was asked of it may have happened. */
    private static final int ANSWER_SECONDS = 30;

    private static final String DATABASE = "isolde";

    @Override
    public RunningDatabase open(String url, String user, String password) throws DatabaseException {
        RepeatedCommits repeated = new RepeatedCommits();
        MongoClient client;
        String database;
        try {
            ConnectionString connection = new ConnectionString(url);
            database = connection.getDatabase() == null ? DATABASE : connection.getDatabase();
            MongoClientSettings.Builder settings = MongoClientSettings.builder()
                    .applyToClusterSettings(
                            cluster -> cluster.serverSelectionTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .applyToSocketSettings(socket -> socket.readTimeout(ANSWER_SECONDS, TimeUnit.SECONDS))
                    // what the URL says of these counts
                    .applyConnectionString(connection)
                    .addCommandListener(repeated);
            if (user != null) {
                settings.credential(MongoCredential.createCredential(
                        user, "admin", password == null ? new char[0] : password.toCharArray()));
            }
            client = MongoClients.create(settings.build());
        } catch (IllegalArgumentException | MongoException e) {
            throw new DatabaseException(
                    Redaction.url(url) + " is no URL for MongoDB's driver: "
                            + Redaction.of(url, password).text(e.getMessage())
                            + "; write mongodb://host:27017/?replicaSet=rs0",
                    e);
        }
        try {
            Document hello = client.getDatabase("admin").runCommand(new Document("hello", 1));
            boolean router = "isdbgrid".equals(hello.getString("msg"));
            if (!router && hello.getString("setName") == null) {
                throw new DatabaseException(
                        Redaction.url(url) + " is a single server, which has no transactions; make it"
                                + " a replica set of one (mongod --replSet rs0, then rs.initiate())");
            }
            return new RunningMongo(client, database, router, repeated);
        } catch (MongoException e) {
            client.close();
            throw new DatabaseException(
                    "can't connect to " + Redaction.url(url) + ": "
                            + Redaction.of(url, password).text(e.getMessage())
                            + "; is it running, are host and port right, and user and password?",
                    e);
        } catch (DatabaseException e) {
            client.close();
            throw e;
        }
    }
}
