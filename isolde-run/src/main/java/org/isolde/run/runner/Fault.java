package org.isolde.run.runner;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.isolde.generate.RandomSource;
import org.isolde.run.RunningDatabase.Node;

/**
 * Something done to a node: at a time since the start of the run, and for how long.
 *
 * @param node which one, from 0
 */
public record Fault(Kind kind, int node, Duration at, Duration lasts) {
    /** What is done to a node, and what undoes it when the time is over. */
    public enum Kind {
        KILL("kill -9, and a restart on the same data when the fault is over", Node::kill, Node::restart),
        PAUSE("the processes are stopped (SIGSTOP), and go on when the fault is over", Node::pause, Node::resume);

        private final String help;
        private final Act begin;
        private final Act end;

        private interface Act {
            void on(Node node) throws Exception;
        }

        Kind(String help, Act begin, Act end) {
            this.help = help;
            this.begin = begin;
            this.end = end;
        }

        /** The name on the command line. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** A sentence for whoever chooses. */
        public String help() {
            return help;
        }

        void begin(Node node) throws Exception {
            begin.on(node);
        }

        /** Returns when the node is as it was, and answers. */
        void end(Node node) throws Exception {
            end.on(node);
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
