package org.isolde.report.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isolde.check.Isolde;
import org.isolde.check.Verdict;
import org.isolde.history.History;
import org.isolde.report.Finding;
import org.isolde.report.Report;
import org.isolde.report.Samples;
import org.isolde.report.draw.Xml;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReportFilesTest {
    @TempDir
    Path folder;

    @Test
    void everyReportBecomesFiles() throws IOException {
        int number = 0;
        for (Report report : Samples.all()) {
            Path own = folder.resolve("report-" + number++);
            List<Path> files = ReportFiles.write(own, report, List.of(new Link("log.txt", "the log")));
            assertEquals(own.resolve("report.html"), files.get(files.size() - 1));
            for (Path file : files) {
                assertTrue(Files.size(file) > 0, file.toString());
                if (file.toString().endsWith(".svg")) {
                    Xml.parse(Files.readString(file));
                }
            }
            JsonNode json =
                    new ObjectMapper().readTree(own.resolve("report.json").toFile());
            assertEquals(report.title(), json.get("title").asText());
            assertEquals(report.findings().size(), json.get("findings").size());
            assertEquals(report.check().verdicts().size(), json.get("verdicts").size());
            assertTrue(Files.readString(own.resolve("report.html")).contains("href=\"log.txt\""));
            for (int i = 0; i < report.findings().size(); i++) {
                Finding finding = report.findings().get(i);
                assertEquals(
                        finding.story().name(),
                        json.get("findings").get(i).get("name").asText());
                Path histories = own.resolve(ReportFiles.findingFolder(i + 1)).resolve("history.jsonl");
                History minimal = History.read(histories);
                assertTrue(
                        Isolde.check(minimal, finding.story().broken()) instanceof Verdict.Violated,
                        report.title() + ": the minimal history shows it as well");
            }
        }
    }

    @Test
    void whatCantBeWrittenIsNamed() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "in the way");
        Report report = Samples.report("x", Samples.lists());
        IOException refused = assertThrows(IOException.class, () -> ReportFiles.write(file, report, List.of()));
        assertTrue(refused.getMessage().contains(file.toString()), refused.getMessage());
    }
}
