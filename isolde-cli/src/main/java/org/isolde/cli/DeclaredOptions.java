package org.isolde.cli;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isolde.run.option.Option;

/** Declared options on the command line: those of a test, and those of fuzzing. */
final class DeclaredOptions {
    private final Map<String, String> texts = new HashMap<>();
    private List<Option<?>> options = List.of();

    void declare(Syntax syntax, List<Option<?>> declared) {
        options = declared;
        for (Option<?> option : declared) {
            String name = option.name();
            String names = (option.shortName() == null ? "" : "-" + option.shortName() + ", ") + "--" + name;
            if (option.isFlag()) {
                syntax.flag(names, () -> texts.put(name, "true"), description(option));
            } else if (option.type().isList()) {
                syntax.list(
                        names,
                        option.label(),
                        several -> texts.put(name, String.join(",", several)),
                        description(option));
            } else {
                syntax.option(names, option.label(), text -> texts.put(name, text), description(option));
            }
        }
    }

    private static String description(Option<?> option) {
        String databases = option.availability().words();
        String whole = option.help()
                + (databases.isEmpty() ? "" : "; " + databases)
                + (option.defaultText().isEmpty() ? "" : " (default: " + option.defaultText() + ")")
                + ".";
        return whole.replace("`", "");
    }

    /** What was given of them, as texts by name, in the order of their declaration. */
    Map<String, String> given() {
        Map<String, String> given = new LinkedHashMap<>();
        for (Option<?> option : options) {
            if (texts.containsKey(option.name())) {
                given.put(option.name(), texts.get(option.name()));
            }
        }
        return given;
    }
}
