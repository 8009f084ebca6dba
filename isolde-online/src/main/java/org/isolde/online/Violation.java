package org.isolde.online;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.isolde.history.format.Json;
import org.isolde.online.aion.LiveFinding;

/**
 * A violation that is final, with its running number.
 *
 * @param number from 1, without gaps
 * @param finding what was found
 * @param wallMillis when the monitor had heard enough to know; milliseconds since 1970
 */
public record Violation(long number, LiveFinding finding, long wallMillis) {
    /** The line of violations.jsonl, without the line feed. It depends on the journal alone. */
    public String json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("n", number);
        describe(finding, json);
        json.put("time", Instant.ofEpochMilli(wallMillis).toString());
        json.put("uptime", finding.uptimeNanos() / 1e9);
        return Json.of(json);
    }

    /** The same of a finding that has no running number, and whose time nobody took. */
    public static String json(LiveFinding finding) {
        Map<String, Object> json = new LinkedHashMap<>();
        describe(finding, json);
        return Json.of(json);
    }

    private static void describe(LiveFinding finding, Map<String, Object> json) {
        json.put("kind", finding.axiom().name());
        json.put("session", raw(finding.session()));
        json.put("seq", finding.seq());
        put(json, "id", finding.id());
        put(json, "key", finding.key());
        put(json, "expected", finding.expected());
        put(json, "seen", finding.seen());
        if (finding.otherSession() != null) {
            Map<String, Object> other = new LinkedHashMap<>();
            other.put("session", raw(finding.otherSession()));
            other.put("seq", finding.otherSeq());
            json.put("other", other);
        }
        json.put("says", sentence(finding));
    }

    private static void put(Map<String, Object> json, String name, String text) {
        if (text != null) {
            json.put(name, raw(text));
        }
    }

    private static Object raw(String text) {
        return new Json.Raw(text);
    }

    /** What happened, in one sentence. */
    public String sentence() {
        return sentence(finding);
    }

    /** What happened, in one sentence. */
    public static String sentence(LiveFinding finding) {
        String it = "transaction " + finding.session() + ":" + finding.seq()
                + (finding.id() == null ? "" : " (" + finding.id() + ")");
        String other = finding.otherSession() == null
                ? null
                : "transaction " + finding.otherSession() + ":" + finding.otherSeq();
        return switch (finding.axiom()) {
            case EXT ->
                capital(it)
                        + (finding.expected() == null ? " was told that it is not " : " read ")
                        + finding.seen() + " of key " + finding.key()
                        + ", but when it took its snapshot the"
                        + " value was " + (finding.expected() == null ? "just that" : finding.expected())
                        + (other == null ? "" : ", written by " + other);
            case INT ->
                capital(it)
                        + (finding.expected() == null ? " was told that it is not " : " read ")
                        + finding.seen() + " of key " + finding.key()
                        + ", but had itself read or written "
                        + (finding.expected() == null ? "just that" : finding.expected()) + " there before";
            case NOCONFLICT ->
                capital(it) + " and " + other + " both wrote key " + finding.key()
                        + " while the other was running; one of them should have been aborted";
            case SESSION ->
                finding.expected() == null
                        ? capital(it) + " comes behind a gap in the numbers of its session: " + other + " never came"
                        : capital(it) + " did not see a state behind " + other
                                + ", which came before it in its session";
            case START_AFTER_COMMIT ->
                capital(it) + " starts at " + finding.seen() + ", behind its own commit at " + finding.expected();
            case SAME_COMMIT ->
                capital(it) + " and " + other + " both wrote key " + finding.key() + " with the same commit timestamp "
                        + finding.seen();
            case REAL_TIME -> capital(it) + " committed before " + other + ", which had ended before it began";
        };
    }

    private static String capital(String text) {
        return "T" + text.substring(1);
    }
}
