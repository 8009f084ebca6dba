package org.isolde.app;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isolde.app.replay.NotReplayableException;
import org.isolde.app.replay.ReplayFiles;
import org.isolde.check.CheckResult;
import org.isolde.history.History;
import org.isolde.report.MinimalCase;
import org.isolde.report.Report;
import org.isolde.report.SqlStep;
import org.isolde.report.page.Link;
import org.isolde.report.page.ReportFiles;

/** Makes the report on a check, and writes it into a folder. */
public final class Reports {
    /** A larger counterexample is no story that could be told step by step. */
    private static final int MOST_REPLAYED = 40;

    private Reports() {}

    /** The report on a check. */
    public static Report of(String title, CheckResult check, Proofs proofs, Map<String, Object> parameters) {
        return inSql(Report.of(title, check, proofs.judged(), parameters));
    }

    /** The same report with its findings as statements, where it comes from a run of SQL. */
    public static Report inSql(Report report) {
        return report.withSql(Reports::sql);
    }

    private static List<SqlStep> sql(MinimalCase minimal) {
        if (minimal.history().transactions() > MOST_REPLAYED) {
            return List.of();
        }
        try {
            return ReplayFiles.statements(minimal.history());
        } catch (NotReplayableException e) {
            return List.of();
        }
    }

    /** Writes a report into a folder, and returns its page. */
    public static Path write(Path folder, Report report) throws IOException {
        List<Link> links = new ArrayList<>();
        for (int number = 1; number <= report.findings().size(); number++) {
            MinimalCase minimal = report.findings().get(number - 1).minimal();
            if (minimal.history().transactions() <= MOST_REPLAYED) {
                replay(folder, number, minimal, links);
            }
        }
        ReportFiles.write(folder, report, links);
        return folder.resolve(ReportFiles.PAGE);
    }

    /** What is needed to make a finding happen again, if it comes from a database that Isolde knows. */
    private static void replay(Path folder, int number, MinimalCase minimal, List<Link> links) throws IOException {
        String own = ReportFiles.findingFolder(number);
        try {
            for (Path file : ReplayFiles.write(folder.resolve(own), minimal.history(), minimal.anomaly())) {
                String name = file.getFileName().toString();
                links.add(
                        new Link(
                                number,
                                own + "/" + name,
                                name.endsWith(".spec")
                                        ? "the steps for PostgreSQL's isolationtester, not executed"
                                        : "the steps for a person with a terminal for each session, as recorded, not executed"));
            }
        } catch (NotReplayableException e) {
            // a history from elsewhere, for which there is no database to replay it on, or whose statements nobody
            // knows
            return;
        }
    }

    /** What a history says itself about how it came about. */
    public static Map<String, Object> parameters(History history) {
        Map<String, Object> parameters = new LinkedHashMap<>();
        history.header().forEach((name, json) -> parameters.put(name, plain(json)));
        return parameters;
    }

    /** A JSON text without its quotes if it is a plain string. */
    private static String plain(String json) {
        boolean string = json.length() >= 2 && json.startsWith("\"") && json.endsWith("\"") && json.indexOf('\\') < 0;
        return string ? json.substring(1, json.length() - 1) : json;
    }
}
