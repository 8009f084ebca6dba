package org.isolde.report.page;

import java.util.List;

/** A list of files beside the report. */
final class Links {
    private Links() {}

    static void write(List<Link> links, Html html) {
        html.open("ul", "class", "files");
        for (Link link : links) {
            html.open("li").inline("a", link.path(), "href", link.address());
            html.text(link.text().isEmpty() ? "" : ": " + link.text()).close("li");
        }
        html.close("ul");
    }
}
