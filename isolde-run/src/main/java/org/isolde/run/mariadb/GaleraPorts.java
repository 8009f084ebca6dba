package org.isolde.run.mariadb;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.isolde.run.server.FreePorts;

/** Where the nodes of one cluster of Galera talk to each other, all on the loopback address. */
final class GaleraPorts {
    private static final String LOOPBACK = "127.0.0.1:";

    private final List<Node> nodes;

    /** Ports for messages, for missed transactions, and for a copy of all data. */
    private record Node(int group, int incremental, int snapshot) {}

    private GaleraPorts(List<Node> nodes) {
        this.nodes = nodes;
    }

    static GaleraPorts find(int size) throws IOException {
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            nodes.add(new Node(FreePorts.next(), FreePorts.next(), FreePorts.next()));
        }
        return new GaleraPorts(nodes);
    }

    /** The options that make a server a node of the cluster. */
    List<String> options(int number, Path library) {
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
}
