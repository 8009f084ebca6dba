package org.isolde.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.isolde.check.Algorithm;
import org.isolde.check.CheckOptions;
import org.isolde.check.Isolde;
import org.isolde.generate.Generator;
import org.isolde.generate.GeneratorOptions;
import org.isolde.generate.HistoryShape;
import org.isolde.generate.InjectedAnomaly;
import org.isolde.generate.SimulatedStore;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.format.Format;
import org.isolde.history.format.Json;
import org.isolde.history.format.Source;
import org.isolde.report.Report;
import org.isolde.report.page.ReportFiles;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;

/** The report in a real browser, opened from disk. */
@Timeout(240)
class ReportPageTest {
    private static final String HOSTILE =
            "</script><script>window.bad=1</script>\"; DROP TABLE x; '<img src=x" + " onerror=window.bad=1>\u202e";

    private static Browser browser;

    @TempDir
    private static Path folder;

    private static int reports;

    @BeforeAll
    static void start() {
        browser = Browser.start();
    }

    @AfterAll
    static void stop() {
        if (browser != null) {
            browser.close();
        }
    }

    /** Whatever a test did: nothing went wrong on the page, and nothing was fetched but the file itself. */
    @AfterEach
    void nothingWentWrong() {
        checkThatNothingWentWrong();
    }

    private static void checkThatNothingWentWrong() {
        assertEquals(List.of(), browser.consoleErrors());
        for (String request : browser.requests()) {
            assertTrue(request.startsWith("file:") && request.contains("/report.html"), request);
        }
    }

    @Test
    void everyAnomalyIsDrawn() throws Exception {
        for (InjectedAnomaly anomaly : InjectedAnomaly.values()) {
            open(report(options().inject(anomaly).build()));
            checkTheFindings(anomaly.text());
        }
    }

    @Test
    void listsAndHistoriesWithoutTimesAreDrawn() throws Exception {
        open(report(options().realTime(false).inject(InjectedAnomaly.LONG_FORK).build()));
        checkTheFindings("no times");
        assertTrue(text("main").contains("The minimal history"));
        assertFalse(text("thead").contains("Began"));
        open(report(options()
                .shape(HistoryShape.LIST_APPEND)
                .inject(InjectedAnomaly.LOST_UPDATE)
                .build()));
        checkTheFindings("lists");
    }

    private static void checkTheFindings(String what) {
        checkThatNothingWentWrong();
        assertFalse(browser.findAll(".finding").isEmpty(), what);
        for (WebElement node : browser.findAll(".finding[open] .node[role=button]")) {
            assertTrue(node.getSize().getWidth() > 50, what + ": a transaction is drawn");
            assertFalse(node.getAttribute("aria-label").isEmpty());
        }
        assertFalse(browser.findAll(".finding[open] .bar").isEmpty(), what);
    }

    @Test
    void satisfiedAndUndecidedAreSaid() throws Exception {
        open(report(options().build()));
        assertTrue(text(".banner").contains("No violation"), text(".banner"));
        assertTrue(browser.findAll(".finding").isEmpty());
        checkThatNothingWentWrong();
        History history = Generator.generate(options()
                .store(SimulatedStore.SI)
                .blindWrites()
                .keys(4)
                .concurrency(6)
                .build());
        CheckOptions replay = CheckOptions.of(EnumSet.of(Level.RU, Level.SER)).withAlgorithm(Algorithm.REPLAY);
        open(Report.of("open", Isolde.check(history, replay), Map.of(), Map.of()));
        assertTrue(text(".banner").contains("could be decided"), text(".banner"));
        assertTrue(text("#verdicts tr.undecided").contains("ser"));
    }

    @Test
    void aClickShowsATransaction() throws Exception {
        open(report(options().inject(InjectedAnomaly.LOST_UPDATE).build()));
        assertFalse(browser.find(".panel").isDisplayed());
        WebElement node = browser.find(".node[role=button]");
        String name = node.findElement(By.cssSelector("text")).getText();
        clickOn(node);
        String panel = text(".panel");
        assertTrue(panel.contains(name) && panel.contains("Operations") && panel.contains("Neighbours"), panel);
        assertTrue(panel.contains("w(") && panel.contains("committed"), panel);
        assertEquals(1, browser.findAll("tr.lit").size(), "its row is marked");
        browser.click(".panel button");
        assertFalse(browser.find(".panel").isDisplayed());
        // a bar of the time line does the same
        clickOn(browser.findAll(".bar").get(1));
        assertTrue(browser.find(".panel").isDisplayed());
    }

