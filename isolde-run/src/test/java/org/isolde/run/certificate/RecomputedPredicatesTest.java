package org.isolde.run.certificate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.isolde.history.History;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What tells right certificates from wrong ones does so: small cases by hand. */
class RecomputedPredicatesTest {
    private static final String HEAD = """
            {"isolde":1}
            {"session":0,"ops":[["w","t/1",1,{"a":1}],["w","t/2",1,{"a":5}]],"number":1}
            {"session":1,"ops":[["rp","t","a < 3",[["t/1",1]]],["w","t/1",2,{"a":4}]],"number":2,"snapshot":{"upto":1}}
            """;
    private static final String TAIL = """
            {"versions":{"key":"t/1","order":[1,2]}}
            {"versions":{"key":"t/2","order":[1]}}
            """;

    @TempDir
    private Path folder;

    /** Committed writes that no version order names. */
    static long versionsWithoutPlace(History history) {
        Set<Integer> named = new HashSet<>();
        for (int chain = 0; chain < history.versionChains(); chain++) {
            Arrays.stream(history.versionChain(chain)).forEach(named::add);
        }
        long missing = 0;
        for (int op = 0; op < history.operations(); op++) {
            if (history.isWrite(op)
                    && history.isCommitted(history.transactionOf(op))
                    && !named.contains(history.value(op))) {
                missing++;
            }
        }
        return missing;
    }

    private int differences(String line) throws Exception {
        Path file = Files.writeString(folder.resolve("history-" + System.nanoTime() + ".jsonl"), HEAD + line + TAIL);
        return RecomputedPredicates.of(History.read(file)).differences().size();
    }

    @Test
    void snapshotsOwnWritesAndRowsBesideDecide() throws Exception {
        assertEquals(
                0,
                differences("{\"session\":2,\"ops\":[[\"rp\",\"t\",\"a >= 4\",[[\"t/1\",2],[\"t/2\",1]]]],"
                        + "\"snapshot\":{\"upto\":2}}\n"));
        assertEquals(
                0,
                differences("{\"session\":2,\"ops\":[[\"rp\",\"t\",\"a >= 4\",[[\"t/2\",1]]]],"
                        + "\"snapshot\":{\"upto\":2,\"but\":[2]}}\n"));
        assertEquals(
                1,
                differences("{\"session\":2,\"ops\":[[\"rp\",\"t\",\"a >= 4\",[[\"t/2\",1]]]],"
                        + "\"snapshot\":{\"upto\":2}}\n"));
        assertEquals(
                0,
                differences("{\"session\":2,\"ops\":[[\"rp\",\"t\",\"a >= 4\",[[\"t/1\",2],[\"t/2\",1]],"
                        + "{\"snapshot\":{\"upto\":1},\"sees\":[[\"t/1\",2]]}]]}\n"));
        assertEquals(
                1,
                differences("{\"session\":2,\"ops\":[[\"rp\",\"t\",\"a >= 4\",{\"count\":1}]],"
                        + "\"snapshot\":{\"upto\":2}}\n"));
        assertEquals(
                0,
                differences("{\"session\":2,\"ops\":[[\"d\",\"t/2\",9],[\"rp\",\"t\",\"a >= 4\",{\"max(a)\":4}]],"
                        + "\"number\":3,\"status\":\"aborted\",\"snapshot\":{\"upto\":2}}\n"));
    }
}
