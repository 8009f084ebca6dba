package org.isolde.flink.job;

import java.io.IOException;
import org.isolde.check.Conclusion;

/** The door of {@code isolde cluster}: a job on a cluster in this process, which ends with the process that has started it. */
public final class EmbeddedMain {
    private static final int BAD = 2;

    private EmbeddedMain() {}

    public static void main(String[] args) {
        Thread pipe = new Thread(EmbeddedMain::awaitEndOfPipe, "isolde-cluster-pipe");
        pipe.setDaemon(true);
        pipe.start();
        int code = Main.run(args, (plan, output) -> {
            try (EmbeddedCluster cluster = new EmbeddedCluster(plan)) {
                Conclusion conclusion = cluster.run(output);
                cluster.ends(Main.code(conclusion));
                return conclusion;
            }
        });
        System.out.flush();
        // threads of Flink may still be about
        Runtime.getRuntime().halt(code);
    }

    /** Nothing is ever sent; when the pipe ends, so has whoever held it. */
    private static void awaitEndOfPipe() {
        try {
            while (System.in.read() >= 0) {
                // not for us
            }
        } catch (IOException e) {
            // it is as good as ended
        }
        System.exit(BAD);
    }
}
