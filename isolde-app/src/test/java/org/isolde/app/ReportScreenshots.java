package org.isolde.app;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Takes the pictures of docs/reports.md from a report with findings that is there; only when asked for:
 * {@code mvn test -pl isolde-app -am -Dtest=ReportScreenshots -Dsurefire.failIfNoSpecifiedTests=false
 * -Disolde.report=/absolute/path/of/report.html}.
 */
@Timeout(120)
class ReportScreenshots {
    private static final int LARGEST = 250_000;
    private static final Path PICTURES = Path.of("..", "docs", "pictures");

    @Test
    void ofTheTopAndOfAFindingInTheDark() throws Exception {
        String report = System.getProperty("isolde.report");
        assumeTrue(report != null, "isolde.report names no report");
        try (Browser browser = Browser.start()) {
            browser.dark(false);
            browser.resize(1280, 1320);
            browser.open(Path.of(report));
            browser.find(".finding");
            take(browser, "report.png");
            browser.dark(true);
            String last = browser.findAll(".finding").size() > 1 ? "2" : "1";
            browser.open(Path.of(report).toUri() + "#finding-" + last);
            String node = "#finding-" + last + " .node[role=button]";
            browser.find(node);
            browser.script(
                    "document.querySelector(arguments[0]).dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter'}))",
                    node);
            browser.script("document.getElementById(arguments[0]).scrollIntoView()", "finding-" + last);
            take(browser, "report-dark.png");
        }
    }

    private static void take(Browser browser, String name) throws Exception {
        Path file = PICTURES.resolve(name);
        browser.screenshot(file);
        assertTrue(Files.size(file) < LARGEST, file + " has " + Files.size(file) + " bytes");
    }
}
