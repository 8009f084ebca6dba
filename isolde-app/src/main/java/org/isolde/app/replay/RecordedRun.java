package org.isolde.app.replay;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.Scalars;
import org.isolde.history.format.Json;
import org.isolde.run.Redaction;
import org.isolde.run.RunningDatabase.Tables;
import org.isolde.run.record.JsonTree;
import org.isolde.run.runner.StatementUse;

/**
 * How a history was recorded, as its header says.
 *
 * @param target the database, as {@code --db} takes it; a URL without its credentials
 * @param options of the database
 * @param version what the database said of itself; null for a history of elsewhere, which no database is known of
 * @param isolation what it was asked for
 * @param levels what was checked; empty if the header doesn't say
 * @param tables of the run
 * @param statements how sessions re-used prepared statements
 * @param retries how often an aborted transaction was tried again
 */
public record RecordedRun(
        String target,
        Map<String, String> options,
        String version,
        String isolation,
        Set<Level> levels,
        Tables tables,
        StatementUse statements,
        int retries) {
    /** More than that no run has; a file may say anything. */
    private static final int MOST_TABLES = 1000;

    /** What a call says of where to replay, before what was recorded; null if it doesn't. */
    public record Given(String target, String isolation) {
        public static final Given NOTHING = new Given(null, null);
    }

    /** @throws NotReplayableException if the history was not recorded by Isolde */
    public static RecordedRun of(History history) throws NotReplayableException {
        return of(history, Given.NOTHING);
    }

    /** @throws NotReplayableException if neither the history nor the call says where it is to be replayed */
    public static RecordedRun of(History history, Given given) throws NotReplayableException {
        Map<String, Object> header = header(history);
        String target = header.get("target") instanceof String recorded ? recorded : given.target();
        String isolation = header.get("isolation") instanceof String recorded ? recorded : given.isolation();
        if (target == null || isolation == null) {
            throw new NotReplayableException("the history doesn't say on which database it was recorded, and at which"
                    + " isolation level: say where to replay it by --db and --isolation, as in --db postgres:18.6"
                    + " --isolation serializable");
        }
        if (history.rows() != null && !RowStatements.areKnown(history)) {
            throw new NotReplayableException("the rows of this history are not those of the workload 'predicate', so"
                    + " nobody knows which statements made them, and it can't be replayed: 'isolde explain' tells its"
                    + " steps, and 'isolde minimize' writes the least of it");
        }
        StatementUse statements = StatementUse.named(String.valueOf(header.get("statements")));
        return new RecordedRun(
                target,
                options(header.get("databaseOptions")),
                !header.containsKey("target")
                        ? null
                        : header.get("database") instanceof String version ? version : target,
                isolation,
                levels(header.get("levels")),
                new Tables(
                        Math.min(MOST_TABLES, Math.max(1, number(header.get("tables"), 1))),
                        history.hasLists(),
                        Boolean.TRUE.equals(header.get("secondaryIndex")),
                        history.rows() != null),
                statements == null ? StatementUse.MIXED : statements,
                number(header.get("retries"), 0));
    }

    /** The tables of the run, for values that may be lists. */
    Tables tables(boolean lists) {
        return new Tables(tables.count(), lists, tables.secondaryIndex(), tables.rows());
    }

    /** Whether the target or an option lacks a secret that was not recorded. */
    public boolean isRedacted() {
        return target.contains(Redaction.BLANK) || options.containsValue(Redaction.BLANK);
    }

    private static Map<String, Object> header(History history) {
        Map<String, Object> fields = new LinkedHashMap<>();
        history.header().forEach((name, json) -> fields.put(name, new Json.Raw(json)));
        try {
            return JsonTree.object(Json.of(fields).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new IllegalStateException("the reader took a header that is no JSON", e);
        }
    }

    private static int number(Object value, int otherwise) {
        return value instanceof Long number ? (int) Math.max(0, Math.min(Integer.MAX_VALUE, number)) : otherwise;
    }

    private static Map<String, String> options(Object value) {
        Map<String, String> options = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((name, each) -> options.put(name.toString(), String.valueOf(each)));
        }
        return options;
    }

    private static Set<Level> levels(Object value) throws NotReplayableException {
        Set<Level> levels = EnumSet.noneOf(Level.class);
        List<String> names = new ArrayList<>();
        if (value instanceof List<?> list) {
            list.forEach(name -> names.add(String.valueOf(name)));
        }
        for (String name : names) {
            try {
                levels.addAll(Level.parse(name));
            } catch (IllegalArgumentException e) {
                throw new NotReplayableException("the history's header names a level that is none: " + e.getMessage());
            }
        }
        return levels;
    }

    /** The number that a session of the run had: after a lost answer it goes on under another name. */
    static int sessionNumber(History history, int session) {
        long code = history.sessionCode(session);
        if (!Scalars.isPlain(code) || code < 0) {
            return session;
        }
        Object options = header(history).get("workloadOptions");
        int sessions = options instanceof Map<?, ?> map ? number(map.get("sessions"), 0) : 0;
        return (int) (sessions == 0 ? code % Integer.MAX_VALUE : code % (sessions + 1L));
    }
}
