package org.isolde.report.page;

import java.util.List;
import java.util.stream.Collectors;
import org.isolde.check.CheckResult;
import org.isolde.check.Verdict;
import org.isolde.history.Evidence;
import org.isolde.history.Level;
import org.isolde.report.Report;
import org.isolde.report.draw.DisplayText;
import org.isolde.report.overview.LatticeSvg;
import org.isolde.report.overview.LevelVerdict;

/** The verdicts: in a row for the top of the page, and in full as a picture and a table. */
final class VerdictSection {
    private final Report report;
    private final CheckResult check;
    private final Limits limits;
    private final Html html;

    VerdictSection(Report report, Limits limits, Html html) {
        this.report = report;
        this.check = report.check();
        this.limits = limits;
        this.html = html;
    }

    /** One small mark for each level that was checked, weakest first. */
    void strip() {
        html.open("ul", "class", "strip", "aria-label", "Verdicts, weakest level first");
        for (Level level : check.verdicts().keySet()) {
            LevelVerdict verdict = LevelVerdict.of(check, level);
            html.open("li", "class", "tag " + verdict.style(), "title", level.title() + ": " + verdict.text());
            html.inline("span", verdict.sign(), "aria-hidden", "true").text(" " + level.text());
            html.inline("span", " " + verdict.text(), "class", "hear").close("li");
        }
        html.close("ul");
    }

    void write() {
        html.open("section", "id", "verdicts", "aria-labelledby", "verdicts-head");
        html.element("h2", "Verdicts", "id", "verdicts-head");
        html.open("figure");
        html.open("div", "class", "scroll", "tabindex", 0, "role", "region", "aria-label", "Picture of the levels");
        html.raw(LatticeSvg.of(check).inlineImage()).close("div").close("figure");
        html.open("div", "class", "scroll", "tabindex", 0, "role", "region", "aria-label", "Table of verdicts");
        html.open("table", "class", "verdicts stack");
        html.open("caption").text("Strongest level first. " + sessionOrder()).close("caption");
        html.open("thead").open("tr");
        for (String head : heads()) {
            html.inline("th", head, "scope", "col");
        }
        html.close("tr").close("thead").open("tbody");
        Level.strongestFirst().forEach(this::row);
        html.close("tbody").close("table").close("div").close("section");
    }

    private String sessionOrder() {
        return check.sessionOrder() ? "Session order counts." : "Session order does not count.";
    }

    private List<String> heads() {
        return report.proofs().isEmpty()
                ? List.of("Level", "Verdict", "Algorithm", "Evidence", "Reason")
                : List.of("Level", "Verdict", "Proof", "Algorithm", "Evidence", "Reason");
    }

    private void row(Level level) {
        LevelVerdict shown = LevelVerdict.of(check, level);
        Verdict verdict = check.verdicts().get(level);
        String mark = check.strongestSatisfied().contains(level)
                ? LevelVerdict.isStrongest(check, level) ? "strongest that holds" : "strongest asked, holds"
                : check.weakestViolated().contains(level) ? "weakest that is broken" : "";
        html.open("tr", "class", shown.style());
        html.open("th", "scope", "row", "data-label", "Level").inline("b", level.text());
        html.text(" ").inline("span", level.title(), "class", "soft").end("th");
        html.open("td", "data-label", "Verdict").open("span", "class", "tag " + shown.style());
        html.inline("span", shown.sign(), "aria-hidden", "true")
                .text(" " + shown.text())
                .end("span");
        html.text(mark.isEmpty() ? "" : " " + mark).end("td");
        if (!report.proofs().isEmpty()) {
            cell("Proof", DisplayText.cut(report.proofs().getOrDefault(level, ""), limits.name()));
        }
        cell("Algorithm", verdict == null ? "" : verdict.algorithm());
        String evidence = verdict == null || verdict instanceof Verdict.Inapplicable
                ? ""
                : check.evidence(level).stream().map(Evidence::text).collect(Collectors.joining(", "));
        cell("Evidence", evidence.isEmpty() && verdict != null ? "none beside values" : evidence);
        cell("Reason", DisplayText.cut(LevelVerdict.reason(check, level), limits.text()));
        html.close("tr");
    }

    private void cell(String label, String text) {
        html.inline("td", text, "data-label", label);
    }
}
