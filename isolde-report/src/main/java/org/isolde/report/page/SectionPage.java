package org.isolde.report.page;

import java.util.List;

/**
 * A page of sections with paragraphs, code and tables, in the looks of a report: one HTML file that opens from disk and fetches nothing.
 * Whatever is put on it is text, and escaped.
 */
public final class SectionPage {
    private final String title;
    private final Html head = new Html();
    private final Html main = new Html();
    private boolean open;

    /**
     * Begins a page.
     *
     * @param eyebrow what kind of page it is, above the title
     * @param label in a word what it shows, on a banner with the lead
     */
    public SectionPage(String eyebrow, String title, String label, String lead) {
        this.title = title;
        head.open("header");
        head.open("p", "class", "eyebrow").text(eyebrow).close("p");
        head.element("h1", title);
        head.open("div", "class", "banner violated");
        head.element("p", label, "class", "label");
        head.element("p", lead, "class", "lead");
        head.close("div").close("header");
    }

    public SectionPage section(String name) {
        endSection();
        open = true;
        main.open("section").element("h2", name);
        return this;
    }

    private void endSection() {
        if (open) {
            main.close("section");
        }
        open = false;
    }

    public SectionPage paragraph(String text) {
        main.element("p", text);
        return this;
    }

    /** A name and a value, however long that is. */
    public SectionPage value(String name, String text) {
        main.open("p").inline("strong", name).text(": ").inline("code", text).close("p");
        return this;
    }

    /** Lines that stay as they are; wide ones can be scrolled. */
    public SectionPage code(String text) {
        main.open("pre", "class", "scroll", "tabindex", 0)
                .lines(text.stripTrailing())
                .close("pre");
        return this;
    }

    /** A table; cells are code where they have SQL in them, so all of them are. */
    public SectionPage table(String caption, List<String> heads, List<List<String>> rows) {
        main.open("div", "class", "scroll", "tabindex", 0, "role", "region", "aria-label", caption)
                .open("table");
        main.open("thead").open("tr");
        heads.forEach(each -> main.inline("th", each, "scope", "col"));
        main.close("tr").close("thead").open("tbody");
        for (List<String> row : rows) {
            main.open("tr");
            for (String cell : row) {
                main.open("td").inline("code", cell).end("td");
            }
            main.close("tr");
        }
        main.close("tbody").close("table").close("div");
        return this;
    }

    /** The whole page. */
    public String html() {
        endSection();
        Html body = new Html().raw(head.toString()).open("main", "id", "main");
        return PageFrame.around(title, body.raw(main.toString()).close("main"), "");
    }
}
