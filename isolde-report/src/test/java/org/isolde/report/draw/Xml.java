package org.isolde.report.draw;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Parses pictures with the JDK's own parser, which refuses what is not well-formed. */
public final class Xml {
    private Xml() {}

    public static Document parse(String text) {
        try {
            var builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
            builder.setErrorHandler(null);
            return builder.parse(new InputSource(new StringReader(text)));
        } catch (Exception e) {
            throw new AssertionError(e.getMessage() + " in " + text.substring(0, Math.min(2000, text.length())), e);
        }
    }

    /** The elements of a class, in order. */
    public static List<Element> ofClass(Document document, String style) {
        List<Element> found = new ArrayList<>();
        NodeList all = document.getElementsByTagName("*");
        for (int i = 0; i < all.getLength(); i++) {
            Element element = (Element) all.item(i);
            if (List.of(element.getAttribute("class").split(" ", -1)).contains(style)) {
                found.add(element);
            }
        }
        return found;
    }

    /** What is drawn as text, one entry for each piece. */
    public static List<String> texts(Document document) {
        List<String> texts = new ArrayList<>();
        NodeList all = document.getElementsByTagName("text");
        for (int i = 0; i < all.getLength(); i++) {
            texts.add(all.item(i).getTextContent());
        }
        return texts;
    }
}
