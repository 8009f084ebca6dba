package org.isolde.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Causal consistency where every transaction is a session of its own: the algorithms' cost grows with the sessions. */
final class SessionsBenchmark implements Benchmark {
    @Override
    public String run(Laboratory laboratory, Sizes sizes) throws IOException, InterruptedException {
        List<Group> groups = new ArrayList<>();
        for (int transactions : sizes.sessions()) {
            for (String store : sizes.stores()) {
                Path text = laboratory.data().ownSessions(laboratory.data().generated(store, transactions, "txt"));
                List<Command> checks = List.of(
                        laboratory.check("cc", text, "--level", "cc"),
                        laboratory.check("cc, saturation", text, "--level", "cc", "--algorithm", "saturation"));
                groups.add(Group.of(store, transactions, laboratory.floor(text), checks));
            }
        }
        laboratory.measure("sessions", groups);
        CheckTable table = new CheckTable();
        groups.forEach(table::add);
        return "### Many sessions\n\n"
                + "`isolde check --level cc`: the same workload, but every transaction is a session of its own.\n\n"
                + table;
    }
}
