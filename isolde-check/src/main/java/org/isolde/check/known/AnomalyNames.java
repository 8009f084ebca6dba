package org.isolde.check.known;

import org.isolde.check.Anomaly;
import org.isolde.check.CheckOptions;
import org.isolde.check.Verdict;
import org.isolde.check.ViolationLimit;
import org.isolde.check.facts.ReadFindings;
import org.isolde.check.facts.RealTime;
import org.isolde.check.facts.Subject;
import org.isolde.check.weak.WeakLevels;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.history.Level;

/**
 * The anomalies that explain why a strong level is violated: those of the weak levels that it implies, if they are
 * violated too, for they say more; and the cycles of known dependencies. Empty if only a case distinction shows it.
 */
public final class AnomalyNames {
    private final Subject subject;
    private final ReadFindings findings;
    private final RealTime realTime;
    private final CheckOptions options;
    private AdyaCycles cycles;
    private AdyaCycles timedCycles;
    private Map<Level, Verdict> weak;
    private Verdict withoutSessions;

    public AnomalyNames(Subject subject, ReadFindings findings, RealTime realTime, CheckOptions options) {
        this.subject = subject;
        this.findings = findings;
        this.realTime = realTime;
        this.options = options;
    }

    /** Cycles of known dependencies that break a level, the most telling first. */
    public List<Anomaly> byDependencies(Level level) {
        return cycles(level).breaking(level, options.violations());
    }

    private AdyaCycles cycles(Level level) {
        if (level.isAboutRealTime()) {
            if (timedCycles == null) {
                timedCycles = new AdyaCycles(subject, findings.versionOrder(), realTime, null);
            }
            return timedCycles;
        }
        if (cycles == null) {
            cycles = new AdyaCycles(subject, findings.versionOrder(), null, null);
        }
        return cycles;
    }

    /** All that explains the violation of a level. */
    public List<Anomaly> of(Level level) {
        List<Anomaly> anomalies = new ArrayList<>();
        for (Anomaly anomaly : weaker(level)) {
            anomalies.add(anomaly.breaking(level));
        }
        Set<String> kinds = new HashSet<>();
        anomalies.forEach(anomaly -> kinds.add(anomaly.kind() + anomaly.alias()));
        for (Anomaly anomaly : byDependencies(level)) {
            if (options.violations() == ViolationLimit.ALL || kinds.add(anomaly.kind() + anomaly.alias())) {
                anomalies.add(anomaly);
            }
        }
        return options.violations() == ViolationLimit.FIRST && !anomalies.isEmpty() ? anomalies.subList(0, 1) : anomalies;
    }

    private List<Anomaly> weaker(Level level) {
        if (level.implies(Level.CC)) {
            if (weak == null) {
                weak = new WeakLevels(subject, findings, findings.versionOrder(), options).check(EnumSet.of(Level.CC));
            }
            return weak.get(Level.CC) instanceof Verdict.Violated broken ? broken.anomalies() : List.of();
        }
        if (level.implies(Level.CV)) {
            if (withoutSessions == null) {
                Subject plain = new Subject(subject.history, false, subject.versions);
                withoutSessions = new WeakLevels(plain, findings, findings.versionOrder(), options)
                        .check(EnumSet.of(Level.CC))
                        .get(Level.CC);
            }
            return withoutSessions instanceof Verdict.Violated broken ? broken.anomalies() : List.of();
        }
        return List.of();
    }
}
