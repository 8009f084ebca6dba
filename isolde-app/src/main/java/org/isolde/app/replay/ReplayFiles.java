package org.isolde.app.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.isolde.check.Anomaly;
import org.isolde.history.History;
import org.isolde.history.file.WholeFile;
import org.isolde.report.SqlStep;
import org.isolde.run.Database;
import org.isolde.run.DatabaseException;
import org.isolde.run.Databases;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase.Tables;
import org.isolde.run.Target;
import org.isolde.run.jdbc.JdbcDatabase;

/**
 * Files for a bug report, from a counterexample: {@code replay.sql} (or {@code replay.txt} for a database without SQL), a
 * script for a person with a terminal for each session, and {@code replay.spec} for PostgreSQL's isolationtester. No
 * database is needed to write them.
 */
public final class ReplayFiles {
    private static final String SPEC = "replay.spec";

    private static final String EXECUTED =
            "EXECUTED: 'isolde replay' has done these steps in this order, and they showed it; the answers are those that it"
                    + " was given.";

    private static final String NOT_EXECUTED =
            "NOT EXECUTED: these steps are the part of the recorded run that shows it, in an order that fits; the answers are"
                    + " those that were recorded. Nobody has done them alone, and it may take more than them, such as other"
                    + " transactions beside them. 'isolde replay' tries.";

    private static final String IN_VAIN =
            "NOT SEEN AGAIN: 'isolde replay' has done such steps, and they did not show it; the answers are those that were"
                    + " recorded in the run. It takes more than these steps, such as other transactions beside them.";

    private ReplayFiles() {}

    /**
     * Writes them into a folder, which is made if need be; files of these names are replaced.
     *
     * @param minimal the counterexample, whose header says how it was recorded
     * @param anomaly what it shows
     * @return what was written
     * @throws NotReplayableException if the history was not recorded on a database that Isolde knows
     */
    public static List<Path> write(Path folder, History minimal, Anomaly anomaly)
            throws IOException, NotReplayableException {
        RecordedRun run = RecordedRun.of(minimal);
        if (minimal.transactions() > Excerpt.MOST_TRANSACTIONS) {
            throw new NotReplayableException("a counterexample of " + minimal.transactions()
                    + " transactions is too large to be told step by step");
        }
        return write(folder, AnsweredSchedule.recorded(Excerpt.of(minimal)), run, anomaly, NOT_EXECUTED);
    }

    /**
     * The steps of a counterexample as they were recorded, in an order that fits; empty for a database without SQL.
     *
     * @throws NotReplayableException if the history was not recorded on a database that Isolde knows
     */
    public static List<SqlStep> statements(History minimal) throws NotReplayableException {
        RecordedRun run = RecordedRun.of(minimal);
        if (minimal.transactions() > Excerpt.MOST_TRANSACTIONS || !(database(run) instanceof JdbcDatabase sql)) {
            return List.of();
        }
        AnsweredSchedule told = AnsweredSchedule.recorded(Excerpt.of(minimal));
        Excerpt excerpt = told.schedule().excerpt();
        Isolation isolation = isolation(sql, run);
        SqlWording wording = wording(sql, run.tables(excerpt.lists()));
        List<SqlStep> steps = new ArrayList<>();
        for (Step step : told.schedule().order()) {
            List<String> statements = new ArrayList<>();
            if (step.operation() == 0) {
                statements.addAll(sql.dialect().beginning(isolation));
            }
            statements.addAll(told.schedule().sql(step, wording));
            steps.add(new SqlStep(
                    excerpt.client(step).name(),
                    name(excerpt.transactions().get(step.transaction()).name()),
                    statements,
                    told.answer(step).replaceFirst("^recorded: ", "")));
        }
        return steps;
    }

    /** As stories call it. */
    private static String name(String transaction) {
        return !transaction.isEmpty() && Character.isDigit(transaction.charAt(0)) ? "T" + transaction : transaction;
    }

