package org.isolde.report.page;

import java.util.List;
import org.isolde.report.draw.DisplayText;

/** A list of files beside the report. */
final class Links {
    private static final int MOST = 100;

    private Links() {}

    static void write(List<Link> links, Limits limits, Html html) {
        html.open("ul", "class", "files");
        for (Link link : links.subList(0, Math.min(MOST, links.size()))) {
            html.open("li").inline("a", link.path(), "href", link.address());
            html.text(link.text().isEmpty() ? "" : ": " + DisplayText.cut(link.text(), limits.name()))
                    .close("li");
        }
        if (links.size() > MOST) {
            html.element("li", (links.size() - MOST) + " more are in the folder.");
        }
        html.close("ul");
    }
}
