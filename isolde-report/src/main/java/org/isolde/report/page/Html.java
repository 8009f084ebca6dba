package org.isolde.report.page;

import org.isolde.report.draw.DisplayText;

/**
 * HTML in the making.
 *
 * <p>Invariant: whatever comes in as text or as the value of an attribute is escaped here; only {@link #raw} takes markup,
 * and is given nothing but what this class, {@link org.isolde.report.draw.Drawing} or a resource of the jar has made.
 */
final class Html {
    private final StringBuilder markup = new StringBuilder();

    /** Opens an element; attributes are names and values in turns, a null value leaves the attribute out. */
    Html open(String element, Object... attributes) {
        markup.append('<').append(element);
        for (int i = 0; i < attributes.length; i += 2) {
            if (attributes[i + 1] != null) {
                markup.append(' ').append(attributes[i]).append("=\"");
                markup.append(DisplayText.escaped(attributes[i + 1].toString())).append('"');
            }
        }
        markup.append('>');
        return this;
    }

    Html close(String element) {
        markup.append("</").append(element).append(">\n");
        return this;
    }

    /** Closes an element in the middle of a line. */
    Html end(String element) {
        markup.append("</").append(element).append('>');
        return this;
    }

    Html text(String text) {
        markup.append(DisplayText.escaped(text));
        return this;
    }

    /** A text of several lines, which stay lines. */
    Html lines(String text) {
        for (String line : text.split("\n", -1)) {
            markup.append(DisplayText.escaped(line)).append('\n');
        }
        return this;
    }

    /** An element with nothing but text in it. */
    Html element(String element, String text, Object... attributes) {
        return open(element, attributes).text(text).close(element);
    }

    /** The same, in the middle of a line. */
    Html inline(String element, String text, Object... attributes) {
        return open(element, attributes).text(text).end(element);
    }

    Html raw(String made) {
        markup.append(made);
        return this;
    }

    @Override
    public String toString() {
        return markup.toString();
    }
}