    private static SqlWording wording(JdbcDatabase sql, Tables tables) {
        return tables.rows() ? new RowWording(sql.dialect()) : new KeyWording(sql.dialect(), tables);
    }

    /** The same of a replay: as it happened there, if it did; else as it was recorded. */
    public static List<Path> write(Path folder, ReplayPlan plan, ReplayResult result)
            throws IOException, NotReplayableException {
        AnsweredSchedule told;
        String execution;
        if (result.steps() == Outcome.AGAIN) {
            told = AnsweredSchedule.executed(result.execution());
            execution = EXECUTED;
        } else {
            execution = result.execution() == null ? NOT_EXECUTED : IN_VAIN;
            boolean raced = result.race() != null && result.race().excerpt() != null;
            told = AnsweredSchedule.recorded(
                    raced ? result.race().excerpt() : plan.violation().counterexample());
        }
        return write(
                folder, told, plan.violation().run(), plan.violation().minimal().anomaly(), execution);
    }

    private static List<Path> write(
            Path folder, AnsweredSchedule told, RecordedRun run, Anomaly anomaly, String execution)
            throws IOException, NotReplayableException {
        Excerpt excerpt = told.schedule().excerpt();
        Tables tables = run.tables(excerpt.lists());
        Database database = database(run);
        Isolation isolation = isolation(database, run);
        Case found = new Case(told, run, anomaly, isolation, execution);
        Files.createDirectories(folder);
        List<Path> written = new ArrayList<>();
        if (database instanceof JdbcDatabase sql) {
            written.add(write(
                    folder.resolve("replay.sql"),
                    new TerminalScript(found, sql.dialect(), wording(sql, tables)).text()));
            written.add(write(folder.resolve(SPEC), new IsolationSpec(found, tables).text()));
        } else {
            written.add(write(folder.resolve("replay.txt"), new TerminalScript(found, null, null).text()));
        }
        return written;
    }

    /**
     * What the files are about.
     *
     * @param execution whether these very steps were executed, and what came of it
     */
    record Case(AnsweredSchedule told, RecordedRun run, Anomaly anomaly, Isolation isolation, String execution) {
        Schedule schedule() {
            return told.schedule();
        }

        /** The words for the head of a file, a line each, with nothing in them that could end a comment. */
        List<String> head() {
            return List.of(
                    anomaly.kind().text() + " (" + anomaly.alias() + "): " + anomaly.meaning(),
                    run.version() == null
                            ? "From a history of elsewhere, for " + oneLine(run.target()) + " at " + isolation.sql()
                                    + "."
                            : "Recorded by Isolde on " + oneLine(run.version()) + " (" + oneLine(run.target()) + ") at "
                                    + isolation.sql() + ".",
                    "It breaks " + anomaly.level().title() + " ("
                            + anomaly.level().text() + ").",
                    execution);
        }
    }

    /** A text of a header or history as a part of a line of comment. */
    static String oneLine(String text) {
        return text.replaceAll("[\\p{Cntrl}\\p{Zl}\\p{Zp}\\p{Cf}]+", " ").strip();
    }

    private static Path write(Path file, String text) throws IOException {
        WholeFile.write(file, text);
        return file;
    }

    private static Database database(RecordedRun run) throws NotReplayableException {
        try {
            return Databases.of(Target.parse(run.target(), run.options()));
        } catch (DatabaseException e) {
            throw new NotReplayableException(
                    "the history was recorded on a database that is not known here: " + e.getMessage());
        }
    }

    private static Isolation isolation(Database database, RecordedRun run) throws NotReplayableException {
        try {
            return Databases.isolation(database, Target.parse(run.target(), run.options()), run.isolation());
        } catch (DatabaseException e) {
            throw new NotReplayableException(e.getMessage());
        }
    }

    /** PostgreSQL's own spelling, in which every isolationtester spec is written. */
    static JdbcDatabase postgres() {
        try {
            return (JdbcDatabase) Databases.of(Target.parse("postgres", Map.of()));
        } catch (DatabaseException e) {
            throw new IllegalStateException("PostgreSQL is always known", e);
        }
    }
}
