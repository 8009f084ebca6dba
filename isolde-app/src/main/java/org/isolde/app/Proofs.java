package org.isolde.app;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.isolde.check.Anomaly;
import org.isolde.check.CheckResult;
import org.isolde.check.Verdict;
import org.isolde.history.Level;
import org.isolde.history.file.WholeFile;
import org.isolde.proof.Proof;
import org.isolde.proof.ProofChecker;
import org.isolde.proof.ProofFile;
import org.isolde.proof.ProofResult;

/** The proofs of a check: checked, or stored, or both, as the call asks. */
public final class Proofs {
    private final CheckResult result;
    private final Map<Level, String> judged = new EnumMap<>(Level.class);
    private final Map<Level, String> reasons = new EnumMap<>(Level.class);
    private double seconds;

    public Proofs(CheckResult result) {
        this.result = result;
    }

    /** Has each proof checked. */
    public void check() {
        long start = System.nanoTime();
        ProofChecker checker = new ProofChecker(result.history());
        result.verdicts().forEach((level, verdict) -> {
            if (verdict instanceof Verdict.Satisfied || verdict instanceof Verdict.Violated) {
                Proof proof = result.proof(level);
                if (proof == null) {
                    judged.put(level, "none");
                    reasons.put(level, whyNone(((Verdict.Violated) verdict).anomalies()));
                } else if (checker.check(proof) instanceof ProofResult.Refused refused) {
                    judged.put(level, "refused");
                    reasons.put(level, refused.reason());
                } else {
                    judged.put(level, "accepted");
                }
            }
        });
        seconds = (System.nanoTime() - start) / 1e9;
    }

    private static String whyNone(List<Anomaly> anomalies) {
        return switch (anomalies.get(0).kind()) {
            case NOT_LINEARIZABLE -> "an exhausted search has no proof that could be checked faster";
            case FALSE_FAILURE -> "proofs have no words for compare-and-sets that failed";
            default -> "proofs speak of who wrote a value, and on this key a value was written twice";
        };
    }

    /** What the proof checker said: accepted, refused, or none if there is no proof; empty if it was not asked. */
    public Map<Level, String> judged() {
        return judged;
    }

    /** Why a proof was refused, or why there is none. */
    public String reason(Level level) {
        return reasons.get(level);
    }

    public boolean anyRefused() {
        return judged.containsValue("refused");
    }

    public double seconds() {
        return seconds;
    }

    /** Stores the proofs, and returns the violated levels that have none. */
    public List<Level> store(Path file) throws IOException {
        List<Level> without = new ArrayList<>();
        List<Proof> proofs = new ArrayList<>();
        for (Level level : result.verdicts().keySet()) {
            Proof proof = result.proof(level);
            if (proof != null) {
                proofs.add(proof);
            } else if (result.verdicts().get(level) instanceof Verdict.Violated) {
                without.add(level);
            }
        }
        WholeFile.write(file, out -> ProofFile.write(result.history(), proofs, out));
        return without;
    }
}
