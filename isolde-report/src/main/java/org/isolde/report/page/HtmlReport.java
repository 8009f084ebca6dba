package org.isolde.report.page;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.isolde.report.Finding;
import org.isolde.report.Report;
import org.isolde.report.Roots;
import org.isolde.report.answer.Answer;
import org.isolde.report.draw.DisplayText;
import org.isolde.report.overview.OverviewSvg;

/**
 * A report as one HTML file that opens from disk and fetches nothing.
 *
 * <p>Invariant: smaller than {@link #MOST_BYTES}, whatever the report; where something had to be left out, the page says so.
 * The script only brings to life what is there: without it everything can still be read.
 */
public final class HtmlReport {
    /** No page is larger. */
    public static final int MOST_BYTES = 2_000_000;

    private static final int LONGEST_TITLE = 200;

    private final Report report;
    private final List<Link> links;
    private final Limits limits;
    private final Html html = new Html();

    private HtmlReport(Report report, List<Link> links, Limits limits) {
        this.report = report;
        this.links = links;
        this.limits = limits;
    }

    /**
     * The page of a report.
     *
     * @param links files beside it, which help to reproduce what was found
     */
    public static String of(Report report, List<Link> links) {
        Limits limits = Limits.USUAL;
        while (true) {
            String page = new HtmlReport(report, links, limits).page();
            if (page.getBytes(StandardCharsets.UTF_8).length < MOST_BYTES || limits.equals(limits.half())) {
                return page;
            }
            limits = limits.half();
        }
    }

    private String page() {
        String title = DisplayText.cut(report.title(), LONGEST_TITLE);
        head(title);
        html.open("main", "id", "main");
        // who reads of a broken promise wants to see how; who does not, what it means
        boolean broken = report.answer() != null && report.answer().kept() == Answer.Kept.NO;
        if (report.answer() != null && !broken) {
            new AnswerSection(report.answer(), html).write();
        }
        findings();
        if (broken) {
            new AnswerSection(report.answer(), html).write();
        }
        new VerdictSection(report, limits, html).write();
        overview();
        reproduce();
        ParameterSection.write(report, limits, html);
        Glossary.write(html);
        html.close("main");
        return PageFrame.around(title, html, PageFrame.resource("report.js"));
    }

    private void head(String title) {
        HeadLine line = HeadLine.of(report);
        html.open("header");
        html.open("p", "class", "eyebrow").text("Isolde report").close("p");
        html.element("h1", title);
        html.open("div", "class", "banner " + line.style());
        html.element("p", line.label(), "class", "label");
        html.element("p", line.sentence(), "class", "lead");
        if (!line.consequence().isEmpty()) {
            html.element("p", line.consequence());
        }
        for (String remark : report.remarks()) {
            html.element("p", remark, "class", "remark");
        }
        if (line.style().equals("satisfied")) {
            html.element(
                    "p", report.amount().sentence(), "class", report.amount().isLittle() ? "loud" : "remark");
        }
        html.element("p", line.detail(), "class", "soft");
        new VerdictSection(report, limits, html).strip();
        html.close("div");
        html.open("nav", "aria-label", "Sections").open("ul");
        String[][] sections = {
            {"answer", "Am I safe?"},
            {"findings", "Findings"},
            {"verdicts", "Verdicts"},
            {"overview", "Whole history"},
            {"files", "Files"},
            {"parameters", "Parameters"},
            {"words", "Words"}
        };
        for (String[] section : sections) {
            boolean isThere = switch (section[0]) {
                case "answer" -> report.answer() != null;
                case "findings" -> !report.findings().isEmpty();
                case "files" -> !general().isEmpty();
                case "parameters" -> !report.parameters().isEmpty();
                default -> true;
            };
            if (isThere) {
                html.open("li")
                        .inline("a", section[1], "href", "#" + section[0])
                        .close("li");
            }
        }
        html.close("ul").close("nav").close("header");
    }

    private void findings() {
        List<Finding> all = report.findings();
        if (all.isEmpty()) {
            return;
        }
        int shown = Math.min(all.size(), limits.findings());
        html.open("section", "id", "findings", "aria-labelledby", "findings-head");
        html.element("h2", all.size() == 1 ? "The finding" : "Findings", "id", "findings-head");
        if (shown > 1) {
            html.open("nav", "aria-label", "Findings", "class", "index").open("ol");
            for (int i = 0; i < shown; i++) {
                html.open("li").inline("a", FindingSection.title(all.get(i).story()), "href", "#finding-" + (i + 1));
                html.text(" breaks " + all.get(i).story().broken().text()).close("li");
            }
            html.close("ol").close("nav");
            Roots.sentences(report)
                    .forEach(sentence -> html.element("p", DisplayText.cut(sentence, limits.text()), "class", "soft"));
        }
        for (int i = 0; i < shown; i++) {
            new FindingSection(all.get(i), i + 1, limits, html).write(links);
        }
        int untold = report.untold() + all.size() - shown;
        if (untold > 0) {
            html.element("p", untold + " more anomalies were found and are not told here.", "class", "soft");
        }
        html.close("section");
    }

    private void overview() {
        html.open("section", "id", "overview", "aria-labelledby", "overview-head");
        html.element("h2", "The whole history", "id", "overview-head");
        if (report.check().history().transactions() == 0) {
            html.element("p", "It is empty.").close("section");
            return;
        }
        html.element("p", OverviewSvg.sentence(report), "class", "soft");
        html.open("figure");
        html.open(
                "div",
                "class",
                "scroll",
                "tabindex",
                0,
                "role",
                "region",
                "data-zoom",
                "",
                "aria-label",
                "Transactions over time");
        html.raw(OverviewSvg.of(report).inlineImage())
                .close("div")
                .close("figure")
                .close("section");
    }

    private List<Link> general() {
        return links.stream().filter(link -> link.finding() == 0).toList();
    }

    private void reproduce() {
        if (!general().isEmpty()) {
            html.open("section", "id", "files", "aria-labelledby", "files-head");
            html.element("h2", "Files beside this report", "id", "files-head");
            Links.write(general(), limits, html);
            html.close("section");
        }
    }
}
