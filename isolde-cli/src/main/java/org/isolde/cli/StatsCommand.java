package org.isolde.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.history.Rows;
import org.isolde.history.Status;
import org.isolde.history.format.Json;
import org.isolde.report.TextLayout;

/** {@code isolde stats}: what is in a history. */
final class StatsCommand extends Command {
    private static final int HOTTEST = 5;
    private List<String> files;
    private final InputParameters input = new InputParameters();
    private boolean json;

    @Override
    String[] description() {
        return new String[] {"Says what is in a history: sizes, statuses, kinds of operations, hot keys, and evidence."
        };
    }

    @Override
    String[] footer() {
        return new String[] {
            "",
            "Examples:",
            "  isolde stats history.edn",
            "  isolde stats isolde-runs/latest",
            "  isolde stats --json *.txt     one JSON object a line, for scripts",
            "",
            "Exit codes: 0 counted, 2 bad input or call."
        };
    }

    @Override
    void declare(Syntax syntax) {
        syntax.arguments(
                "HISTORY",
                1,
                texts -> files = texts,
                "Files, folders, run folders of isolde test, or - for standard input.");
        input.declare(syntax);
        syntax.flag("--json", () -> json = true, "One JSON object a line for each history.");
        syntax.standard();
    }

    @Override
    int call() {
        input.require();
        int code = Main.SATISFIED;
        for (String file : files) {
            try {
                for (String history : Inputs.histories(file)) {
                    print(history);
                }
            } catch (IOException e) {
                code = Main.BAD;
                Inputs.tell(file, e, json);
            }
        }
        return code;
    }

    private void print(String file) throws IOException {
        try (Progress progress = new Progress("reading " + Inputs.name(file))) {
            Inputs.Read read = input.read(file, progress);
            progress.phase("counting");
            Map<String, Object> stats = of(read);
            progress.close();
            if (json) {
                Map<String, Object> line = new LinkedHashMap<>();
                line.put("file", file);
                line.putAll(stats);
                System.out.println(Json.of(line));
            } else {
                System.out.println(Terminal.bold(Inputs.name(file)));
                stats.forEach((name, value) ->
                        System.out.println(String.format(Locale.ROOT, "  %-24s %s", name, readable(value))));
            }
        }
    }

    private static String readable(Object value) {
        if (value instanceof Integer number) {
            return TextLayout.count(number);
        }
        if (value instanceof Double number) {
            return String.format(Locale.ROOT, "%.2f", number);
        }
        if (value instanceof Map<?, ?> map) {
            List<String> parts = new ArrayList<>();
            map.forEach((name, count) -> parts.add(name + " " + readable(count)));
            return String.join(", ", parts);
        }
        if (value instanceof List<?> list) {
            return list.isEmpty()
                    ? "none"
                    : String.join(
                            ", ", list.stream().map(StatsCommand::readable).toList());
        }
        return value instanceof Json.Raw raw ? raw.json() : String.valueOf(value);
    }

