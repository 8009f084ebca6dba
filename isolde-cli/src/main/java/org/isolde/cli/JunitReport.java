package org.isolde.cli;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.isolde.history.file.WholeFile;

/** What came out, as CI servers read it: JUnit's XML, with a test for each question that was asked. */
final class JunitReport {
    /** How a test ended; what the exit code does not count is skipped, with the reason. */
    enum Outcome {
        PASSED,
        FAILED,
        ERROR,
        SKIPPED
    }

    /**
     * @param message in a line; empty if it passed
     * @param text the whole of it
     */
    private record Case(String name, Outcome outcome, String message, String text) {}

    private final Map<String, List<Case>> suites = new LinkedHashMap<>();

    /** @param suite what the question was put to: a history, a database */
    void add(String suite, String name, Outcome outcome, String message, String text) {
        suites.computeIfAbsent(suite, unused -> new ArrayList<>()).add(new Case(name, outcome, message, text));
    }

    void passed(String suite, String name) {
        add(suite, name, Outcome.PASSED, "", "");
    }

    void write(Path file) throws IOException {
        WholeFile.write(file, xml());
    }

    String xml() {
        StringWriter out = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(out);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeCharacters("\n");
            xml.writeStartElement("testsuites");
            for (Map.Entry<String, List<Case>> suite : suites.entrySet()) {
                write(xml, suite.getKey(), suite.getValue());
            }
            xml.writeCharacters("\n");
            xml.writeEndElement();
            xml.writeCharacters("\n");
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("a text that XML can't hold", e);
        }
        return out.toString();
    }

    private static void write(XMLStreamWriter xml, String suite, List<Case> cases) throws XMLStreamException {
        xml.writeCharacters("\n  ");
        xml.writeStartElement("testsuite");
        attribute(xml, "name", suite);
        attribute(xml, "tests", Integer.toString(cases.size()));
        attribute(xml, "failures", count(cases, Outcome.FAILED));
        attribute(xml, "errors", count(cases, Outcome.ERROR));
        attribute(xml, "skipped", count(cases, Outcome.SKIPPED));
        for (Case each : cases) {
            xml.writeCharacters("\n    ");
            xml.writeStartElement("testcase");
            attribute(xml, "classname", suite);
            attribute(xml, "name", each.name());
            if (each.outcome() != Outcome.PASSED) {
                xml.writeStartElement(
                        switch (each.outcome()) {
                            case FAILED -> "failure";
                            case ERROR -> "error";
                            default -> "skipped";
                        });
                attribute(xml, "message", each.message());
                xml.writeCharacters(allowed(each.text()));
                xml.writeEndElement();
            }
            xml.writeEndElement();
        }
        xml.writeCharacters("\n  ");
        xml.writeEndElement();
    }

    private static String count(List<Case> cases, Outcome outcome) {
        return Long.toString(
                cases.stream().filter(each -> each.outcome() == outcome).count());
    }

    private static void attribute(XMLStreamWriter xml, String name, String value) throws XMLStreamException {
        xml.writeAttribute(name, allowed(value));
    }

    /** XML has no room for control characters and lone surrogates, not even escaped. */
    private static String allowed(String text) {
        StringBuilder allowed = new StringBuilder();
        Terminal.withoutSecrets(text)
                .codePoints()
                .forEach(point -> allowed.appendCodePoint(
                        point == '\n'
                                        || point == '\t'
                                        || point >= 0x20
                                                && !(point >= 0xd800 && point <= 0xdfff)
                                                && point != 0xfffe
                                                && point != 0xffff
                                ? point
                                : 0xfffd));
        return allowed.toString();
    }
}
