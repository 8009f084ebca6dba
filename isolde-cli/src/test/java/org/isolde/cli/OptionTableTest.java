package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isolde.app.TestOptions;
import org.isolde.run.option.Option;
import org.junit.jupiter.api.Test;

/** The table of a test's options in docs/command-line.md is what is declared; {@code -Disolde.docs=write} writes it anew. */
class OptionTableTest {
    private static final String BEGIN = "<!-- options of a test, made of their declarations -->\n";
    private static final String END = "\n<!-- end of these -->";

    @Test
    void theDocumentationHasAllOptionsAsTheyAreDeclared() throws IOException {
        Path file = Path.of("../docs/command-line.md");
        String page = Files.readString(file);
        int begin = page.indexOf(BEGIN) + BEGIN.length();
        int end = page.indexOf(END);
        assertTrue(begin >= BEGIN.length() && end >= begin, "docs/command-line.md has lost the marks of the table");
        String table = table();
        if ("write".equals(System.getProperty("isolde.docs"))) {
            Files.writeString(file, page.substring(0, begin) + table + page.substring(end));
            return;
        }
        assertEquals(table, page.substring(begin, end), "write it anew: -Disolde.docs=write -Dtest=OptionTableTest");
    }

    private static String table() {
        StringBuilder table = new StringBuilder("\n| option | | default |\n|---|---|---|\n");
        for (Option<?> option : TestOptions.all()) {
            String names = (option.shortName() == null ? "" : "`-" + option.shortName() + "`, ") + "`--" + option.name()
                    + (option.isFlag() ? "" : " " + option.label()) + "`";
            String databases = option.availability().words();
            table.append("| ")
                    .append(names)
                    .append(" | ")
                    .append(marked(option.help() + (databases.isEmpty() ? "" : "; " + databases)))
                    .append(" | ")
                    .append(marked(option.defaultText()))
                    .append(" |\n");
        }
        return table.toString();
    }

    /** With code marks around options and commands. */
    private static String marked(String text) {
        return text.replaceAll("'(isolde \\w+)'", "`$1`").replaceAll("(?<![\\w`-])(--[a-z-]+)", "`$1`");
    }
}
