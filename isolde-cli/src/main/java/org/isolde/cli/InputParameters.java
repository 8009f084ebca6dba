package org.isolde.cli;

import java.io.IOException;
import org.isolde.history.History;

/** How a history is to be read: the options that every command that reads one has. */
final class InputParameters {
    private String format;
    private String initial;

    void declare(Syntax syntax) {
        syntax.option(
                "--format",
                "<format>",
                text -> format = text,
                "The history's format, if it is not to be recognised from the content.");
        syntax.option(
                "--initial",
                "VALUE",
                text -> initial = text,
                "The initial value of all keys as JSON, as in 0 or '\"none\"', for a history that does not tell it"
                        + " (default: what the format says, mostly null).");
    }

    /** Refuses a bad call before anything is read. */
    void require() {
        Inputs.format(format);
        initial();
    }

    /** Reads a history of the command line. */
    Inputs.Read read(String name, Progress progress) throws IOException {
        return Inputs.read(name, Inputs.format(format), initial(), progress);
    }

    /** The history alone. */
    History history(String name, Progress progress) throws IOException {
        return read(name, progress).history();
    }

    private String initial() {
        return initial == null ? null : initialValue(initial);
    }

    /** The value of an option {@code --initial} as JSON. */
    static String initialValue(String text) {
        String value = text.strip();
        if (value.equals("null") || value.matches("-?\\d{1,18}") || value.matches("\"[^\"\\\\]*\"")) {
            return value;
        }
        throw new Main.CallException(
                "--initial " + text + " is no value; write an integer, a text in double quotes, or null");
    }
}
