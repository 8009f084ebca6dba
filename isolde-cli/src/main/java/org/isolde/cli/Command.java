package org.isolde.cli;

import java.util.List;

/**
 * A command: what its help says, what it takes, and what it does.
 *
 * <p>To make one costs nothing: what it takes is declared only where it is called, or its help is asked for.
 */
abstract class Command {
    private List<String> words = List.of();

    /** What it is for, a paragraph an element; the first one stands in the list of all commands. */
    abstract String[] description();

    /** What stands below its options. */
    String[] footer() {
        return new String[0];
    }

    /** Says which options and arguments there are, and where their values go. */
    abstract void declare(Syntax syntax);

    /** Does it, and returns the exit code. */
    abstract int call() throws Exception;

    final Syntax syntax() {
        Syntax syntax = new Syntax();
        declare(syntax);
        return syntax;
    }

    /** The whole call, as it was typed. */
    final List<String> words() {
        return words;
    }

    final void calledBy(List<String> args) {
        words = args;
    }
}
