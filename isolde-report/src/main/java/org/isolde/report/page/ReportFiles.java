package org.isolde.report.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.isolde.history.History;
import org.isolde.history.file.WholeFile;
import org.isolde.history.format.Format;
import org.isolde.history.format.Json;
import org.isolde.report.Finding;
import org.isolde.report.Ink;
import org.isolde.report.Report;
import org.isolde.report.StoryText;
import org.isolde.report.graph.AnomalyGraph;
import org.isolde.report.graph.GraphDot;
import org.isolde.report.graph.GraphJson;
import org.isolde.report.graph.GraphSvg;
import org.isolde.report.overview.LatticeSvg;
import org.isolde.report.overview.OverviewSvg;
import org.isolde.report.timeline.TimelineSvg;

/**
 * A report as files: {@code report.html}, which needs none of the others, {@code report.json}, and for each finding a
 * folder {@code finding-1} and so on with its graph, time line and minimal history. Each is there as a whole, or not at all.
 */
public final class ReportFiles {
    /** What the page of a report is called. */
    public static final String PAGE = "report.html";

    /** Where nothing small shows an anomaly, and the history is larger than this, it is not written a second time. */
    private static final int MOST_TRANSACTIONS = 20_000;

    /** What may lie in the folder of a finding. */
    private static final Pattern OWN_FILE = Pattern.compile(
            "graph\\.(svg|dot|json)|case-\\d+\\.svg|timeline\\.svg|history\\.jsonl|story\\.txt|replay\\.(sql|spec|txt)");

    private final Path folder;
    private final List<Path> written = new ArrayList<>();

    private ReportFiles(Path folder) {
        this.folder = folder;
    }

    /** The folder of a finding, from 1. */
    public static String findingFolder(int number) {
        return "finding-" + number;
    }

    /**
     * Writes a report; files of the same names are replaced.
     *
     * @param folder where to; made if it is not there
     * @param more further files that the page should lead to, which somebody else writes
     * @return the files, in the order in which they were written; the page is the last
     * @throws IOException naming the file that could not be written
     */
    public static List<Path> write(Path folder, Report report, List<Link> more) throws IOException {
        return new ReportFiles(folder).write(report, more);
    }

    private List<Path> write(Report report, List<Link> more) throws IOException {
        List<Link> links = new ArrayList<>(more);
        for (int i = 0; i < report.findings().size(); i++) {
            finding(report.findings().get(i), i + 1, links);
        }
        removeStale(report.findings().size());
        write("verdicts.svg", LatticeSvg.of(report.check()).document());
        links.add(new Link("verdicts.svg", "the levels and the verdicts on them"));
        if (report.check().history().transactions() > 0) {
            write("overview.svg", OverviewSvg.of(report).document());
            links.add(new Link("overview.svg", "the whole history over time"));
        }
        write("report.json", Json.of(ReportJson.of(report)) + "\n");
        links.add(new Link("report.json", "all of this report, for programs"));
        write(PAGE, HtmlReport.of(report, links));
        return List.copyOf(written);
    }

    private void finding(Finding finding, int number, List<Link> links) throws IOException {
        String own = findingFolder(number) + "/";
        String story =
                new StoryText(Ink.PLAIN).full(finding.story(), finding.minimal().told());
        write(own + "story.txt", story + "\n");
        links.add(new Link(number, own + "story.txt", "the story as text"));
        AnomalyGraph graph = AnomalyGraph.of(finding);
        write(own + "graph.svg", GraphSvg.of(graph).document());
        links.add(new Link(number, own + "graph.svg", "the dependency graph as a picture"));
        write(own + "graph.dot", GraphDot.of(graph));
        links.add(new Link(number, own + "graph.dot", "the same for Graphviz"));
        write(own + "graph.json", Json.of(GraphJson.of(graph)) + "\n");
        links.add(new Link(number, own + "graph.json", "the same for programs"));
        for (int i = 0;
                i < Math.min(Limits.USUAL.cases(), finding.story().cases().size());
                i++) {
            String name = own + "case-" + (i + 1) + ".svg";
            write(name, GraphSvg.of(AnomalyGraph.ofCase(finding, i)).document());
            links.add(new Link(number, name, "case " + (i + 1)));
        }
        write(own + "timeline.svg", TimelineSvg.of(finding).document());
        links.add(new Link(number, own + "timeline.svg", "the time line as a picture"));
        History minimal = finding.minimal().history();
        if (minimal != finding.minimal().source() || minimal.transactions() <= MOST_TRANSACTIONS) {
            history(own + "history.jsonl", minimal);
            links.add(new Link(number, own + "history.jsonl", "the minimal history, to check again or to convert"));
        }
    }

    /** An older report in the same folder may have had more findings; what else lies there stays. */
    private void removeStale(int findings) throws IOException {
        for (int number = findings + 1; Files.isDirectory(folder.resolve(findingFolder(number))); number++) {
            Path stale = folder.resolve(findingFolder(number));
            List<Path> files;
            try (Stream<Path> all = Files.list(stale)) {
                files = all.toList();
            }
            for (Path file : files) {
                if (OWN_FILE.matcher(file.getFileName().toString()).matches()) {
                    Files.delete(file);
                }
            }
            try (Stream<Path> left = Files.list(stale)) {
                if (left.findAny().isPresent()) {
                    return;
                }
            }
            Files.delete(stale);
        }
    }

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        try {
            Files.createDirectories(file.getParent());
            WholeFile.write(file, text);
        } catch (IOException e) {
            throw failed(file, e);
        }
        written.add(file);
    }

    private void history(String name, History history) throws IOException {
        Path file = folder.resolve(name);
        try {
            WholeFile.write(file, out -> Format.ISOLDE.write(history, out));
        } catch (IOException e) {
            throw failed(file, e);
        }
        written.add(file);
    }

    /** Many causes, a full disk for one, don't say which file it was. */
    private static IOException failed(Path file, IOException cause) {
        return new IOException("the report can't be written to " + file + ": " + cause.getMessage(), cause);
    }
}
