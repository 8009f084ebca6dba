package org.isolde.flink.job;

import java.io.IOException;
import java.util.Arrays;

/** Runs the main class that is named first, in a process that ends with the one that has started it, however that ends. */
public final class ChildMain {
    private ChildMain() {}

    public static void main(String[] args) throws Exception {
        Thread pipe = new Thread(ChildMain::awaitEndOfPipe, "pipe");
        pipe.setDaemon(true);
        pipe.start();
        Class.forName(args[0]).getMethod("main", String[].class).invoke(null, (Object)
                Arrays.copyOfRange(args, 1, args.length));
    }

    private static void awaitEndOfPipe() {
        try {
            while (System.in.read() >= 0) {
                // nothing is ever sent
            }
        } catch (IOException e) {
            System.err.println("the pipe broke: " + e);
        }
        Runtime.getRuntime().halt(1);
    }
}
