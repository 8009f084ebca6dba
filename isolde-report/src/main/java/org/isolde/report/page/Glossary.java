package org.isolde.report.page;

import org.isolde.check.EdgeKind;
import org.isolde.history.Level;

/** The words that the report uses, for whoever meets them for the first time. */
final class Glossary {
    private Glossary() {}

    static void write(Html html) {
        html.open("section", "id", "words", "aria-labelledby", "words-head");
        html.element("h2", "Words", "id", "words-head");
        html.open("details").element("summary", "Kinds of arrows").open("dl", "class", "words");
        for (EdgeKind kind : EdgeKind.values()) {
            html.open("dt")
                    .inline("span", kind.words(), "class", "chip " + kind.text())
                    .close("dt");
            html.element("dd", meaning(kind));
        }
        html.close("dl").close("details");
        html.open("details").element("summary", "Operations and transactions").open("dl", "class", "words");
        entry(html, "r(x)=4", "A read of key x that saw 4.");
        entry(html, "w(x)=5", "A write of 5 to key x.");
        entry(html, "append(x,5)", "5 was added to the end of the list x.");
        entry(html, "cas(x,4 -> 5)", "A compare-and-set: x was 4 and became 5, at once.");
        entry(html, "cas-failed(x,4)", "A compare-and-set that found something else than 4, and changed nothing.");
        entry(html, "committed", "The client was told that the transaction is done.");
        entry(html, "aborted", "The client was told that nothing of it happened.");
        entry(
                html,
                "unknown",
                "The answer was lost. It counts as committed if somebody whose transaction counts read from it.");
        entry(
                html,
                "start 5, commit 9",
                "The database's own timestamps: the transaction saw what had been committed up to 5, and others see it from 9"
                        + " on.");
        html.close("dl").close("details");
        html.open("details").element("summary", "Isolation levels").open("dl", "class", "words");
        for (Level level : Level.values()) {
            html.open("dt").inline("b", level.text()).text(", " + level.title()).close("dt");
            html.open("dd")
                    .text(level.meaning() + " ")
                    .inline("span", level.source(), "class", "soft")
                    .close("dd");
        }
        html.close("dl").close("details").close("section");
    }

    private static void entry(Html html, String word, String meaning) {
        html.open("dt").inline("code", word).close("dt").element("dd", meaning);
    }

    static String meaning(EdgeKind kind) {
        return switch (kind) {
            case SO -> "Session order: the same session ran the first and then the second.";
            case RT -> "Real time: the first had ended before the second began.";
            case WR -> "The second read what the first wrote.";
            case WW -> "The second overwrote what the first wrote.";
            case RW -> "The second overwrote what the first read, so the first did not see it yet.";
            case CO -> "The level demands that the first comes before the second, for the reason beside it.";
            case PREDICATE_WR ->
                "The second read by a condition, and saw that the first made a row match, or match no more.";
            case PREDICATE_RW ->
                "The first read by a condition, and did not see yet that the second made a row match, or match no more.";
        };
    }
}
