package org.isolde.report.page;

import org.isolde.report.answer.Answer;
import org.isolde.report.answer.Answer.Possibility;

/** What a test comes to, for whoever runs an application on the database. */
final class AnswerSection {
    private final Answer answer;
    private final Html html;

    AnswerSection(Answer answer, Html html) {
        this.answer = answer;
        this.html = html;
    }

    void write() {
        html.open("section", "id", "answer", "aria-labelledby", "answer-head");
        html.element("h2", "Am I safe?", "id", "answer-head");
        html.open("dl", "class", "answer");
        entry("Asked for", answer.asked());
        entry(
                "It promises",
                answer.promised().title() + ": " + answer.promised().meaning());
        entry(
                "The promise",
                switch (answer.kept()) {
                    case YES -> "was kept in this run.";
                    case NO -> "was broken; the findings above tell how.";
                    case OPEN -> "was not checked as a whole.";
                });
        entry("That stands on", answer.amount().numbers() + ".");
        html.close("dl");
        if (answer.amount().isLittle() && answer.kept() != Answer.Kept.NO) {
            html.element("p", answer.amount().sentence(), "class", "loud");
        }
        if (!answer.possibilities().isEmpty()) {
            possibilities();
        }
        if (!answer.example().isEmpty()) {
            html.element("p", "For example, a " + answer.example() + ".");
        }
        if (!answer.todo().isEmpty()) {
            html.element("h3", "What to do").open("ul");
            answer.todo().forEach(each -> html.element("li", each));
            html.close("ul");
        }
        html.close("section");
    }

    private void entry(String term, String words) {
        html.inline("dt", term).inline("dd", words);
    }

    private void possibilities() {
        html.open("div", "class", "scroll", "tabindex", 0, "role", "region", "aria-label", "What can happen");
        html.open("table", "class", "stack");
        html.open("caption")
                .text("What " + answer.asked()
                        + " lets happen, and what happened. Counted is what surely happened; there" + " may be more.")
                .close("caption");
        html.open("thead").open("tr");
        for (String head : new String[] {"What", "In this run", "At " + answer.asked(), "That is"}) {
            html.inline("th", head, "scope", "col");
        }
        html.close("tr").close("thead").open("tbody");
        for (Possibility each : answer.possibilities()) {
            html.open("tr", "class", each.happened() && each.forbidden() ? "violated" : null);
            html.inline("th", each.hazard().title(), "scope", "row", "data-label", "What");
            html.open("td", "data-label", "In this run");
            html.inline(each.happened() ? "b" : "span", each.words()).end("td");
            html.inline(
                    "td",
                    each.forbidden() ? "promised not to happen" : "let happen",
                    "data-label",
                    "At " + answer.asked());
            html.inline("td", each.hazard().meaning(), "data-label", "That is").close("tr");
        }
        html.close("tbody").close("table").close("div");
    }
}
