package org.isolde.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isolde.run.option.Option;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Declared options on the command line: those of a test, and those of fuzzing. */
final class DeclaredOptions {
    private DeclaredOptions() {}

    /** A command with the options that its class has, and these. */
    static CommandSpec addedTo(Object command, List<Option<?>> options) {
        CommandSpec whole = CommandSpec.forAnnotatedObject(command);
        options.forEach(option -> whole.addOption(spec(option)));
        return whole;
    }

    private static OptionSpec spec(Option<?> option) {
        String name = longName(option);
        OptionSpec.Builder spec = option.shortName() == null
                ? OptionSpec.builder(name)
                : OptionSpec.builder("-" + option.shortName(), name);
        spec.description(description(option));
        if (option.isFlag()) {
            return spec.type(boolean.class).arity("0").build();
        }
        spec.paramLabel(option.label());
        return option.type().isList()
                ? spec.type(List.class)
                        .auxiliaryTypes(String.class)
                        .arity("1")
                        .splitRegex(",")
                        .build()
                : spec.type(String.class).arity("1").build();
    }

    private static String description(Option<?> option) {
        String databases = option.availability().words();
        String whole = option.help()
                + (databases.isEmpty() ? "" : "; " + databases)
                + (option.defaultText().isEmpty() ? "" : " (default: " + option.defaultText() + ")")
                + ".";
        return whole.replace("`", "");
    }

    /** What was given of some, as texts by name. */
    static Map<String, String> given(ParseResult call, List<Option<?>> options) {
        Map<String, String> given = new LinkedHashMap<>();
        for (Option<?> option : options) {
            if (call.hasMatchedOption(longName(option))) {
                Object value = call.matchedOptionValue(longName(option), null);
                given.put(
                        option.name(),
                        value instanceof List<?> several
                                ? String.join(
                                        ",",
                                        several.stream().map(String::valueOf).toList())
                                : String.valueOf(value));
            }
        }
        return given;
    }

    private static String longName(Option<?> option) {
        return "--" + option.name();
    }
}
