package org.isolde.generate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Anomalies that only predicate reads show, each as a few transactions on a table of its own that can be put into a history
 * of rows.
 *
 * <p>In a script, {@code A{+x}; B{p1=x rx}} is two transactions one after the other, the second of which asks a condition that
 * all rows match and is given row x, having seen the first one of the script, and then reads x by its key.
 */
public enum InjectedRowAnomaly {
    PHANTOM("A transaction asks twice, and a row has come in between.", "A{+x}; B{+y}; C{p1=x p2=xy}"),
    PREDICATE_WRITE_SKEW(
            "Two transactions ask for the same rows, and each inserts one that the other one has not seen.",
            "A{+x}; B{p1=x +y}; C{p1=x +z}"),
    RESULT_SET_MISMATCH("A transaction is not given a row that it saw and that matches.", "A{+x}; B{+y}; C{p2=x}"),
    OLD_SNAPSHOT(
            "A transaction reads what another one wrote, and then asks a state that does not have it yet.",
            "A{+x}; B{+y +z}; C{rz p1=x}");

    /**
     * A step of a script.
     *
     * @param kind {@code +} for an insert, {@code r} for an item read, {@code p} for a predicate read
     * @param sees of a predicate read: how many transactions of the script it has seen
     * @param rows the row, or those that came back
     */
    record Step(char kind, int sees, String rows) {}

    private final String sentence;
    private final String script;

    InjectedRowAnomaly(String sentence, String script) {
        this.sentence = sentence;
        this.script = script;
    }

    /** The name on the command line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What happens, in a sentence. */
    public String sentence() {
        return sentence;
    }

    /** The transactions, each in a session of its own. */
    List<List<Step>> transactions() {
        List<List<Step>> transactions = new ArrayList<>();
        for (String transaction : script.split("; ", -1)) {
            List<Step> steps = new ArrayList<>();
            for (String step : transaction
                    .substring(transaction.indexOf('{') + 1, transaction.length() - 1)
                    .split(" ", -1)) {
                char kind = step.charAt(0);
                steps.add(
                        kind == 'p'
                                ? new Step(kind, step.charAt(1) - '0', step.substring(3))
                                : new Step(kind, 0, step.substring(1)));
            }
            transactions.add(List.copyOf(steps));
        }
        return transactions;
    }
}