    /** Where the middle of a picture's part is, other parts of it may lie on top. */
    private static void clickOn(WebElement element) {
        browser.script("arguments[0].scrollIntoView({block: 'center'})", element);
        new Actions(browser.driver()).moveToElement(element).click().perform();
    }

    @Test
    void everythingCanBeDoneWithTheKeyboard() throws Exception {
        open(report(options().inject(InjectedAnomaly.LOST_UPDATE).build()));
        tabTo(".node[role=button]");
        WebElement node = browser.driver().switchTo().activeElement();
        for (CharSequence key : List.of(Keys.ENTER, Keys.SPACE)) {
            node.sendKeys(key);
            assertTrue(browser.find(".panel").isDisplayed());
            assertEquals(Boolean.TRUE, browser.script("return document.activeElement.classList.contains('panel')"));
            browser.driver().switchTo().activeElement().sendKeys(Keys.ESCAPE);
            assertFalse(browser.find(".panel").isDisplayed());
            assertEquals(node, browser.driver().switchTo().activeElement(), "back where it was");
        }
        assertTrue(
                ((Number) browser.script(
                                        "return parseFloat(getComputedStyle(arguments[0].querySelector('.box')).strokeWidth)",
                                        node))
                                .doubleValue()
                        > 2,
                "focus can be seen");
    }

    /** Presses Tab until the focus is on such an element. */
    private static void tabTo(String selector) {
        browser.script("document.body.focus()");
        for (int i = 0; i < 100; i++) {
            browser.driver().switchTo().activeElement().sendKeys(Keys.TAB);
            if (Boolean.TRUE.equals(browser.script("return document.activeElement.matches(arguments[0])", selector))) {
                return;
            }
        }
        throw new AssertionError(selector + " is never reached by Tab");
    }

    @Test
    void arrowsAndReasonsLightUpTogether() throws Exception {
        open(report(options().inject(InjectedAnomaly.WRITE_SKEW).build()));
        tabTo(".arc[data-step]");
        String step = browser.driver().switchTo().activeElement().getAttribute("data-step");
        assertEquals(
                4, browser.findAll("[data-step='" + step + "'].lit").size(), "in graph, list, time line and its label");
        new Actions(browser.driver())
                .moveToElement(browser.find(".steps li:nth-child(2)"))
                .perform();
        String other = browser.find(".steps li:nth-child(2)").getAttribute("data-step");
        assertNotEquals(step, other);
        assertEquals(4, browser.findAll("[data-step='" + other + "'].lit").size());
    }

    @Test
    void aLinkLeadsToAFinding() throws Exception {
        Path page = write(report(options()
                .inject(InjectedAnomaly.ABORTED_READ, InjectedAnomaly.FUTURE_READ, InjectedAnomaly.INTERMEDIATE_READ)
                .build()));
        browser.open(page.toUri() + "#finding-2");
        assertEquals("true", browser.find("#finding-2").getAttribute("open"));
        assertNull(browser.find("#finding-3").getAttribute("open"));
        browser.await(
                "the finding to be in view", () -> (Boolean)
                        browser.script("const box = document.getElementById('finding-2').getBoundingClientRect();"
                                + "return box.top >= -5 && box.top < innerHeight / 2"));
        browser.script("document.querySelector('.index a[href=\"#finding-3\"]').click()");
        browser.await("the next one to open", () -> browser.find("#finding-3").getAttribute("open") != null);
    }

    @Test
    void theMinimalHistoryCanBeCopied() throws Exception {
        open(report(options().inject(InjectedAnomaly.LOST_UPDATE).build()));
        browser.click("details.text summary");
        browser.click("[data-copy]");
        browser.await(
                "the button to say what it did",
                () -> browser.find("[data-copy]").getText().matches("Copied|Selected.*"));
    }

