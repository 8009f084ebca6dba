package org.isolde.app.monitor;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.isolde.history.History;
import org.isolde.history.format.Format;
import org.isolde.history.format.Json;
import org.isolde.history.format.Source;
import org.isolde.run.record.JsonTree;

/**
 * What a monitor found, as a history: of each violation the transactions that it names, with what is known of them, so that
 * it can be explained, drawn and minimized as any other.
 *
 * <p>A monitor forgets transactions when they are judged; what is left of them stands in its violations. Times are places in
 * an order that shows the violation, not the database's timestamps. Violations of which only a number is known, such as a
 * gap in a session, are left out.
 */
public final class ViolationHistory {
    /** The file in the folder of a monitor's state. */
    private static final String FILE = "violations.jsonl";

    /** More stories than these nobody reads. */
    private static final int MOST = 200;

    private final List<String> lines = new ArrayList<>();
    private final Map<String, Integer> names = new HashMap<>();
    private long time;

    private ViolationHistory() {}

    /** The violations of a monitor's state, if that is what a path leads to; else null. */
    public static Path find(Path place) {
        Path file = Files.isDirectory(place) ? place.resolve(FILE) : place;
        return file.endsWith(FILE) && Files.isRegularFile(file) ? file : null;
    }

    /** Reads the violations, the first of them if they are many. */
    public static History read(Path file) throws IOException {
        List<Map<String, Object>> violations = new ArrayList<>();
        try (Stream<String> all = Files.lines(file)) {
            for (String line : all.limit(MOST).toList()) {
                violations.add(JsonTree.object(line.getBytes(StandardCharsets.UTF_8)));
            }
        }
        ViolationHistory history = new ViolationHistory();
        history.lines.add("{\"isolde\":1,\"monitor\":" + Json.of(file.toString()) + "}");
        // what should have been the initial value has to come before anybody writes the key
        for (boolean initial : new boolean[] {true, false}) {
            for (Map<String, Object> violation : violations) {
                if (initial == (violation.get("kind").equals("EXT") && !violation.containsKey("other"))) {
                    history.add(violation);
                }
            }
        }
        byte[] text = (String.join("\n", history.lines) + "\n").getBytes(StandardCharsets.UTF_8);
        return Format.ISOLDE.read(Source.of(file.toString(), new ByteArrayInputStream(text)));
    }

    private void add(Map<String, Object> violation) {
        Object key = violation.get("key");
        Object seen = violation.get("seen");
        Object expected = violation.get("expected");
        time += 10;
        switch (String.valueOf(violation.get("kind"))) {
            case "EXT" -> {
                if (violation.get("other") instanceof Map<?, ?> other) {
                    writes(other, key, expected == null ? seen : expected);
                }
                transaction(violation, 5, 6, expected == null ? List.of("cas-failed", key, seen) : read(key, seen));
            }
            case "INT" -> transaction(violation, 5, 6, List.of("w", key, name(expected, "a value")), read(key, seen));
            case "NOCONFLICT" -> {
                transaction((Map<?, ?>) violation.get("other"), 1, 3, written(key, violation.get("other")));
                transaction(violation, 2, 4, written(key, violation));
            }
            case "SAME_COMMIT" -> {
                transaction((Map<?, ?>) violation.get("other"), 1, 4, written(key, violation.get("other")));
                transaction(violation, 2, 4, written(key, violation));
            }
            case "SESSION" -> {
                if (expected != null) {
                    transaction((Map<?, ?>) violation.get("other"), 1, 3);
                    transaction(violation, 2, 4);
                }
            }
            case "START_AFTER_COMMIT" -> transaction(violation, 4, 2);
            default -> time -= 10;
        }
    }

    /** The writer of what should have been seen; of a list, the last element is its own. */
    private void writes(Map<?, ?> writer, Object key, Object value) {
        if (value instanceof List<?> list) {
            List<List<Object>> appends = new ArrayList<>();
            list.forEach(element -> appends.add(List.of("append", key, element)));
            transaction(writer, 1, 2, appends.toArray(new List<?>[0]));
        } else {
            transaction(writer, 1, 2, List.of("w", key, name(value, "a value")));
        }
    }

    private static List<Object> read(Object key, Object seen) {
        List<Object> operation = new ArrayList<>(List.of("r", key));
        operation.add(seen);
        return operation;
    }

    /** A write of which nobody has kept the value. */
    private List<Object> written(Object key, Object transaction) {
        Map<?, ?> by = (Map<?, ?>) transaction;
        return List.of("w", key, "by " + by.get("session") + ":" + by.get("seq") + " at " + time);
    }

    private static Object name(Object value, String otherwise) {
        return value == null ? otherwise : value;
    }

    private void transaction(Map<?, ?> transaction, int start, int commit, List<?>... operations) {
        String name = transaction.get("session") + ":" + transaction.get("seq");
        int uses = names.merge(name, 1, Integer::sum);
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("session", transaction.get("session"));
        line.put("id", uses == 1 ? name : name + " again, " + uses);
        line.put("ops", List.of(operations));
        line.put("start", time + start);
        line.put("commit", time + commit);
        lines.add(Json.of(line));
    }
}
