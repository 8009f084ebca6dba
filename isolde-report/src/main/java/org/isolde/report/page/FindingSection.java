package org.isolde.report.page;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.isolde.check.Names;
import org.isolde.history.History;
import org.isolde.history.format.Format;
import org.isolde.report.Finding;
import org.isolde.report.SqlStep;
import org.isolde.report.Story;
import org.isolde.report.draw.DisplayText;
import org.isolde.report.graph.AnomalyGraph;
import org.isolde.report.graph.AnomalyGraph.Arc;
import org.isolde.report.graph.GraphSvg;
import org.isolde.report.timeline.TimelineSvg;

/** One finding of the page: what it means, its graph, the reasons, the time line, and the minimal history. */
final class FindingSection {
    private final Finding finding;
    private final Story story;
    private final int number;
    private final String prefix;
    private final Limits limits;
    private final Html html;

    FindingSection(Finding finding, int number, Limits limits, Html html) {
        this.finding = finding;
        this.story = finding.story();
        this.number = number;
        this.prefix = "f" + number;
        this.limits = limits;
        this.html = html;
    }

    static String title(Story story) {
        return story.name() + " (" + story.alias() + ")";
    }

    void write(List<Link> links) {
        html.open("details", "class", "finding", "id", "finding-" + number, "open", number == 1 ? "" : null);
        html.open("summary").open("h3");
        html.inline("span", "Finding " + number, "class", "eyebrow").text(" ").inline("span", title(story));
        html.close("h3").close("summary");
        meaning();
        graph();
        cases();
        timeline();
        new TransactionTable(finding, prefix, limits, html).write();
        sql();
        history();
        files(links);
        html.close("details");
    }

    private void meaning() {
        html.open("div", "class", "meaning");
        html.element("p", story.meaning());
        html.open("p")
                .inline("strong", "What that means: ")
                .text(story.consequence())
                .close("p");
        // the sentence of a bad read is its reason, some others are their reasons in a row: those come next
        if (!story.cycle().isEmpty()
                && !story.sentence().contains(story.cycle().get(0).because())) {
            html.open("p")
                    .inline("strong", "What happened here: ")
                    .text(sentence(story.sentence()))
                    .close("p");
        }
        html.open("p", "class", "soft").text("Breaks " + HeadLine.words(List.of(story.broken())) + ". ");
        html.text(
                story.holding().isEmpty()
                        ? ""
                        : "What the whole history still satisfies: " + HeadLine.words(story.holding()) + ".");
        html.text(story.isByTimestamps() ? " The database's own timestamps show this." : "");
        html.close("p").close("div");
    }

    private String sentence(String text) {
        String cut = DisplayText.cut(text, limits.text());
        return cut.endsWith(".") ? cut : cut + ".";
    }

    private void graph() {
        AnomalyGraph graph = AnomalyGraph.of(finding);
        html.open("div", "class", "together");
        html.open("figure");
        html.open("div", "class", "scroll", "tabindex", 0, "role", "region", "aria-label", "Dependency graph");
        html.raw(GraphSvg.interactive(graph, prefix, prefix).inline()).close("div");
        html.open("figcaption").text(caption(graph)).close("figcaption");
        html.close("figure");
        html.open("div", "class", "aside");
        html.element("h4", story.cycle().isEmpty() ? "Why" : "Why these can't all hold");
        if (story.cycle().isEmpty()) {
            badRead(graph);
        } else {
            html.element(
                    "p",
                    "Each arrow says who must come before whom. Together they run in a circle, so no order fits.",
                    "class",
                    "soft");
            steps(story.cycle(), prefix, List.of());
        }
        html.open("div", "class", "panel", "id", prefix + "-panel", "tabindex", "-1", "hidden", "");
        html.close("div").close("div").close("div");
    }

    private static String caption(AnomalyGraph graph) {
        return "Cards are transactions, with the operations that matter. Choose one to see all of it."
                + (graph.left() > 0 ? " " + graph.left() + " transactions are left out." : "");
    }

    private void badRead(AnomalyGraph graph) {
        html.open("ul", "class", "steps");
        html.open("li").text(sentence(story.sentence())).close("li");
        for (Arc arc : graph.arcs()) {
            html.open("li");
            html.inline(
                            "span",
                            arc.kind().words(),
                            "class",
                            "chip " + arc.kind().text())
                    .text(" ");
            html.text(sentence(arc.because())).close("li");
        }
        html.close("ul");
    }

    private void steps(List<Story.Step> cycle, String id, List<Integer> supposed) {
        Names names = new Names(finding.minimal().history());
        html.open("ol", "class", "steps");
        int shown = Math.min(cycle.size(), limits.transactions());
        for (int i = 0; i < shown; i++) {
            Story.Step step = cycle.get(i);
            html.open("li", "id", id + "-s" + i, "tabindex", 0, "data-step", id + "-s" + i);
            html.inline(
                            "span",
                            step.kind().words(),
                            "class",
                            "chip " + step.kind().text())
                    .text(" ");
            html.open("b").text(cut(names.transaction(step.from())) + " \u2192 " + cut(names.transaction(step.to())));
            html.end("b");
            html.text(supposed.contains(i) ? " if the opposite held" : "").text(step.key() == null ? ": " : "");
            if (step.key() != null) {
                html.text(" on ").inline("code", cut(step.key())).text(": ");
            }
            html.text(sentence(step.because())).close("li");
        }
        if (shown < cycle.size()) {
            html.open("li")
                    .text("\u2026 and " + (cycle.size() - shown) + " more")
                    .close("li");
        }
        html.close("ol");
    }

