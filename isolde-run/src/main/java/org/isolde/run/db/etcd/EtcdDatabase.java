package org.isolde.run.db.etcd;

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
import org.isolde.run.server.Programs;

/** etcd, of one node or three, from the program that is installed. */
public final class EtcdDatabase implements Database {
    @Override
    public String name() {
        return "etcd";
    }

    @Override
    public String summary() {
        return "etcd 3.4 or newer, one node or three; needs the program etcd (Debian: etcd-server)";
    }

    /** etcd promises strict serializability of single requests; the rest is how the session compares. */
    @Override
    public Handling handling() {
        return new Handling(
                "a comparison of the revision that was read, in the If of the transaction",
                "a transaction whose If did not hold");
    }

    @Override
    public List<Isolation> isolations(Target target) {
        return List.of(
                new Isolation(
                        Isolation.SNAPSHOT,
                        Level.SI,
                        "reads of one revision; commit compares the revisions of the keys that it writes"),
                new Isolation(
                        Isolation.SERIALIZABLE,
                        Level.SSER,
                        "reads of one revision; commit compares the revisions of all keys that were read; strict,"
                                + " because the first read is linearizable and commit is one request"));
    }

    @Override
    public Set<Ability> abilities() {
        return Set.of(Ability.REGISTERS, Ability.LISTS, Ability.COMPARE_AND_SET, Ability.ROWS);
    }

    /** Revisions. */
    @Override
    public boolean hasTimestamps(Target target, Isolation isolation) {
        return true;
    }

    @Override
    public List<String> options() {
        return List.of("nodes=1|3  how many nodes to start; 1 is the default");
    }

    @Override
    public Harmless harmless() {
        return Harmless.settings("nodes");
    }

    @Override
    public RunningDatabase open(Target target, Access access) throws DatabaseException {
        String nodes = target.option("nodes", "1");
        if (!nodes.equals("1") && !nodes.equals("3")) {
            throw new DatabaseException("etcd can't be started with nodes=" + nodes + "; use nodes=1 or nodes=3");
        }
        if (target.version() != null) {
            throw new DatabaseException("etcd is started as it is installed; say etcd without a version");
        }
        Programs.require("etcd", "etcd-server");
        access.progress().at("starting etcd", -1);
        return RunningEtcd.start(Integer.parseInt(nodes));
    }
}