    @Test
    void hostileNamesAreText() throws Exception {
        List<String> lines = new ArrayList<>(List.of("{\"isolde\":1}"));
        for (int t = 1; t <= 2; t++) {
            lines.add(Json.of(Map.of(
                    "session",
                    HOSTILE + t,
                    "id",
                    HOSTILE + t,
                    "ops",
                    List.of(Arrays.asList("r", HOSTILE, null), List.of("w", HOSTILE, HOSTILE + t)))));
        }
        History history = Format.ISOLDE.read(Source.of(
                "hostile", new ByteArrayInputStream(String.join("\n", lines).getBytes(StandardCharsets.UTF_8))));
        Report report = Report.of(
                HOSTILE,
                Isolde.check(history, CheckOptions.of(EnumSet.allOf(Level.class))),
                Map.of(Level.SI, HOSTILE),
                Map.of(HOSTILE, HOSTILE));
        open(report);
        assertNull(browser.script("return window.bad"));
        assertTrue(text("h1").contains("<script>window.bad=1</script>"), text("h1"));
        clickOn(browser.find(".node[role=button]"));
        assertTrue(text(".panel").contains("<img src=x"), text(".panel"));
        assertNull(browser.script("return window.bad"));
        assertEquals(0L, browser.script("return document.querySelectorAll('img').length"));
    }

    /** A phantom: its condition stands in the graph, the reasons, the table and the time line, as text. */
    @Test
    void hostileConditionsAreText() throws Exception {
        String condition = "b <> '</script><script>window.bad=1</script>' or b = 'it''s \"<img src=x>\"'";
        List<Object> first = List.of(List.of("t/1", 1));
        List<Object> both = List.of(List.of("t/1", 1), List.of("t/2", 1));
        List<String> lines = new ArrayList<>(List.of("{\"isolde\":1}"));
        lines.add(row(1, List.of("w", "t/1", 1, Map.of("b", "<u>one</u>"))));
        lines.add(row(2, List.of("w", "t/2", 1, Map.of("b", "<u>two</u>"))));
        lines.add(row(
                3,
                List.of("rp", "t", condition, first, Map.of("sees", first)),
                List.of("rp", "t", condition, both, Map.of("sees", both))));
        History history = Format.ISOLDE.read(Source.of(
                "rows", new ByteArrayInputStream(String.join("\n", lines).getBytes(StandardCharsets.UTF_8))));
        open(Report.of("rows", Isolde.check(history, CheckOptions.of(EnumSet.of(Level.SER))), Map.of(), Map.of()));
        checkTheFindings("rows");
        assertTrue(text(".steps").contains("asked for rows of t with \"" + condition + "\""), text(".steps"));
        assertTrue(text(".steps").contains("predicate rw"), text(".steps"));
        assertTrue(text("tbody").contains("rp(t: b <> '</script><script>window.bad=1</script>'"), text("tbody"));
        assertTrue(text("tbody").contains("w(t/2)=1{b='<u>two</u>'}"), text("tbody"));
        assertFalse(browser.findAll(".finding svg .arc.predicate-rw").isEmpty(), "it is an arrow of its own kind");
        assertTrue(
                browser.findAll(".finding svg text").stream()
                        .anyMatch(each -> each.getText().startsWith("rp(t: b <> '</script>")),
                "the graph has the condition");
        assertNull(browser.script("return window.bad"));
        assertEquals(0L, browser.script("return document.querySelectorAll('img, u').length"));
    }

    private static String row(int number, Object... operations) {
        return Json.of(Map.of(
                "session", number, "id", number, "ops", List.of(operations), "begin", number, "end", number + 9));
    }

    @Test
    void withoutScriptsEverythingCanStillBeRead() throws Exception {
        Path page = write(report(options().inject(InjectedAnomaly.LOST_UPDATE).build()));
        browser.driver().executeCdpCommand("Emulation.setScriptExecutionDisabled", Map.of("value", true));
        try {
            browser.open(page);
            assertTrue(browser.find(".finding .steps li").isDisplayed());
            assertTrue(browser.find(".node rect").isDisplayed());
            assertTrue(browser.find(".finding tbody td").isDisplayed());
            assertFalse(browser.find(".panel").isDisplayed());
            browser.click("details.text summary");
            assertTrue(browser.find(".finding pre").isDisplayed());
            assertFalse(browser.find("[data-copy]").isDisplayed(), "what would not work is not there");
        } finally {
            browser.driver().executeCdpCommand("Emulation.setScriptExecutionDisabled", Map.of("value", false));
        }
    }

