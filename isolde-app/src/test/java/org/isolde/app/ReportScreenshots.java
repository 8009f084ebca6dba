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
 * -Disolde.report=/absolute/path/of/report.html}. Those of docs/testing.md and docs/survey.md, wide and as on a telephone,
 * come from a report of a weak level, {@code -Disolde.answer=}, and from a survey, {@code -Disolde.survey=}.
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
            browser.resize(1400, 1320);
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
            browser.dark(false);
            browser.resize(360, 1400);
            browser.open(Path.of(report));
            take(browser, "report-phone.png");
        }
    }

    @Test
    void ofAnAnswerWideAndNarrow() throws Exception {
        wideAndNarrow("isolde.answer", "answer", 1250);
    }

    @Test
    void ofASurveyWideAndNarrow() throws Exception {
        wideAndNarrow("isolde.survey", "survey", 1150);
    }

    private static void wideAndNarrow(String property, String name, int height) throws Exception {
        String page = System.getProperty(property);
        assumeTrue(page != null, property + " names no page");
        try (Browser browser = Browser.start()) {
            browser.dark(false);
            browser.resize(1400, height);
            browser.open(Path.of(page));
            browser.find("main table");
            take(browser, name + ".png");
            browser.resize(360, 1400);
            browser.open(Path.of(page));
            browser.find("main table");
            take(browser, name + "-phone.png");
        }
    }

    private static void take(Browser browser, String name) throws Exception {
        Path file = PICTURES.resolve(name);
        browser.screenshot(file);
        assertTrue(Files.size(file) < LARGEST, file + " has " + Files.size(file) + " bytes");
    }
}
