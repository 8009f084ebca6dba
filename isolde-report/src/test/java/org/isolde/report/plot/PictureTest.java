package org.isolde.report.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

/** Plots are well-formed, say what was put in, and let nothing through that is no text. */
class PictureTest {
    @Test
    void aLineGoesThroughItsValuesAndStopsWhereThereIsNone() throws Exception {
        LinePanel panel = new LinePanel("sessions", "aborted, %", List.of("1", "2", "4", "8"));
        panel.line("mini", 0, false, 1, 2, Double.NaN, 10);
        Picture picture = new Picture("Abort rates", "Over sessions");
        picture.add(panel);

        Document svg = parse(picture.svg());

        assertEquals(4, svg.getElementsByTagName("circle").getLength(), "three points and one in the legend");
        String path = svg.getElementsByTagName("path")
                .item(6)
                .getAttributes()
                .getNamedItem("d")
                .getNodeValue();
        assertEquals(2, path.chars().filter(c -> c == 'M').count(), path);
        assertEquals(1, path.chars().filter(c -> c == 'L').count(), path);
    }

    @Test
    void panelsShareAScaleUnlessTheyHaveTheirOwn() throws Exception {
        assertEquals(2, ticksOf("1,000", false));
        assertEquals(1, ticksOf("1,000", true));
    }

    /** How many panels have this number at their axis, where the values of one are up to 1 and of the other up to 1000. */
    private static long ticksOf(String number, boolean own) throws Exception {
        Picture picture = new Picture("t", "d");
        if (own) {
            picture.withOwnScales();
        }
        for (double most : new double[] {1, 1_000}) {
            LinePanel panel = new LinePanel("x", "y", List.of("a"));
            panel.line("line", 0, false, most);
            picture.add(panel);
        }
        var texts = parse(picture.svg()).getElementsByTagName("text");
        long found = 0;
        for (int i = 0; i < texts.getLength(); i++) {
            found += texts.item(i).getTextContent().equals(number) ? 1 : 0;
        }
        return found;
    }

    @Test
    void barsHaveTwoParts() throws Exception {
        BarPanel panel = new BarPanel("transactions", "seconds", List.of("10", "20"), "run", "check");
        panel.bar(0, "mini", 0, 1, 2);
        panel.bar(1, "mini", 0, 2, 3);
        Picture picture = new Picture("t", "d");
        picture.add(panel);

        Document svg = parse(picture.svg());

        assertEquals(1 + 4 + 2, svg.getElementsByTagName("rect").getLength(), "the card, two bars, and the legend");
        assertTrue(picture.svg().contains("mini: check"), picture.svg());
    }

    @Test
    void namesAreTexts() throws Exception {
        LinePanel panel = new LinePanel("<script>alert(1)</script>", "\"&", List.of("</svg>"));
        panel.line("<b>", 3, true, 1);
        Picture picture = new Picture("<i>", "&");
        picture.add(panel);

        assertFalse(picture.svg().contains("<script"), picture.svg());
        assertEquals(0, parse(picture.svg()).getElementsByTagName("b").getLength());
    }

    @Test
    void eachLabelHasAValue() {
        LinePanel panel = new LinePanel("x", "y", List.of("a", "b"));
        assertThrows(IllegalArgumentException.class, () -> panel.line("line", 0, false, 1));
    }

    private static Document parse(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    }
}
