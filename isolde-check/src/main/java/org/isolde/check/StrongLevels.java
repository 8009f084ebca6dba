package org.isolde.check;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.isolde.history.Evidence;
import org.isolde.history.Level;

/** placeholder while weak levels are tested */
final class StrongLevels {
    StrongLevels(Subject subject, ReadFindings findings, CheckOptions options, Set<Evidence> evidence) {}

    Map<Level, Verdict> check(Set<Level> levels) {
        Map<Level, Verdict> verdicts = new EnumMap<>(Level.class);
        return verdicts;
    }
}
