package org.isolde.app;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isolde.check.CheckResult;
import org.isolde.history.History;
import org.isolde.report.Report;
import org.isolde.report.page.ReportFiles;

/** Makes the report on a check, and writes it into a folder. */
public final class Reports {
    private Reports() {}

    /** The report on a check. */
    public static Report of(String title, CheckResult check, Proofs proofs, Map<String, Object> parameters) {
        return Report.of(title, check, proofs.judged(), parameters);
    }

    /** Writes a report into a folder, and returns its page. */
    public static Path write(Path folder, Report report) throws IOException {
        ReportFiles.write(folder, report, List.of());
        return folder.resolve(ReportFiles.PAGE);
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
