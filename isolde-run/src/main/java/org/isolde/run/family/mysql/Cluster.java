package org.isolde.run.family.mysql;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** What makes nodes of one database out of several servers. */
public interface Cluster {
    /** One server is none. */
    Cluster NONE = new Cluster() {
        @Override
        public int size() {
            return 1;
        }

        @Override
        public List<String> options(int node) {
            return List.of();
        }

        @Override
        public List<String> command(int node, List<String> server) {
            return server;
        }

        @Override
        public String problem(Statement statement) {
            return null;
        }
    };

    /** How many servers there are. */
    int size();

    /** What a server is told, so that it is a node. */
    List<String> options(int node);

    /** The command that starts a node, and starts it again when it was killed. */
    List<String> command(int node, List<String> server);

    /** Asks a server that answers whether it is ready as a node: null if it is, else why not. */
    String problem(Statement statement) throws SQLException;
}
