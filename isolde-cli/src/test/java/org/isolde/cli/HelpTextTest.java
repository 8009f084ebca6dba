package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** How help is laid out. */
class HelpTextTest {
    /** All that help has to lay out. */
    private static List<String> texts() {
        List<String> texts = new ArrayList<>();
        for (String name : Main.names()) {
            Command command = Main.command(name);
            texts.addAll(List.of(command.description()));
            texts.addAll(List.of(command.footer()));
            for (Syntax.Option option : command.syntax().options()) {
                texts.addAll(List.of(option.description()));
            }
            for (Syntax.Argument argument : command.syntax().arguments()) {
                texts.addAll(List.of(argument.description()));
            }
        }
        return texts;
    }

    /** As the JDK breaks lines, which takes long to load; but hyphens and the slashes of a URL keep words together. */
    @Test
    void linesBreakWhereTheJdkWouldBreakThem() {
        BreakIterator jdk = BreakIterator.getLineInstance(Locale.ROOT);
        int compared = 0;
        for (String text : texts()) {
            Set<Integer> expected = new TreeSet<>();
            jdk.setText(text.replace('-', 'x'));
            for (int at = jdk.first(); at != BreakIterator.DONE; at = jdk.next()) {
                if (at > 0 && at < text.length() && !isInUrl(text, at)) {
                    expected.add(at);
                }
            }
            Set<Integer> found = new TreeSet<>();
            for (int at = 1; at < text.length(); at++) {
                if (HelpText.mayBreak(text, at) && !isInUrl(text, at)) {
                    found.add(at);
                }
            }
            assertEquals(expected, found, text);
            compared += found.size();
        }
        assertTrue(compared > 3_000, "compared " + compared);
    }

    private static boolean isInUrl(String text, int at) {
        int from = text.lastIndexOf(' ', at - 1) + 1;
        int to = text.indexOf(' ', at);
        return text.substring(from, to < 0 ? text.length() : to).contains("://") && from < at;
    }

    /** An option that is in the way of another would never be found. */
    @Test
    void namesAreDifferent() {
        for (String name : Main.names()) {
            Set<String> known = new TreeSet<>();
            for (Syntax.Option option : Main.command(name).syntax().options()) {
                for (String each : option.names()) {
                    assertTrue(known.add(each), name + " " + each);
                    assertTrue(each.matches("-[A-Za-z]|--[a-z-]+"), each);
                }
            }
        }
    }

    @Test
    void coloursAreForTerminals() {
        assertFalse(Main.help("check").contains("\u001b"));
    }
}
