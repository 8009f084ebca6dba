package org.isolde.generate;

import java.util.Locale;

/**
 * What timestamps can be wrong about, one for each axiom of checking by timestamps, each as a few transactions that can
 * be put into a history that has them.
 *
 * <p>Each is exactly one violation of its axiom, on keys of its own; without timestamps there is nothing wrong with any
 * of them but {@link #INTERNAL_MISMATCH}. {@link #EARLY_START} violates real time too where that counts, for the clients'
 * clock knows the session's order.
 */
public enum TimestampViolation {
    EARLY_START(
            "SESSION",
            "A transaction starts, and commits, before the commit of the one before it in its session.",
            "A{rx0 wx1}@1-4; A{ry0 wy2}@2-3"),
    INTERNAL_MISMATCH(
            "INT",
            "A transaction reads a key that it has written, and sees something else than its last write.",
            "A{rx0 wx1 wx2 rx1}@1-2"),
    STALE_SNAPSHOT(
            "EXT",
            "A transaction starts after a commit, and reads what was there before it.",
            "A{rx0 wx1}@1-2; B{rx0}@3-4"),
    WRITE_CONFLICT(
            "NOCONFLICT",
            "Two transactions that overlap write the same key, and both commit.",
            "A{wx1}@1-3; B{wx2}@2-4"),
    START_AFTER_COMMIT("START_AFTER_COMMIT", "A transaction starts after its own commit.", "A{wx1}@2-1"),
    SAME_COMMIT("SAME_COMMIT", "Two writers of a key have the same commit timestamp.", "A{wx1}@1-1; B{wx2}@1-1");

    private final String axiom;
    private final String sentence;
    private final String script;

    TimestampViolation(String axiom, String sentence, String script) {
        this.axiom = axiom;
        this.sentence = sentence;
        this.script = script;
    }

    /** The name on the command line, such as {@code early-start}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The axiom that it violates, such as {@code SESSION}. */
    public String axiom() {
        return axiom;
    }

    /** What is wrong, in a sentence. */
    public String sentence() {
        return sentence;
    }

    AnomalyScript script() {
        return AnomalyScript.of(script);
    }
}
