package org.isolde.run.db.mongodb;

import java.util.List;
import java.util.Set;
import org.isolde.history.Level;
import org.isolde.run.Ability;
import org.isolde.run.Access;
import org.isolde.run.Database;
import org.isolde.run.DatabaseException;
import org.isolde.run.Handling;
import org.isolde.run.Harmless;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Target;
import org.isolde.run.artifact.AdapterLoader;
import org.isolde.run.artifact.ArtifactStore;

/** MongoDB by its URL: a replica set or a sharded cluster, for its transactions of several documents. */
public final class MongoDatabase implements Database {
    private static final String EXAMPLE = "mongodb://host:27017/?replicaSet=rs0";

    @Override
    public String name() {
        return "mongodb";
    }

    @Override
    public List<String> aliases() {
        return List.of("mongo");
    }

    @Override
    public String summary() {
        return "MongoDB by its URL, " + EXAMPLE
                + ": a replica set or a cluster; its driver is fetched on first use (3 MB)";
    }

    @Override
    public Handling handling() {
        return new Handling("findOneAndUpdate, which writes to what it reads", "the label TransientTransactionError");
    }

    @Override
    public List<Isolation> isolations(Target target) {
        return List.of(new Isolation(
                Isolation.SNAPSHOT,
                Level.SI,
                "transactions with read concern snapshot and write concern majority, in causally consistent sessions"));
    }

    @Override
    public Set<Ability> abilities() {
        return Set.of(Ability.REGISTERS, Ability.LISTS);
    }

    /** Cluster time. */
    @Override
    public boolean hasTimestamps(Target target, Isolation isolation) {
        return true;
    }

    /** It can't be started where this project is tested. */
    @Override
    public boolean verified() {
        return false;
    }

    @Override
    public Harmless harmless() {
        return Harmless.settings(
                        "authSource",
                        "connectTimeoutMS",
                        "directConnection",
                        "readPreference",
                        "replicaSet",
                        "retryWrites",
                        "serverSelectionTimeoutMS",
                        "socketTimeoutMS",
                        "ssl",
                        "tls",
                        "w")
                .withUrl("mongodb(?:\\+srv)?://" + Harmless.HOSTS);
    }

    @Override
    public RunningDatabase open(Target target, Access access) throws DatabaseException {
        if (target.url() == null) {
            throw new DatabaseException(
                    "mongodb is not started by Isolde; name one that is running, as in --db " + EXAMPLE);
        }
        Driver driver = AdapterLoader.load(
                Driver.class,
                "org.isolde.run.db.mongodb.engine.MongoDriver",
                ArtifactStore.ofUser().fetchAll("mongodb-driver", access.progress()));
        return driver.open(target.url(), access.user(), access.password());
    }

    /** What the classes that link to the driver's jars offer. */
    public interface Driver {
        /** Connects; user and password are null if the URL says it all. */
        RunningDatabase open(String url, String user, String password) throws DatabaseException;
    }
}
