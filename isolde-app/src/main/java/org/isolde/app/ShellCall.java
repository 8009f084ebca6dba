package org.isolde.app;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A call as a line that can be pasted into a shell. */
public final class ShellCall {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:,@%+=-]+");

    private ShellCall() {}

    /** The arguments with blanks between, each quoted if a shell would take it for something else. */
    public static String of(List<String> arguments) {
        return arguments.stream().map(ShellCall::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(String argument) {
        return PLAIN.matcher(argument).matches() ? argument : "'" + argument.replace("'", "'\\''") + "'";
    }
}