    private String cut(String text) {
        return DisplayText.cut(text, limits.name());
    }

    private void cases() {
        if (story.cases().isEmpty()) {
            return;
        }
        html.element("h4", "Why the versions are in that order");
        html.element(
                "p",
                "One circle is not enough here: nobody said in which order some versions were written. Each of these must"
                        + " hold, for its opposite (dashed, with a question mark) would close a circle.",
                "class",
                "soft");
        int shown = Math.min(limits.cases(), story.cases().size());
        html.open("div", "class", "cases");
        for (int i = 0; i < shown; i++) {
            Story.Case each = story.cases().get(i);
            String id = prefix + "-c" + (i + 1);
            List<Integer> supposed = finding.minimal().anomaly().cases().get(i).supposed();
            html.open("section", "class", "case");
            html.open("h5").text((i + 1) + ". " + claim(each)).close("h5");
            if (i < limits.casePictures()) {
                html.open(
                        "div",
                        "class",
                        "scroll",
                        "tabindex",
                        0,
                        "role",
                        "region",
                        "aria-label",
                        "Graph of case " + (i + 1));
                html.raw(GraphSvg.interactive(AnomalyGraph.ofCase(finding, i), prefix, id)
                        .inline());
                html.close("div");
            }
            steps(each.cycle(), id, supposed);
            html.close("section");
        }
        html.close("div");
        if (shown < story.cases().size()) {
            html.element("p", (story.cases().size() - shown) + " more cases are in report.json.", "class", "soft");
        }
    }

    /** What a case shows; one that needs nothing but what was shown before it is a contradiction already. */
    private String claim(Story.Case each) {
        return each.claim().isEmpty()
                ? "What has been shown so far closes a circle by itself."
                : sentence(each.claim());
    }

    private void timeline() {
        html.element("h4", "Time line");
        html.open("figure");
        html.open(
                "div", "class", "scroll", "tabindex", 0, "role", "region", "data-zoom", "", "aria-label", "Time line");
        html.raw(TimelineSvg.interactive(finding, prefix).inline()).close("div").close("figure");
    }

    private void sql() {
        if (finding.sql().isEmpty()) {
            return;
        }
        html.element("h4", "The same in SQL");
        html.element("p", "As recorded, in an order that fits; it was not executed again.", "class", "soft");
        html.open("div", "class", "scroll", "tabindex", 0, "role", "region", "aria-label", "Statements");
        html.open("table", "class", "stack");
        html.open("thead").open("tr");
        for (String head : List.of("Step", "Transaction", "Statements", "Answer")) {
            html.inline("th", head, "scope", "col");
        }
        html.close("tr").close("thead").open("tbody");
        int shown = Math.min(finding.sql().size(), limits.transactions());
        for (int i = 0; i < shown; i++) {
            SqlStep step = finding.sql().get(i);
            html.open("tr").inline("td", String.valueOf(i + 1), "data-label", "Step");
            html.inline("td", cut(step.transaction()), "data-label", "Transaction");
            html.open("td", "data-label", "Statements").open("div");
            for (String statement : step.statements()) {
                html.open("div")
                        .inline("code", DisplayText.cut(statement, limits.text()))
                        .end("div");
            }
            html.end("div").end("td");
            html.inline("td", DisplayText.cut(step.answer(), limits.text()), "data-label", "Answer")
                    .close("tr");
        }
        html.close("tbody").close("table").close("div");
        if (shown < finding.sql().size()) {
            html.element("p", (finding.sql().size() - shown) + " more steps are not shown.", "class", "soft");
        }
    }

    private void history() {
        html.open("details", "class", "text");
        html.open("summary").text("The minimal history as JSON Lines, for ");
        html.inline("code", "isolde check").close("summary");
        String lines = jsonLines(finding.minimal().history(), limits.history());
        if (lines == null) {
            html.element("p", "It is too long to be shown here; see history.jsonl of this finding.", "class", "soft");
        } else {
            html.open("div", "class", "copy");
            html.inline("button", "Copy", "type", "button", "data-copy", prefix + "-jsonl", "hidden", "");
            html.open("pre", "id", prefix + "-jsonl", "tabindex", 0).raw("").lines(lines.stripTrailing());
            html.end("pre").close("div");
        }
        html.close("details");
    }

    /** The history as text, or null if that is too long. */
    private static String jsonLines(History history, int most) {
        ShortOutput out = new ShortOutput(most);
        try {
            Format.ISOLDE.write(history, out);
        } catch (ShortOutput.FullException e) {
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException("can't happen in memory", e);
        }
        return out.text();
    }

    private void files(List<Link> links) {
        List<Link> own = links.stream().filter(link -> link.finding() == number).toList();
        if (!own.isEmpty()) {
            html.element("h4", "Files of this finding, to reproduce or report it");
            Links.write(own, limits, html);
        }
    }
}
