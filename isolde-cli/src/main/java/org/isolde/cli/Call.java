package org.isolde.cli;

import java.util.List;
import java.util.Set;

/** A call as far as it is understood: which command, and what it is given. */
final class Call {
    private final List<String> words;
    private String name;
    private Command command = new Main.Whole();
    private Syntax syntax = command.syntax();
    private CallReader options;
    private CallReader rest;

    Call(List<String> words) {
        this.words = words;
    }

    /** The words as they were typed. */
    List<String> words() {
        return words;
    }

    /** The command that is called, or null. */
    String name() {
        return name;
    }

    /** What it takes. */
    Syntax syntax() {
        return syntax;
    }

    /** Gives each word to what it belongs to. */
    void read() {
        options = new CallReader(syntax, words, 0);
        int place = options.read(Main.names());
        if (place >= 0 && !syntax.asksForHelp() && !syntax.asksForVersion()) {
            name = words.get(place);
            command = Main.command(name);
            syntax = command.syntax();
            rest = new CallReader(syntax, words, place + 1);
            rest.read(Set.of());
        }
    }

    /** The command, once nothing is missing, and nothing left over. */
    Command complete() {
        if (rest != null) {
            rest.finish();
        }
        options.finish();
        command.calledBy(words);
        return command;
    }
}
