package org.isolde.run.runner;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.isolde.generate.RandomSource;

/**
 * Something done to a node: at a time since the start of the run, and for how long.
 *
 * @param node which one, from 0
 */
public record Fault(Kind kind, int node, Duration at, Duration lasts) {
    /** What is done. */
    public enum Kind {
        /** Its processes are killed, and started again on their data when the time is over. */
        KILL("kill -9, then restart"),
        /** Its processes are stopped, and go on when the time is over. */
        PAUSE("stop, then go on");

        private final String help;

        Kind(String help) {
            this.help = help;
        }

        /** What is done, in a few words. */
        public String help() {
            return help;
        }

        /** The name on the command line. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A schedule: every so often one of the nodes, and one of the kinds, by the seed; the last one ends well before the
     * run does, so that there is something to see of the recovery.
     */
    public static List<Fault> schedule(
            List<Kind> kinds, int nodes, Duration every, Duration lasts, Duration time, long seed) {
        RandomSource random = new RandomSource(seed);
        List<Fault> faults = new ArrayList<>();
        if (kinds.isEmpty() || nodes == 0) {
            return faults;
        }
        Duration at = every;
        while (at.plus(lasts).plus(lasts).compareTo(time) < 0) {
            faults.add(new Fault(kinds.get(random.below(kinds.size())), random.below(nodes), at, lasts));
            at = at.plus(every).plus(lasts);
        }
        return faults;
    }

    /** For the header of the history. */
    public Map<String, Object> json(String nodeName) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("fault", kind.text());
        json.put("node", nodeName);
        json.put("at", at.toMillis() / 1e3);
        json.put("lasts", lasts.toMillis() / 1e3);
        return json;
    }
}
