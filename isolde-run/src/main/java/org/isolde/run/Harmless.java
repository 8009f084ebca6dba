package org.isolde.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What of a database may be chosen by somebody who may run tests, and no more than that: settings and URLs that make it run no
 * code of theirs, and touch no file that they name.
 *
 * <p>Drivers and servers have settings that do: H2's {@code INIT}, PostgreSQL's {@code socketFactory} and
 * {@code archive_command}, MySQL's {@code autoDeserialize}. They get new ones with each release; so this is a list of what is
 * known to be harmless, and whatever is not on it counts as harmful.
 *
 * @param place what a URL may be before its settings; null if there are no harmless ones
 * @param settings the names, in small letters and with underscores, of options and of a URL's parameters
 */
public record Harmless(Pattern place, Set<String> settings) {
    public static final Harmless NOTHING = new Harmless(null, Set.of());

    /** Hosts with their ports, perhaps with somebody's name before and a database's behind. */
    public static final String HOSTS = "(?:[^/@?;&()=,\\s]*@)?[A-Za-z0-9._:,\\[\\]-]+(?:/[A-Za-z0-9_.$-]*)?";

    /** Names nothing but itself: no other setting behind a separator, no list, no expression. */
    private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9_.,:+-]*");

    private static final Pattern SECRET = Pattern.compile("[^;&?{}()\\s]*");
    private static final Set<String> CREDENTIALS = Set.of("user", "password");

    /** Settings of a database that Isolde starts. */
    public static Harmless settings(String... names) {
        return new Harmless(null, Arrays.stream(names).map(Harmless::plain).collect(Collectors.toUnmodifiableSet()));
    }

    /** The same, and more settings. */
    public Harmless and(Harmless more) {
        Set<String> all = new HashSet<>(settings);
        all.addAll(more.settings);
        return new Harmless(place, Set.copyOf(all));
    }

    /**
     * The same settings, and URLs.
     *
     * @param regex of the whole URL up to its first parameter
     */
    public Harmless withUrl(String regex) {
        return new Harmless(Pattern.compile(regex), settings);
    }

    /** The names of all that a target sets and that is not on the list, as they were written. */
    public List<String> others(Target target) {
        List<String> others = new ArrayList<>();
        for (Map.Entry<String, String> option : target.options().entrySet()) {
            if (!allows(option.getKey(), option.getValue())) {
                others.add(option.getKey());
            }
        }
        if (target.url() != null) {
            String[] parts = target.url().split("[?;&]", -1);
            for (String part : Arrays.asList(parts).subList(1, parts.length)) {
                int equals = part.indexOf('=');
                String name = equals < 0 ? part : part.substring(0, equals);
                if (!part.isEmpty() && !allows(name, equals < 0 ? "" : part.substring(equals + 1))) {
                    others.add(name);
                }
            }
        }
        return others;
    }

    private boolean allows(String name, String value) {
        String plain = plain(name);
        return CREDENTIALS.contains(plain)
                ? SECRET.matcher(value).matches()
                : settings.contains(plain) && VALUE.matcher(value).matches();
    }

    /** Servers take hyphens for underscores, and drivers any case; {@code set.} says that it is the server's. */
    private static String plain(String name) {
        String small = name.toLowerCase(Locale.ROOT).replace('-', '_');
        return small.startsWith("set.") ? small.substring("set.".length()) : small;
    }

    /**
     * Refuses what is not on the list.
     *
     * @throws DatabaseException that says what is not, and where it can be used
     */
    public void require(Target target) throws DatabaseException {
        String elsewhere = "; use it on the command line, if you know what it does";
        if (target.url() != null
                && (place == null
                        || !place.matcher(target.url().split("[?;&]", 2)[0]).matches())) {
            throw new DatabaseException("this kind of URL is not taken here, since it may name files or classes"
                    + " of this machine: " + target.shown() + elsewhere);
        }
        List<String> others = others(target);
        if (!others.isEmpty()) {
            throw new DatabaseException(
                    "'" + others.get(0) + "', with that value, is none of the settings that are known to"
                            + " run no code and to touch no files"
                            + (settings.isEmpty() ? "" : ", which are " + String.join(", ", new TreeSet<>(settings)))
                            + elsewhere);
        }
    }
}