    private static Map<String, Object> of(Inputs.Read read) {
        History history = read.history();
        Map<String, Object> stats = new LinkedHashMap<>();
        stats.put("format", read.format().text());
        stats.put("sessions", history.sessions());
        stats.put("transactions", history.transactions());
        Map<String, Object> statuses = new LinkedHashMap<>();
        int[] byStatus = new int[Status.values().length];
        int shortest = Integer.MAX_VALUE;
        int longest = 0;
        int readOnly = 0;
        for (int t = 1; t <= history.transactions(); t++) {
            byStatus[history.status(t).ordinal()]++;
            int length = history.firstOp(t + 1) - history.firstOp(t);
            shortest = Math.min(shortest, length);
            longest = Math.max(longest, length);
            boolean writes = false;
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                writes |= history.isWrite(op);
            }
            readOnly += writes ? 0 : 1;
        }
        for (Status status : Status.values()) {
            statuses.put(status.text(), byStatus[status.ordinal()]);
        }
        stats.put("statuses", statuses);
        stats.put("read-only transactions", readOnly);
        stats.put("operations", history.operations());
        Map<String, Object> lengths = new LinkedHashMap<>();
        lengths.put("least", history.transactions() == 0 ? 0 : shortest);
        lengths.put("mean", history.transactions() == 0 ? 0.0 : (double) history.operations() / history.transactions());
        lengths.put("most", longest);
        stats.put("operations a transaction", lengths);
        stats.put("kinds", kinds(history));
        stats.put("keys", history.keys());
        stats.put("hottest keys", hottest(history));
        stats.put("distinct values", distinctValues(history));
        stats.put("repeated writes", history.repeatedWrites().length);
        stats.put("evidence", history.evidence().stream().map(Evidence::text).toList());
        if (history.rows() != null) {
            stats.put("rows", rows(history));
        }
        if (history.hasTimestamps()) {
            stats.put("timestamps", timestamps(history));
        }
        if (!history.header().isEmpty()) {
            Map<String, Object> header = new LinkedHashMap<>();
            history.header().forEach((name, text) -> header.put(name, new Json.Raw(text)));
            stats.put("header", header);
        }
        return stats;
    }

    /** What there is beside operations, where keys are rows of tables. */
    private static Map<String, Object> rows(History history) {
        Rows rows = history.rows();
        int certified = 0;
        for (int p = 0; p < rows.predicates(); p++) {
            certified += rows.hasVersionSet(p) ? 1 : 0;
        }
        Map<String, Object> counts = new LinkedHashMap<>();
        counts.put("columns", rows.columnCount());
        counts.put("predicate reads", rows.predicates());
        counts.put("conditions", rows.conditions().size());
        counts.put("version sets", certified);
        return counts;
    }

    /** What the database's timestamps are like: they decide si, ser and sser. */
    private static Map<String, Object> timestamps(History history) {
        int[] counts = new int[3];
        for (int t = 1; t <= history.transactions(); t++) {
            if (history.isCommitted(t)) {
                int order = Long.compare(history.startPhysical(t), history.commitPhysical(t));
                order = order != 0 ? order : Long.compare(history.startLogical(t), history.commitLogical(t));
                counts[Integer.signum(order) + 1]++;
            }
        }
        Map<String, Object> timestamps = new LinkedHashMap<>();
        timestamps.put("start before commit", counts[0]);
        timestamps.put("start at commit", counts[1]);
        timestamps.put("start after commit", counts[2]);
        return timestamps;
    }

    /** The values that were read or written, a value once for each key; the initial ones don't count. */
    private static int distinctValues(History history) {
        BitSet used = new BitSet(history.values());
        for (int op = 0; op < history.operations(); op++) {
            used.set(history.value(op));
            if (history.kind(op) == OpKind.LIST_READ) {
                int list = history.listOf(op);
                for (int i = history.listFirst(list); i < history.listFirst(list + 1); i++) {
                    used.set(history.listElement(i));
                }
            }
        }
        used.clear(0);
        return used.cardinality();
    }

    private static Map<String, Object> kinds(History history) {
        String[] names = {"reads", "writes", "list reads", "appends", "cas reads", "cas writes", "failed cas", "deletes"
        };
        int[] counts = new int[names.length];
        for (int op = 0; op < history.operations(); op++) {
            counts[history.kind(op)]++;
        }
        Map<String, Object> kinds = new LinkedHashMap<>();
        for (byte kind = OpKind.READ; kind < names.length; kind++) {
            if (counts[kind] > 0) {
                kinds.put(names[kind], counts[kind]);
            }
        }
        return kinds;
    }

    private static Map<String, Object> hottest(History history) {
        int[] uses = new int[history.keys()];
        for (int op = 0; op < history.operations(); op++) {
            uses[history.key(op)]++;
        }
        Map<String, Object> hottest = new LinkedHashMap<>();
        for (int i = 0; i < HOTTEST && i < uses.length; i++) {
            int hot = 0;
            for (int k = 1; k < uses.length; k++) {
                hot = uses[k] > uses[hot] ? k : hot;
            }
            // the keys 1 and "1" are different keys
            String name = history.keyName(hot);
            hottest.put(
                    hottest.containsKey(name) ? Json.of(Json.scalar(history, history.keyCode(hot))) : name, uses[hot]);
            uses[hot] = -1;
        }
        return hottest;
    }
}
