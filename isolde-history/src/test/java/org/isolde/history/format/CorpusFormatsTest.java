package org.isolde.history.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.junit.jupiter.api.Test;

/** The corpus in all its formats; without a corpus there is nothing to check. */
class CorpusFormatsTest {
    /** Committed operations by place: sessions and values by first appearance, so that only the pattern is left. */
    private static String pattern(History history) {
        StringBuilder pattern = new StringBuilder();
        Map<String, Integer> values = new HashMap<>();
        for (int session = 0; session < history.sessions(); session++) {
            boolean any = false;
            for (int t = history.firstTransaction(session); t < history.firstTransaction(session + 1); t++) {
                if (!history.isCommitted(t)) {
                    continue;
                }
                pattern.append(any ? " | " : "\n");
                any = true;
                for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                    String name = history.keyName(history.key(op)) + "/" + history.valueName(history.value(op));
                    int value = history.value(op) == 0 ? 0 : values.computeIfAbsent(name, n -> values.size() + 1);
                    pattern.append(history.isWrite(op) ? " w" : " r").append(history.keyName(history.key(op)));
                    pattern.append('=').append(value);
                }
            }
        }
        return pattern.toString();
    }

    @Test
    void patternsAreTheSameInDbcopAsInPlume() throws IOException {
        for (Path folder : Corpus.list("tap/dbcop")) {
            String name = folder.getFileName().toString();
            History plume = Format.read(Corpus.path("tap/plume/" + name + ".txt"));
            assertEquals(pattern(plume), pattern(Format.read(folder)), name);
            assertEquals(pattern(plume), pattern(Format.read(folder.resolve("history.bincode"))), name);
        }
    }

    @Test
    void patternsAreTheSameInCobraAsInPlume() throws IOException {
        for (Path folder : Corpus.list("tap/cobra")) {
            String name = folder.getFileName().toString();
            History plume = Format.read(Corpus.path("tap/plume/" + name + ".txt"));
            History cobra = Format.read(folder);
            // the original lacks two of the three operations
            assertEquals(name.equals("tap-e") ? "\n w1=1" : pattern(plume), pattern(cobra), name);
        }
    }

    @Test
    void patternsAreTheSameInViperAsInPlume() throws IOException {
        for (Path folder : Corpus.list("tap/viper")) {
            String name = folder.getFileName().toString();
            if (Set.of("tap-a", "tap-b", "tap-c", "tap-d").contains(name)) {
                // empty in the original
                assertThrows(BadHistoryException.class, () -> Format.read(folder));
                assertThrows(BadHistoryException.class, () -> readAs(Format.VIPER, folder));
            } else {
                History plume = Format.read(Corpus.path("tap/plume/" + name + ".txt"));
                assertEquals(pattern(plume), pattern(Format.read(folder)), name);
            }
        }
    }

    private static History readAs(Format format, Path path) throws IOException {
        try (Source source = Source.of(path)) {
            return format.read(source);
        }
    }

    @Test
    void dgraphHistoryIsRead() throws IOException {
        Path folder = Corpus.path("bugs/dgraph");
        if (folder != null) {
            History history = Format.read(folder);
            assertEquals(10, history.sessions());
            assertEquals(800, history.transactions());
            assertFalse(history.allCommitted());
            assertFalse(history.hasRepeatedWrites());
        }
    }

    @Test
    void awditFixturesAreRead() throws IOException {
        Path fixtures = Corpus.path("awdit-fixtures");
        if (fixtures == null) {
            return;
        }
        try (Stream<Path> files = Files.walk(fixtures)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                try (Source source = Source.of(file)) {
                    assertEquals(Format.AWDIT_TEST, Format.recognise(source), file.toString());
                    History history = Format.AWDIT_TEST.read(source);
                    assertTrue(history.operations() > 0);
                    for (int op = 0; op < history.operations(); op++) {
                        assertTrue(history.writer(history.value(op)) > 0, file + " has a read from thin air");
                    }
                }
            }
        }
    }

    @Test
    void etcdLogsAreRead() throws IOException {
        for (Path file : Corpus.list("linearizability/etcd")) {
            try (Source source = Source.of(file)) {
                assertEquals(Format.PORCUPINE_ETCD, Format.recognise(source), file.toString());
                History history = Format.PORCUPINE_ETCD.read(source);
                assertEquals(1, history.keys(), file.toString());
                assertTrue(history.hasRealTime());
                assertTrue(history.transactions() > 50);
            }
        }
    }

    @Test
    void everyFileIsAHistoryOrAClearComplaint() throws IOException {
        Path corpus = Corpus.path(".");
        if (corpus == null) {
            return;
        }
        try (Stream<Path> all = Files.walk(corpus)) {
            for (Path path : all.toList()) {
                try {
                    Format.read(path);
                } catch (BadHistoryException e) {
                    assertTrue(e.file() != null, () -> "no file name: " + e.getMessage());
                }
            }
        }
    }
}
