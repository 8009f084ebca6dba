package org.isolde.run.option;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What was chosen of the options: what a user gave, and what was filled in; the rest is as declared. Immutable.
 *
 * <p>Invariant: every value is one that its option's type allows.
 */
public final class Options {
    private static final Options NONE = new Options(Map.of(), Set.of());

    private final Map<String, Object> values;
    private final Set<String> given;

    private Options(Map<String, Object> values, Set<String> given) {
        this.values = values;
        this.given = given;
    }

    /** Nothing chosen: all is as declared. */
    public static Options none() {
        return NONE;
    }

    /**
     * What a user gave.
     *
     * @param declared all that there are
     * @param texts by name
     * @throws IllegalArgumentException with the cure, if there is no such option, or a text is none of its values
     */
    public static Options parse(Collection<Option<?>> declared, Map<String, String> texts) {
        Map<String, Option<?>> byName = new HashMap<>();
        declared.forEach(option -> byName.put(option.name(), option));
        Map<String, Object> values = new HashMap<>();
        texts.forEach((name, text) -> {
            Option<?> option = byName.get(name);
            if (option == null) {
                throw new IllegalArgumentException("'" + name + "' is no option of a test; there are "
                        + String.join(", ", byName.keySet().stream().sorted().toList()));
            }
            values.put(name, option.parse(text));
        });
        return new Options(values, Set.copyOf(texts.keySet()));
    }

    /** The value of an option: as given or filled in, else as declared; null if none of these says one. */
    @SuppressWarnings("unchecked")
    public <T> T get(Option<T> option) {
        return values.containsKey(option.name()) ? (T) values.get(option.name()) : option.defaultValue();
    }

    /** Whether a user gave it. */
    public boolean isGiven(Option<?> option) {
        return given.contains(option.name());
    }

    /** The same with another value, which may be null if the option can do without. */
    public <T> Options with(Option<T> option, T value) {
        if (value != null) {
            option.check(value);
        }
        Map<String, Object> changed = new HashMap<>(values);
        changed.put(option.name(), value);
        return new Options(changed, given);
    }

    /** The same, and what is not chosen here is as there. */
    public Options over(Options defaults) {
        Map<String, Object> all = new HashMap<>(defaults.values);
        all.putAll(values);
        Set<String> anywhere = new HashSet<>(defaults.given);
        anywhere.addAll(given);
        return new Options(all, anywhere);
    }

    /** What some options come to, in JSON; those without a value and flags that are not set are left out. */
    public Map<String, Object> json(Collection<Option<?>> some) {
        Map<String, Object> json = new LinkedHashMap<>();
        for (Option<?> option : some) {
            Object value = json(option);
            if (value != null && !Boolean.FALSE.equals(value)) {
                json.put(option.jsonName(), value);
            }
        }
        return json;
    }

    private <T> Object json(Option<T> option) {
        T value = get(option);
        return value == null ? null : option.type().json().apply(value);
    }

    /** The text of a value, as a user would give it; null if there is none. */
    public <T> String text(Option<T> option) {
        T value = get(option);
        return value == null ? null : option.type().printer().apply(value);
    }

    /** What was given of some options, as arguments of a command. */
    public List<String> arguments(Collection<Option<?>> some) {
        List<String> arguments = new ArrayList<>();
        for (Option<?> option : some) {
            if (!isGiven(option) || Boolean.FALSE.equals(get(option))) {
                continue;
            }
            arguments.add("--" + option.name());
            if (!option.isFlag()) {
                arguments.add(text(option));
            }
        }
        return arguments;
    }
}
