package org.isolde.app.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isolde.history.History;

/** Histories as {@code isolde test} records them, made by hand. */
final class Recorded {
    /** Both read x = 1 and overwrite it. */
    static final String[] LOST_UPDATE = {
        transaction(0, "[\"w\",1,1]", 0, 10),
        transaction(1, "[\"r\",1,1],[\"w\",1,2]", 20, 40),
        transaction(2, "[\"r\",1,1],[\"w\",1,3]", 21, 41)
    };

    /** Each reads what the other writes. */
    static final String[] WRITE_SKEW = {
        transaction(0, "[\"w\",1,1],[\"w\",2,2]", 0, 10),
        transaction(1, "[\"r\",1,1],[\"w\",2,3]", 20, 40),
        transaction(2, "[\"r\",2,2],[\"w\",1,4]", 21, 41)
    };

    /**
     * A lost update of H2 at serializable as it was recorded: what a prepared query returned last is returned again after
     * a rollback. The update of session 4 is lost; the attempt that was aborted is no part of what proves that.
     */
    static final String[] H2_STALE_RESULT = {
        transaction(0, "[\"w\",1,1],[\"w\",2,2]", 0, 100),
        transaction(4, "[\"r\",1,1],[\"w\",1,3]", 200, 360),
        aborted(0, "[\"r\",2,2],[\"r\",1,1],[\"w\",1,4]", 320, 420),
        transaction(0, "[\"r\",1,1],[\"r\",2,2],[\"w\",1,5]", 430, 550)
    };

    private Recorded() {}

    static String transaction(int session, String operations, long begin, long end) {
        return "{\"session\":" + session + ",\"ops\":[" + operations + "],\"begin\":" + begin + ",\"end\":" + end + "}";
    }

    static String aborted(int session, String operations, long begin, long end) {
        return transaction(session, operations, begin, end)
                .replace("\"ops\":", "\"status\":\"aborted\",\"reason\":\"serialization failure (40001)\",\"ops\":");
    }

    static String header(String target, String isolation, String level) {
        return "{\"isolde\":1,\"live\":true,\"database\":\"" + target + "\",\"target\":\"" + target
                + "\",\"isolation\":\"" + isolation + "\",\"levels\":[\"" + level
                + "\"],\"workloadOptions\":{\"sessions\":8},\"tables\":3,\"retries\":3,\"statements\":\"mixed\"}";
    }

    /** A run folder with one history. */
    static Path run(Path folder, String header, String... transactions) throws IOException {
        Path run = Files.createTempDirectory(folder, "run");
        String closed = "{\"closed\":{\"transactions\":" + transactions.length + "}}";
        Files.writeString(
                run.resolve("history.jsonl"), header + "\n" + String.join("\n", transactions) + "\n" + closed + "\n");
        return run;
    }

    static History history(Path folder, String header, String... transactions) throws IOException {
        return History.read(run(folder, header, transactions).resolve("history.jsonl"));
    }

    /** A history whose origin doesn't matter. */
    static Excerpt excerpt(Path folder, String... transactions) throws IOException {
        return Excerpt.of(history(folder, header("h2", "serializable", "ser"), transactions));
    }

    /** The place of an operation, by its words, and the session that asks for it. */
    static int place(Excerpt excerpt, List<Step> order, int session, String request) {
        for (int i = 0; i < order.size(); i++) {
            if (excerpt.request(order.get(i)).equals(request)
                    && excerpt.client(order.get(i)).number() == session) {
                return i;
            }
        }
        throw new AssertionError("no step '" + request + "' of session " + session);
    }
}
