package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isolde.app.TestOptions;
import org.isolde.run.option.Option;
import org.isolde.sql.job.FuzzOptions;
import org.junit.jupiter.api.Test;

/**
 * The tables of options in docs/command-line.md, of a test and of fuzzing, are what is declared; {@code -Disolde.docs=write} writes
 * them anew.
 */
class OptionTableTest {
    private static final String END = "\n<!-- end of these -->";

    @Test
    void theDocumentationHasAllOptionsOfATest() throws IOException {
        isAsDeclared("a test", TestOptions.all());
    }

    @Test
    void theDocumentationHasAllOptionsOfFuzzing() throws IOException {
        isAsDeclared("fuzzing", FuzzOptions.all());
    }

    private static void isAsDeclared(String what, List<Option<?>> options) throws IOException {
        String mark = "<!-- options of " + what + ", made of their declarations -->\n";
        Path file = Path.of("../docs/command-line.md");
        String page = Files.readString(file);
        int begin = page.indexOf(mark) + mark.length();
        int end = page.indexOf(END, begin);
        assertTrue(begin >= mark.length() && end >= begin, "docs/command-line.md has lost the marks of the table");
        String table = table(options);
        if ("write".equals(System.getProperty("isolde.docs"))) {
            Files.writeString(file, page.substring(0, begin) + table + page.substring(end));
            return;
        }
        assertEquals(table, page.substring(begin, end), "write it anew: -Disolde.docs=write -Dtest=OptionTableTest");
    }

    private static String table(List<Option<?>> options) {
        StringBuilder table = new StringBuilder("\n| option | | default |\n|---|---|---|\n");
        for (Option<?> option : options) {
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
