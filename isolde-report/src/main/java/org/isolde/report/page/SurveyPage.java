package org.isolde.report.page;

import org.isolde.report.answer.Hazard;
import org.isolde.report.answer.Survey;

/** A survey as one HTML file, under the same policy as the page of a report. */
public final class SurveyPage {
    private final Survey survey;
    private final Html html = new Html();

    private SurveyPage(Survey survey) {
        this.survey = survey;
    }

    public static String of(Survey survey) {
        return new SurveyPage(survey).page();
    }

    private String page() {
        html.open("header");
        html.open("p", "class", "eyebrow").text("Isolde survey").close("p");
        html.element("h1", survey.database());
        html.open("div", "class", "banner " + survey.conclusion().text());
        html.element("p", survey.isBroken() ? "A promise was broken" : "No broken promise was seen", "class", "label");
        if (survey.interrupted()) {
            html.element("p", survey.interruption(), "class", "lead");
        }
        html.element(
                "p",
                "What can go wrong between transactions at each isolation level, as far as fixed interleavings and a short"
                        + " run at each show it.",
                "class",
                "lead");
        html.close("div").close("header");
        html.open("main", "id", "main");
        table();
        choice();
        levels();
        html.open("section").element("h2", "Run it again");
        html.open("pre").inline("code", survey.command()).close("pre").close("section");
        html.close("main");
        return PageFrame.around("What " + survey.database() + " lets happen", html, "");
    }

    private void table() {
        html.open("section", "aria-labelledby", "table-head");
        html.element("h2", "What can happen", "id", "table-head");
        html.open("div", "class", "scroll", "tabindex", 0, "role", "region", "aria-label", "What can happen");
        html.open("table", "class", "survey stack");
        html.open("caption")
                .text(
                        "Seen: it is possible, and that is how long it took to see it. Not seen: the level does not promise to"
                                + " prevent it. No: the level promises that it does not happen, and it was not seen.")
                .close("caption");
        html.open("thead").open("tr").inline("th", "What", "scope", "col");
        survey.levels().forEach(level -> html.inline("th", level.asked(), "scope", "col"));
        html.close("tr").close("thead").open("tbody");
        for (Hazard hazard : survey.hazards()) {
            html.open("tr").open("th", "scope", "row", "data-label", "What");
            html.inline("b", hazard.title()).text(" ");
            html.inline("span", hazard.meaning(), "class", "soft").end("th");
            for (Survey.OfLevel level : survey.levels()) {
                cell(level, level.of(hazard));
            }
            html.close("tr");
        }
        html.close("tbody").close("table").close("div").close("section");
    }

    private void cell(Survey.OfLevel level, Survey.Sighting sighting) {
        html.open("td", "data-label", level.asked());
        String style = sighting.isBroken()
                ? "violated"
                : sighting.isSeen() ? "undecided" : sighting.forbidden() ? "satisfied" : "unasked";
        html.inline("span", sighting.words(), "class", "tag " + style, "title", sighting.how())
                .end("td");
    }

    private void choice() {
        html.open("section", "aria-labelledby", "choice-head");
        html.element("h2", "What to choose", "id", "choice-head").open("ul");
        survey.sentences().forEach(sentence -> html.element("li", sentence));
        html.close("ul").close("section");
    }

    private void levels() {
        html.open("section", "aria-labelledby", "levels-head");
        html.element("h2", "The levels", "id", "levels-head");
        for (Survey.OfLevel level : survey.levels()) {
            html.element("h4", level.asked());
            html.element(
                    "p",
                    "Promises " + level.promised().title() + ": "
                            + level.promised().meaning());
            if (level.amount() != null) {
                html.element(
                        "p",
                        "The run: " + level.amount().numbers() + "."
                                + (level.amount().isLittle() ? " That is little evidence." : ""),
                        "class",
                        level.amount().isLittle() ? "loud" : "soft");
            }
            if (!level.note().isEmpty()) {
                html.element("p", "Known: " + level.note() + ".", "class", "soft");
            }
            level.problems().forEach(problem -> html.element("p", problem, "class", "loud"));
            html.open("ul");
            level.sightings().stream()
                    .filter(Survey.Sighting::isSeen)
                    .forEach(sighting -> html.element("li", sighting.hazard().title() + ". " + sighting.how()));
            html.close("ul");
        }
        html.close("section");
    }
}
