package org.isolde.app;

import java.util.EnumSet;
import java.util.Set;
import org.isolde.history.Level;

/** What is checked when a level is broken: which weaker ones are broken too says what went wrong. */
public final class WeakerLevels {
    private WeakerLevels() {}

    /** These levels, and all that they imply. */
    public static Set<Level> with(Set<Level> levels) {
        Set<Level> all = EnumSet.noneOf(Level.class);
        for (Level weaker : Level.values()) {
            if (levels.contains(weaker) || levels.stream().anyMatch(level -> level.implies(weaker))) {
                all.add(weaker);
            }
        }
        return all;
    }
}
