package org.isolde.app.replay;

import java.util.List;

/**
 * The operations of an excerpt as statements of one dialect, with their parameters filled in: what Isolde's sessions send.
 *
 * <p>Invariant: only numbers are filled in, never a text of a history.
 */
interface SqlWording {
    /** The statements that make the tables, and nothing in them. */
    List<String> create(Excerpt excerpt);

    List<String> drop(Excerpt excerpt);

    /** The statements that write what has to be there before. */
    List<String> preparation(Excerpt excerpt);

    /** The statements of a step that is not the end of its transaction, without what begins it; mostly one. */
    List<String> statements(Schedule schedule, Step step);

    /** Puts literals in the place of the parameters; there is no question mark in these statements but for them. */
    static String fill(String statement, String... literals) {
        StringBuilder text = new StringBuilder();
        int next = 0;
        for (int i = 0; i < statement.length(); i++) {
            if (statement.charAt(i) == '?') {
                text.append(literals[next++]);
            } else {
                text.append(statement.charAt(i));
            }
        }
        if (next != literals.length) {
            throw new IllegalStateException("a statement with other parameters than expected: " + statement);
        }
        // some dialects end a statement themselves
        return text.toString().replaceFirst(";$", "");
    }
}
