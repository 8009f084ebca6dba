package org.isolde.report.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isolde.report.Finding;
import org.isolde.report.Report;
import org.isolde.report.Samples;
import org.junit.jupiter.api.Test;

final class GraphDotTest {
    /** A word, a number with sign, a quoted string, or a sign of the language. */
    private static final Pattern TOKEN =
            Pattern.compile("\\s*(->|[A-Za-z_][A-Za-z0-9_]*|\"(?:[^\"\\\\\\x00-\\x1f]++|\\\\.)*+\"|[{}\\[\\];,=])");

    @Test
    void everyGraphFollowsTheGrammar() {
        for (Report report : Samples.all()) {
            for (Finding finding : report.findings()) {
                AnomalyGraph graph = AnomalyGraph.of(finding);
                List<String> tokens = tokens(GraphDot.of(graph));
                Parser parser = new Parser(tokens);
                parser.graph();
                tokens.forEach(token -> assertTrue(token.length() < 16_000, "Graphviz takes no longer strings"));
                assertEquals(graph.nodes().size(), parser.nodes, report.title());
                assertEquals(graph.arcs().size(), parser.edges, report.title());
            }
        }
    }

    @Test
    void namesStandForThemselves() {
        assertEquals("\"a\\\"b\\\\Nc\\nd&amp;e\\\\u0000\"", GraphDot.quoted("a\"b\\Nc\nd&e\u0000"));
    }

    private static List<String> tokens(String dot) {
        List<String> tokens = new ArrayList<>();
        Matcher matcher = TOKEN.matcher(dot);
        int at = 0;
        while (matcher.find(at) && matcher.start() == at) {
            tokens.add(matcher.group(1));
            at = matcher.end();
        }
        assertTrue(dot.substring(at).isBlank(), "not DOT: " + dot.substring(at, Math.min(dot.length(), at + 200)));
        return tokens;
    }

    /** The part of Graphviz's grammar that a plain directed graph needs. */
    private static final class Parser {
        private final List<String> tokens;
        private int at;
        private int nodes;
        private int edges;

        Parser(List<String> tokens) {
            this.tokens = tokens;
        }

        void graph() {
            expect("digraph");
            id();
            expect("{");
            while (!tokens.get(at).equals("}")) {
                statement();
                expect(";");
            }
            expect("}");
            assertEquals(tokens.size(), at);
        }

        private void statement() {
            String name = id();
            if (tokens.get(at).equals("=")) {
                at++;
                id();
            } else if (tokens.get(at).equals("->")) {
                at++;
                id();
                attributes();
                edges++;
            } else {
                attributes();
                nodes += name.equals("node") || name.equals("edge") ? 0 : 1;
            }
        }

        private void attributes() {
            expect("[");
            while (true) {
                id();
                expect("=");
                id();
                if (tokens.get(at).equals("]")) {
                    at++;
                    return;
                }
                expect(",");
            }
        }

        private String id() {
            String token = tokens.get(at++);
            assertTrue(token.matches("(?s)[A-Za-z_]\\w*|\".*\""), token);
            return token;
        }

        private void expect(String wanted) {
            assertEquals(wanted, tokens.get(at++));
        }
    }
}
