package org.isolde.run.workload;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isolde.generate.KeyDistribution;

/**
 * The parameters of a workload.
 *
 * @param seed of everything random
 * @param sessions how many run at once
 * @param keys how many keys are live at a time
 * @param writesPerKey after how many writes a key is retired and a fresh one takes its place: from this ...
 * @param mostWritesPerKey ... to this; 0 if keys stay for ever
 * @param distribution how often each of the live keys is used
 * @param theta how skewed a zipfian distribution is
 * @param length operations of a transaction, where the workload leaves that open
 * @param readRatio share of reads among operations, where the workload leaves that open
 * @param rollbackRatio share of the read-only transactions that end by rollback
 */
public record WorkloadOptions(
        long seed,
        int sessions,
        int keys,
        int writesPerKey,
        int mostWritesPerKey,
        KeyDistribution distribution,
        double theta,
        int length,
        double readRatio,
        double rollbackRatio) {
    private static final int MOST_WRITES = 65_535;

    public WorkloadOptions {
        atLeastOne("sessions", sessions);
        atLeastOne("keys", keys);
        atLeastOne("length", length);
        ratio("read ratio", readRatio);
        ratio("rollback ratio", rollbackRatio);
        if (!(theta >= 0)) {
            throw new IllegalArgumentException("theta is " + theta + "; it must be 0 or more");
        }
        if (mostWritesPerKey != 0
                && (writesPerKey < 1 || writesPerKey > mostWritesPerKey || mostWritesPerKey > MOST_WRITES)) {
            throw new IllegalArgumentException("a key is to be retired after " + writesPerKey + " to "
                    + mostWritesPerKey + " writes; the first number must be at least 1, the second at least the first"
                    + " and at most " + MOST_WRITES + ", or 0 to keep keys for ever");
        }
    }

    /** The same with another seed. */
    public WorkloadOptions withSeed(long other) {
        return new WorkloadOptions(
                other,
                sessions,
                keys,
                writesPerKey,
                mostWritesPerKey,
                distribution,
                theta,
                length,
                readRatio,
                rollbackRatio);
    }

    /** For the header of a history. */
    public Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("seed", seed);
        json.put("sessions", sessions);
        json.put("keys", keys);
        json.put("writesPerKey", List.of(writesPerKey, mostWritesPerKey));
        json.put("distribution", distribution.text());
        json.put("theta", theta);
        json.put("length", length);
        json.put("readRatio", readRatio);
        json.put("rollbackRatio", rollbackRatio);
        return json;
    }

    private static void atLeastOne(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " is " + value + "; it must be 1 or more");
        }
    }

    private static void ratio(String name, double value) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException("the " + name + " is " + value + "; it must be from 0 to 1");
        }
    }
}
