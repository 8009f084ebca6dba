package org.isolde.run.db.galera;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.isolde.run.DatabaseException;
import org.isolde.run.family.mysql.Cluster;
import org.isolde.run.family.mysql.MariadbPrograms;
import org.isolde.run.server.FreePorts;

/** How servers of MariaDB become one cluster of Galera, all on the loopback address. */
final class GaleraCluster implements Cluster {
    private static final String LOOPBACK = "127.0.0.1:";

    private static final List<String> LIBRARIES = List.of(
            "/usr/lib/galera/libgalera_smm.so",
            "/usr/lib64/galera-4/libgalera_smm.so",
            "/usr/lib64/galera/libgalera_smm.so",
            "/usr/lib/libgalera_smm.so");

    private final Path library;
    private final List<Node> nodes;

    /** Ports for messages, for missed transactions, and for a copy of all data. */
    private record Node(int group, int incremental, int snapshot) {}

    private GaleraCluster(Path library, List<Node> nodes) {
        this.library = library;
        this.nodes = nodes;
    }

    /** A cluster of so many nodes, with the library that the system has installed. */
    static GaleraCluster of(int size) throws DatabaseException {
        Path library = library();
        try {
            List<Node> nodes = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                nodes.add(new Node(FreePorts.next(), FreePorts.next(), FreePorts.next()));
            }
            return new GaleraCluster(library, nodes);
        } catch (IOException e) {
            throw new DatabaseException("can't start Galera: " + e.getMessage(), e);
        }
    }

    private static Path library() throws DatabaseException {
        if (MariadbPrograms.find("mariadbd") == null || MariadbPrograms.find("rsync") == null) {
            throw notInstalled();
        }
        return LIBRARIES.stream()
                .map(Path::of)
                .filter(Files::isReadable)
                .findFirst()
                .orElseThrow(GaleraCluster::notInstalled);
    }

    private static DatabaseException notInstalled() {
        return new DatabaseException("a Galera cluster needs MariaDB, Galera and rsync installed"
                + " (Debian, Ubuntu: apt-get install mariadb-server galera-4 rsync)");
    }

    @Override
    public int size() {
        return nodes.size();
    }

    @Override
    public List<String> options(int number) {
        Node node = nodes.get(number);
        String all = nodes.stream().map(each -> LOOPBACK + each.group()).collect(Collectors.joining(","));
        return List.of(
                "--binlog-format=ROW",
                "--innodb-autoinc-lock-mode=2",
                "--wsrep-on=ON",
                "--wsrep-provider=" + library,
                "--wsrep-cluster-name=isolde-" + nodes.get(0).group(),
                "--wsrep-cluster-address=gcomm://" + all,
                "--wsrep-node-name=node" + (number + 1),
                "--wsrep-node-address=" + LOOPBACK + node.group(),
                "--wsrep-sst-method=rsync",
                "--wsrep-sst-receive-address=" + LOOPBACK + node.snapshot(),
                // A node that was killed shall not form a cluster of its own from what it remembers.
                "--wsrep-provider-options=gmcast.listen_addr=tcp://" + LOOPBACK + node.group() + ";ist.recv_addr="
                        + LOOPBACK + node.incremental() + ";gcache.size=16M;pc.recovery=false");
    }

    /**
     * The first node makes the cluster when it starts for the first time; later it joins the others. A node that starts
     * again looks up how far it was, so that it is sent what it missed and not all the data.
     */
    @Override
    public List<String> command(int number, List<String> server) {
        String script = """
                if [ -e begun ]; then
                  "$@" --wsrep-recover > recovery.log 2>&1
                  position=$(sed -n 's/.*WSREP: Recovered position: *//p' recovery.log | tail -n 1)
                  exec "$@" ${position:+"--wsrep-start-position=$position"}
                fi
                : > begun && exec "$@" $0
                """;
        List<String> node = new ArrayList<>(List.of("sh", "-c", script, number == 0 ? "--wsrep-new-cluster" : ""));
        node.addAll(server);
        return node;
    }

    @Override
    public String problem(Statement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery("show status like 'wsrep_ready'")) {
            return rows.next() && rows.getString(2).equals("ON") ? null : "it has not joined the cluster yet";
        }
    }
}
