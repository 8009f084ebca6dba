package org.isolde.report.draw;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * An SVG picture in the making. Its style comes from one style sheet, {@code pictures.css}, which a file of its own
 * contains and a page has once for all its pictures.
 *
 * <p>Invariant: texts and attribute values are escaped here and nowhere else; nothing in a picture needs an id, a script
 * or a style attribute, so that many fit in one page with a strict content security policy.
 */
public final class Drawing {
    private static final String STYLE_SHEET = "pictures.css";

    private final String title;
    private final String description;
    private final StringBuilder body = new StringBuilder();
    private double width;
    private double height;

    public Drawing(String title, String description) {
        this.title = title;
        this.description = description;
    }

    /** The style of all pictures. */
    public static String styleSheet() {
        try (InputStream in = Drawing.class.getResourceAsStream(STYLE_SHEET)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the style sheet " + STYLE_SHEET + " can't be read from the jar", e);
        }
    }

    public Drawing size(double newWidth, double newHeight) {
        width = newWidth;
        height = newHeight;
        return this;
    }

    public double width() {
        return width;
    }

    public double height() {
        return height;
    }

    /**
     * Opens an element.
     *
     * @param attributes names and values in turns; numbers are rounded, a null value leaves the attribute out
     */
    public Drawing open(String element, Object... attributes) {
        start(element, attributes);
        body.append(">\n");
        return this;
    }

    public Drawing close(String element) {
        body.append("</").append(element).append(">\n");
        return this;
    }

    /** An element without content. */
    public Drawing add(String element, Object... attributes) {
        start(element, attributes);
        body.append("/>\n");
        return this;
    }

    /** A box with round corners that texts stand in. */
    public Drawing card(double x, double y, double width, double height) {
        return add("rect", "class", "box", "x", x, "y", y, "width", width, "height", height, "rx", 8);
    }

    public Drawing text(String style, double x, double y, String text) {
        start("text", "class", style, "x", x, "y", y);
        body.append('>').append(DisplayText.escaped(text)).append("</text>\n");
        return this;
    }

    /** What shows when the pointer rests on the element that is open. */
    public Drawing tip(String text) {
        body.append("<title>").append(DisplayText.escaped(text)).append("</title>\n");
        return this;
    }

    private void start(String element, Object... attributes) {
        body.append('<').append(element);
        for (int i = 0; i < attributes.length; i += 2) {
            Object value = attributes[i + 1];
            if (value != null) {
                body.append(' ').append(attributes[i]).append("=\"");
                body.append(value instanceof Double number ? number(number) : DisplayText.escaped(value.toString()));
                body.append('"');
            }
        }
    }

    /** A coordinate, as short as can be. */
    public static String number(double value) {
        String text = String.format(Locale.ROOT, "%.1f", value);
        String shortened = text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
        return shortened.equals("-0") ? "0" : shortened;
    }

    /** The picture as a part of a page that has the style sheet; what is in it can be reached one by one. */
    public String inline() {
        return inline("group", title);
    }

    /** The same, as one thing: a screen reader reads its description. */
    public String inlineImage() {
        return inline("img", title + ". " + description);
    }

    private String inline(String role, String label) {
        return head("class=\"picture\" role=\"" + role + "\" aria-label=\"" + DisplayText.escaped(label) + "\"") + body
                + "</svg>\n";
    }

    /** The picture as a file of its own. */
    public String document() {
        return head("xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-labelledby=\"t d\"") + "<title id=\"t\">"
                + DisplayText.escaped(title) + "</title>\n<desc id=\"d\">"
                + DisplayText.escaped(description) + "</desc>\n<style>\n" + styleSheet() + "</style>\n"
                + String.format(
                        Locale.ROOT,
                        "<rect class=\"card\" x=\"0.5\" y=\"0.5\" width=\"%s\" height=\"%s\" rx=\"10\"/>\n",
                        number(width - 1),
                        number(height - 1))
                + body + "</svg>\n";
    }

    private String head(String attributes) {
        return "<svg " + attributes + " viewBox=\"0 0 " + number(width) + " " + number(height) + "\" width=\""
                + number(width) + "\" height=\"" + number(height) + "\">\n";
    }
}
