package org.isolde.generate;

import java.util.Locale;

/**
 * The 14 anomalies of the mini-transaction paper (MTC, table I and figure 5), each as a few mini-transactions that can
 * be put into a history.
 *
 * <p>Each is exactly that anomaly: on keys of its own, and such that the levels that allow it stay satisfied. Where the
 * order of two reads makes the difference (a fractured read is allowed by {@code rc} only if the newer value is read
 * last), it is the one that breaks less.
 */
public enum InjectedAnomaly {
    THIN_AIR_READ("A transaction reads a value that nobody wrote.", "A{rx1}"),
    ABORTED_READ("A transaction reads a value of an aborted transaction.", "A!{rx0 wx1}; B{rx1}"),
    FUTURE_READ("A transaction reads a value that it writes only later.", "A{rx1 wx1}"),
    NOT_MY_LAST_WRITE("A transaction reads its own write of a key, but not its last one.", "A{rx0 wx1 wx2 rx1}"),
    NOT_MY_OWN_WRITE(
            "A transaction reads another's value of a key that it has written itself.", "A{rx0 wx1}; B{rx1 wx2 rx1}"),
    INTERMEDIATE_READ(
            "A transaction reads a value that its writer overwrote before committing.", "A{rx0 wx1 wx2}; B{rx1}"),
    NON_REPEATABLE_READS("A transaction reads a key twice and sees two values.", "A{rx0 wx1} | B{rx0 rx1}"),
    SESSION_GUARANTEE_VIOLATION(
            "A transaction misses what the transaction before it in its session did.",
            "A{rx0 wx1}; B{rx1 wx2}; B{rx1}"),
    NON_MONOTONIC_READ(
            "A transaction reads y from a transaction, and then an x that this one had overwritten.",
            "A{rx0 wx1}; B{rx1 wx2 ry0 wy3}; C{ry3 rx1}"),
    FRACTURED_READ(
            "A transaction sees one of two updates that another transaction made together.",
            "A{rx0 wx1 ry0 wy2} | B{ry0 rx1}"),
    CAUSALITY_VIOLATION(
            "A transaction sees an update, and misses another that the updater had seen.",
            "A{rx0 wx1}; B{rx1 ry0 wy2}; C{rx0 ry2}"),
    LONG_FORK(
            "Two transactions see two independent updates in opposite orders.",
            "A{rx0 wx1} | B{ry0 wy2} | C{rx1 ry0} | D{rx0 ry2}"),
    LOST_UPDATE("Two transactions read the same value of a key and both overwrite it.", "A{rx0 wx1} | B{rx0 wx2}"),
    WRITE_SKEW(
            "Two transactions read the same two keys, and each writes another one of them.",
            "A{rx0 ry0 wx1} | B{rx0 ry0 wy2}");

    private final String sentence;
    private final String script;

    InjectedAnomaly(String sentence, String script) {
        this.sentence = sentence;
        this.script = script;
    }

    /** The name on the command line, such as {@code thin-air-read}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The name in the paper, such as {@code ThinAirRead}. */
    public String paperName() {
        StringBuilder name = new StringBuilder();
        for (String word : name().split("_", -1)) {
            name.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
        }
        return name.toString();
    }

    /** What happens, in a sentence. */
    public String sentence() {
        return sentence;
    }

    /** The anomaly of a name on the command line, or null. */
    public static InjectedAnomaly byName(String name) {
        for (InjectedAnomaly anomaly : values()) {
            if (anomaly.text().equals(name.toLowerCase(Locale.ROOT))) {
                return anomaly;
            }
        }
        return null;
    }

    AnomalyScript script() {
        return AnomalyScript.of(script);
    }
}
