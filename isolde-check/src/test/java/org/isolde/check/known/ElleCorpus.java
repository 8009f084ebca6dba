package org.isolde.check.known;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The recorded runs of Elle's own tests: one EDN map a line, with the history, the options that Elle was called with, and
 * what it answered.
 */
final class ElleCorpus {
    private ElleCorpus() {}

    /**
     * One run.
     *
     * @param name the test's name, and its number among those of the same name in the same workload
     * @param history the text of the history
     * @param models the consistency models that Elle was asked for
     * @param anomalies the anomalies that it was asked for beside those of the models
     * @param options the other options
     * @param valid its answer; null if it threw or did not know
     * @param found the anomalies that it found
     * @param broken the models that it says are broken
     */
    record Run(
            String name,
            String workload,
            String history,
            Set<String> models,
            Set<String> anomalies,
            Map<String, Object> options,
            Boolean valid,
            Set<String> found,
            Set<String> broken) {}

    /** The folder of the recorded runs, or null if it is not there. */
    static Path folder() {
        String corpus = System.getProperty("isolde.corpus");
        return corpus == null || !Files.isDirectory(Path.of(corpus, "elle")) ? null : Path.of(corpus, "elle");
    }

    /** All runs of a folder, in the order of its files. */
    static List<Run> read(Path folder) throws IOException {
        List<Run> runs = new ArrayList<>();
        Map<String, Integer> numbers = new LinkedHashMap<>();
        for (String file : List.of("elle-append-predicate-tests.edn", "elle-rw-register-tests.edn")) {
            for (String line : Files.readAllLines(folder.resolve(file))) {
                if (!line.isBlank()) {
                    runs.add(run(line, numbers));
                }
            }
        }
        return runs;
    }

    private static Run run(String line, Map<String, Integer> numbers) {
        Edn edn = new Edn(line);
        Map<?, ?> map = (Map<?, ?>) edn.value();
        String workload = String.valueOf(map.get(":workload")).substring(1);
        String test = (String) map.get(":test");
        int number = numbers.merge(workload + " " + test, 1, Integer::sum);
        Map<String, Object> options = new LinkedHashMap<>();
        ((Map<?, ?>) map.get(":opts")).forEach((name, value) -> options.put(String.valueOf(name), value));
        // without options Elle looks for strict serializability
        Set<String> models = options.containsKey(":consistency-models")
                ? keywords(options.remove(":consistency-models"))
                : Set.of("strict-serializable");
        Set<String> anomalies = keywords(options.remove(":anomalies"));
        Map<?, ?> result = (Map<?, ?>) map.get(":result");
        Set<String> broken = new LinkedHashSet<>(keywords(result.get(":not")));
        broken.addAll(keywords(result.get(":also-not")));
        return new Run(
                test + " #" + number,
                workload,
                edn.text(":history"),
                models,
                anomalies,
                options,
                result.get(":valid?") instanceof Boolean answer ? answer : null,
                keywords(result.get(":anomaly-types")),
                broken);
    }

    private static Set<String> keywords(Object list) {
        Set<String> names = new LinkedHashSet<>();
        if (list instanceof List<?> values) {
            values.forEach(value -> names.add(String.valueOf(value).substring(1)));
        }
        return names;
    }

    /** Enough EDN for these files: maps, lists (of any bracket), strings, numbers, keywords and symbols as their text. */
    private static final class Edn {
        private final String text;
        private int at;
        /** Where the values of the outermost map stand, by key. */
        private final Map<String, int[]> places = new LinkedHashMap<>();

        private int depth;

        Edn(String text) {
            this.text = text;
        }

        /** The text of a value of the outermost map. */
        String text(String key) {
            return text.substring(places.get(key)[0], places.get(key)[1]);
        }

        Object value() {
            skip();
            char c = text.charAt(at);
            if (c == '{') {
                return map();
            }
            if (c == '#' && text.charAt(at + 1) == '{') {
                at++;
                return list('}');
            }
            if (c == '[' || c == '(') {
                return list(c == '[' ? ']' : ')');
            }
            return c == '"' ? string() : atom();
        }

        private void skip() {
            while (at < text.length() && (Character.isWhitespace(text.charAt(at)) || text.charAt(at) == ',')) {
                at++;
            }
        }

        private boolean closes(char close) {
            skip();
            if (text.charAt(at) == close) {
                at++;
                return true;
            }
            return false;
        }

        private Map<String, Object> map() {
            Map<String, Object> map = new LinkedHashMap<>();
            at++;
            depth++;
            while (!closes('}')) {
                String key = String.valueOf(value());
                skip();
                int from = at;
                map.put(key, value());
                if (depth == 1) {
                    places.put(key, new int[] {from, at});
                }
            }
            depth--;
            return map;
        }

        private List<Object> list(char close) {
            List<Object> list = new ArrayList<>();
            at++;
            while (!closes(close)) {
                list.add(value());
            }
            return list;
        }

        private String string() {
            int from = ++at;
            while (text.charAt(at) != '"') {
                at += text.charAt(at) == '\\' ? 2 : 1;
            }
            return text.substring(from, at++);
        }

        private Object atom() {
            int from = at;
            while (at < text.length() && " ,\t{}[]()\"".indexOf(text.charAt(at)) < 0) {
                at++;
            }
            String atom = text.substring(from, at);
            return switch (atom) {
                case "true" -> true;
                case "false" -> false;
                case "nil" -> null;
                default -> atom;
            };
        }
    }
}