    @Test
    void textCanBeReadInLightAndDark() throws Exception {
        Path page = write(report(options().inject(InjectedAnomaly.values()).build()));
        for (boolean dark : new boolean[] {false, true}) {
            browser.dark(dark);
            browser.open(page);
            browser.script("document.querySelectorAll('details').forEach(each => each.open = true)");
            Object background = browser.script("return getComputedStyle(document.body).backgroundColor");
            assertEquals(dark ? "rgb(1, 4, 9)" : "rgb(246, 248, 250)", background);
            @SuppressWarnings("unchecked")
            List<String> weak = (List<String>) browser.script(CONTRAST);
            assertEquals(List.of(), weak, dark ? "in the dark" : "in the light");
        }
        browser.dark(false);
    }

    /** The texts whose contrast with what is behind them is below 4.5, the ratio that WCAG AA asks for. */
    private static final String CONTRAST = """
            const parse = (colour) => {
              const parts = colour.match(/[\\d.]+/g).map(Number);
              return parts.length === 3 ? parts.concat(1) : parts;
            };
            const light = ([r, g, b]) => {
              const linear = (c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
              return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
            };
            const behind = (element) => {
              for (let each = element; each; each = each.parentElement) {
                if (each.tagName === "g") {
                  const box = each.querySelector("rect.box, rect.bar, rect.pill");
                  if (box) return parse(getComputedStyle(box).fill);
                }
                const colour = parse(getComputedStyle(each).backgroundColor);
                if (colour[3] > 0) return colour;
              }
              return [255, 255, 255, 1];
            };
            const weak = new Set();
            for (const element of document.querySelectorAll("body *")) {
              const own = Array.from(element.childNodes).some((n) => n.nodeType === 3 && n.textContent.trim());
              if (!own || ["SCRIPT", "STYLE", "title"].includes(element.tagName)) continue;
              const style = getComputedStyle(element);
              const a = light(parse(element.ownerSVGElement ? style.fill : style.color));
              const b = light(behind(element));
              const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
              if (ratio < 4.5) weak.add(`${element.tagName}.${element.getAttribute("class")} ${ratio.toFixed(2)}`);
            }
            return Array.from(weak);
            """;

    @Test
    void aNarrowWindowNeedsNoScrollingToTheSide() throws Exception {
        Path page = write(report(options().inject(InjectedAnomaly.values()).build()));
        browser.driver()
                .executeCdpCommand(
                        "Emulation.setDeviceMetricsOverride",
                        Map.of("width", 360, "height", 740, "deviceScaleFactor", 1, "mobile", true));
        try {
            browser.open(page);
            browser.script("document.querySelectorAll('details').forEach(each => each.open = true)");
            assertEquals(360L, browser.script("return document.documentElement.clientWidth"));
            assertEquals(360L, browser.script("return document.documentElement.scrollWidth"));
        } finally {
            browser.driver().executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
        }
    }

    // ---- reports

    private static GeneratorOptions.Builder options() {
        return GeneratorOptions.builder()
                .store(SimulatedStore.STRICT)
                .transactions(60)
                .sessions(6)
                .abortRate(0.1)
                .unknownRate(0.03)
                .seed(5);
    }

    private static Report report(GeneratorOptions options) throws Exception {
        History history = Generator.generate(options);
        return Report.of(
                "generated",
                Isolde.check(history, CheckOptions.of(EnumSet.allOf(Level.class))),
                Map.of(),
                Map.of("seed", options.seed()));
    }

    private static Path write(Report report) throws IOException {
        Path own = folder.resolve("report-" + reports++);
        ReportFiles.write(own, report, List.of());
        return own.resolve(ReportFiles.PAGE);
    }

    private static void open(Report report) throws IOException {
        browser.open(write(report));
        browser.find("h1");
    }

    private static String text(String selector) {
        return String.join("\n", browser.texts(selector));
    }
}
