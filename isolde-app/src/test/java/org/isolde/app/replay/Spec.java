package org.isolde.app.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A spec of isolationtester, read by its documented grammar: comments, then setup and teardown blocks, sessions with
 * steps, permutations. Anything else fails the test.
 */
final class Spec {
    private static final Pattern TOKEN = Pattern.compile(
            "\\s+|#[^\\n]*|\\{([^{}]*)\\}|\"([^\"\\n]+)\"|(setup|teardown|session|step|permutation)\\b");

    final List<String> setup = new ArrayList<>();
    final List<String> teardown = new ArrayList<>();
    /** The session of each step. */
    final Map<String, String> sessions = new LinkedHashMap<>();

    final Map<String, String> steps = new LinkedHashMap<>();
    final List<String> permutation = new ArrayList<>();

    static Spec parse(String text) {
        Spec spec = new Spec();
        Matcher matcher = TOKEN.matcher(text);
        String word = "";
        String name = null;
        String session = null;
        int at = 0;
        while (at < text.length()) {
            assertTrue(matcher.find(at) && matcher.start() == at, "not of the grammar: " + text.substring(at));
            at = matcher.end();
            if (matcher.group(3) != null) {
                word = matcher.group(3);
                name = null;
            } else if (matcher.group(2) != null) {
                name = matcher.group(2);
                if (word.equals("session")) {
                    session = name;
                } else if (word.equals("permutation")) {
                    assertTrue(spec.steps.containsKey(name), name + " is no step");
                    spec.permutation.add(name);
                }
            } else if (matcher.group(1) != null) {
                spec.block(word, session, name, matcher.group(1).strip());
            }
        }
        assertEquals(spec.steps.size(), spec.permutation.size(), "every step is taken once");
        return spec;
    }

    private void block(String word, String session, String name, String sql) {
        switch (word) {
            case "setup" -> setup.add(sql);
            case "teardown" -> teardown.add(sql);
            case "step" -> {
                assertTrue(session != null && name != null, "a step without session or name");
                assertNull(steps.put(name, sql), name + " stands twice");
                sessions.put(name, session);
            }
            default -> throw new AssertionError("a block behind '" + word + "'");
        }
    }
}
