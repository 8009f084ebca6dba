package org.isolde.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isolde.app.Browser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** The page in a real browser. */
@Timeout(180)
class PageTest {
    private static final String HOSTILE = "<script>window.bad=1</script>\"'&<img src=x onerror=window.bad=1>";

    private static Browser browser;

    @TempDir
    private Path runs;

    private ServedRuns served;

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

    @BeforeEach
    void serve() throws Exception {
        served = ServedRuns.withTests(runs);
        browser.open(served.link());
    }

    /** Whatever a test did: nothing went wrong on the page, and nothing came from elsewhere. */
    @AfterEach
    void nothingWentWrong() {
        List<String> errors = browser.consoleErrors();
        List<String> elsewhere = browser.requests().stream()
                .filter(url -> !url.startsWith(served.url("")))
                .toList();
        served.close();
        assertEquals(List.of(), errors);
        assertEquals(List.of(), elsewhere);
    }

    private void open(String path) {
        browser.open(served.url(path));
        browser.find("main h1");
    }

    /** The texts of a column of the list, from 1; the first is the one to pick. */
    private List<String> column(int number) {
        return browser.texts("#runs tbody tr > :nth-child(" + number + ")");
    }

    private void threeRuns() throws Exception {
        served.finished("20261116-000001-h2-ser", "h2", "violated", 300);
        served.finished("20261116-000002-hsqldb-ser", "hsqldb", "satisfied", 5);
        served.finished("20261116-000003-postgres-18.6-ser", "postgres:18.6", "satisfied", 1000);
    }

    @Test
    void theListIsSortedByAnyColumn() throws Exception {
        threeRuns();
        open("");
        assertEquals(3, browser.findAll("#runs tbody tr").size());
        browser.click("[data-column=committed]");
        assertEquals(List.of("1,000", "300", "5"), column(8));
        assertEquals(
                "descending", browser.find("th:has([data-column=committed])").getDomAttribute("aria-sort"));
        browser.keys("[data-column=committed]", Keys.ENTER);
        assertEquals(List.of("5", "300", "1,000"), column(8));
        assertTrue(browser.url().endsWith("?sort=committed&order=up"), browser.url());
        for (String id : List.of(
                "time",
                "database",
                "isolation",
                "level",
                "workload",
                "sessions",
                "throughput",
                "aborts",
                "verdict",
                "anomalies")) {
            browser.click("[data-column=" + id + "]");
            assertEquals(1, browser.findAll("th[aria-sort]").size(), id);
            assertEquals(3, browser.findAll("#runs tbody tr").size(), id);
        }
    }

    @Test
    void theListIsFilteredAndTheAddressRemembers() throws Exception {
        threeRuns();
        open("");
        browser.keys("#search", "sql");
        assertEquals(
                List.of("hsqldb"),
                browser.texts("#runs tbody tr td:nth-child(3)").stream()
                        .map(text -> text.lines().findFirst().orElse(""))
                        .toList());
        browser.find("#search").clear();
        browser.keys("#search", "lostupdate");
        assertEquals(1, browser.findAll("#runs tbody tr").size());
        open("?verdict=satisfied&db=h2");
        assertEquals(List.of("No run fits these filters."), browser.texts("#runs tbody td"));
        open("?verdict=satisfied");
        assertEquals(2, browser.findAll("#runs tbody tr").size());
        assertEquals("true", browser.find("[data-verdict=satisfied]").getDomAttribute("aria-pressed"));
        browser.click("[data-verdict=violated]");
        assertEquals(1, browser.findAll("#runs tbody tr").size());
        assertTrue(browser.url().endsWith("?verdict=violated"), browser.url());
    }

    @Test
    void aRunIsOpenedAndLeft() throws Exception {
        threeRuns();
        open("?q=h2");
        browser.click("#runs tbody a");
        browser.await("the run", () -> browser.texts("h1").get(0).startsWith("X 1.0 at SERIALIZABLE"));
        assertTrue(browser.texts("main").get(0).contains("LostUpdate (G-single)"));
        assertTrue(browser.texts("main").get(0).contains("isolde test --db h2"));
        assertEquals(
                "T1:1 read <img src=x onerror=alert(1)>",
                browser.texts("td.because").get(0));
        browser.driver().navigate().back();
        browser.await("the list again", () -> !browser.findAll("#runs").isEmpty());
        assertTrue(browser.url().endsWith("?q=h2"), browser.url());
        assertEquals("h2", browser.find("#search").getDomProperty("value"));
    }

    @Test
    void aRunOfFuzzingShowsItsFindingsAsText() throws Exception {
        served.fuzzed("20261116-034248-h2-fuzz", HOSTILE, "-- " + HOSTILE + "\nselect 1;\n");
        open("runs/20261116-034248-h2-fuzz");
        browser.await(
                "the script is there",
                () -> browser.texts("details.anomaly pre").get(0).contains("select 1;"));
        assertTrue(browser.texts("details.anomaly").get(0).contains("window.bad=1"));
        browser.findAll("details.anomaly summary").get(1).click();
        browser.await(
                "what is known says where it is described",
                () -> browser.texts("details.anomaly").get(1).contains("docs/findings/x.md")
                        && browser.texts("details.anomaly pre").get(1).contains("select 1;"));
        assertTrue(browser.texts(".tiles").get(0).contains("40"), browser.texts(".tiles")::toString);
        assertTrue(browser.texts("main").get(0).contains("waits for ever"));
    }

    @Test
    void aSurveyIsOpenedFromTheList() throws Exception {
        served.surveyed("20261116-034248-h2-survey");
        open("");
        browser.find("tr[data-run='20261116-034248-h2-survey'] a").click();
        browser.await("the survey", () -> !browser.findAll("a.button.main").isEmpty());
        assertEquals("Open the survey", browser.texts("a.button.main").get(0));
        assertTrue(browser.find("a.button.main").getDomProperty("href").endsWith("/files/survey.html"));
        assertTrue(browser.findAll("#replay").isEmpty(), "a survey is not replayed");
    }

    @Test
    void onATelephoneTheVerdictsAreInSight() throws Exception {
        threeRuns();
        browser.resize(360, 800);
        try {
            open("");
            browser.await("the list", () -> !browser.findAll("#runs .badge").isEmpty());
            assertEquals(
                    0L,
                    browser.script("return [...document.querySelectorAll('#runs .badge')].filter(badge => {"
                            + " const at = badge.getBoundingClientRect();"
                            + " return at.width === 0 || at.left < 0 || at.right > window.innerWidth; }).length"));
            assertEquals(
                    false,
                    browser.script("return document.documentElement.scrollWidth > window.innerWidth"),
                    "no scrolling");
        } finally {
            browser.resize(1280, 900);
        }
    }

    /** As Isolde was called for the run, and quoted. */
    @Test
    void theReplayCanBePasted() throws Exception {
        Path folder = served.finished("a run", "h2", "violated", 10);
        Files.writeString(
                folder.resolve("verdict.json"),
                ServedRuns.verdict("h2", "violated", 10).replace("[\"isolde\",", "[\"./isolde\","));
        open("runs/a%20run");
        browser.await("the run", () -> !browser.findAll("#replay").isEmpty());
        assertEquals(
                "./isolde replay '" + runs + "/a run'", browser.texts("#replay").get(0));
    }

    @Test
    void runsAreCompared() throws Exception {
        threeRuns();
        Path other = served.finished("20261116-000004-h2-ser", "h2", "satisfied", 700);
        Files.writeString(
                other.resolve("verdict.json"),
                ServedRuns.verdict("h2", "satisfied", 700).replace("\"sessions\":8", "\"sessions\":16"));
        open("?q=h2");
        assertFalse(browser.find("button.main").isEnabled());
        for (var box : browser.findAll("#runs tbody input")) {
            box.click();
        }
        browser.click("button.main");
        browser.await("the comparison", () -> !browser.findAll("#figures").isEmpty());
        assertTrue(
                browser.texts(".differs").contains("sessions\t16\t8")
                        || browser.texts(".differs").contains("sessions\t8\t16"),
                browser.texts(".differs").toString());
        assertTrue(
                browser.texts("#verdicts tr").stream()
                        .anyMatch(
                                row -> row.startsWith("ser") && row.contains("violated") && row.contains("satisfied")),
                browser.texts("#verdicts tr").toString());
        browser.await("the plots", () -> (Boolean) browser.script(
                "const i = document.querySelector('#plots img'); return i.complete && i.naturalWidth > 0"));
    }

    @Test
    void hostileNamesAreText() throws Exception {
        String name = HOSTILE.replace("/", "∕");
        served.finished(name, HOSTILE, "violated", 3);
        served.folder(
                "20261116-000009-x",
                "command.txt",
                HOSTILE,
                "log.txt",
                HOSTILE,
                "history.jsonl",
                ServedRuns.header(HOSTILE),
                "verdict.json",
                "{" + HOSTILE);
        Files.writeString(runs.resolve(name).resolve(name + ".txt"), "x");
        Files.writeString(runs.resolve(name).resolve("command.txt"), HOSTILE);
        open("");
        assertTrue(browser.texts("#runs").get(0).contains("<script>window.bad=1</script>"));
        for (var box : browser.findAll("#runs tbody input")) {
            box.click();
        }
        browser.click("button.main");
        browser.await("the comparison", () -> !browser.findAll("#figures").isEmpty());
        browser.await("the plots", () -> (Boolean) browser.script(
                "const i = document.querySelector('#plots img'); return i.complete && i.naturalWidth > 0"));
        open("");
        browser.click("#runs tbody tr:has(.violated) a");
        browser.await("the run", () -> !browser.findAll("#command").isEmpty());
        assertEquals(HOSTILE, browser.texts("#command").get(0));
        assertTrue(browser.texts("ul.files").get(0).contains(name + ".txt"));
        assertEquals(null, browser.script("return window.bad"));
        assertEquals(0, browser.findAll("main img[src=x], main script").size());
    }

    /** A report can run its scripts, and reach nobody. */
    @Test
    void aReportIsShownInAFrameOfItsOwn() throws Exception {
        Path run = served.finished("run", "h2", "violated", 3);
        Files.writeString(
                run.resolve("report.html"),
                "<!doctype html><title>r</title><p id=p>before</p><script>"
                        + "document.getElementById('p').textContent = 'drawn';"
                        + "try { parent.document.title = 'taken'; } catch (e) { document.getElementById('p').textContent += ', alone'; }"
                        + "</script>");
        open("runs/run");
        browser.click("details.report summary");
        browser.driver().switchTo().frame(browser.find("iframe"));
        try {
            browser.await("the report", () -> browser.texts("#p").equals(List.of("drawn, alone")));
        } finally {
            browser.driver().switchTo().defaultContent();
        }
        String page = browser.driver().getWindowHandle();
        browser.click("a.button.main");
        String tab = browser.await(
                "a tab of its own",
                () -> browser.driver().getWindowHandles().stream()
                        .filter(handle -> !handle.equals(page))
                        .findFirst()
                        .orElse(null));
        browser.driver().switchTo().window(tab);
        try {
            browser.await("the report", () -> browser.texts("#p").equals(List.of("drawn")));
        } finally {
            browser.driver().close();
            browser.driver().switchTo().window(page);
        }
    }

    @Test
    void aTestIsStartedWithTheFormAndWatched() {
        open("new");
        browser.find("#db option[value=hsqldb]").click();
        assertTrue(browser.texts("#isolation").get(0).contains("serializable"));
        browser.find("#level option[value=rc]").click();
        browser.keys("#time", "1500ms");
        browser.keys("#sessions", "3", Keys.ENTER);
        browser.await(
                "the curve", () -> !browser.findAll("svg.chart path.throughput").isEmpty());
        browser.await("the end", () -> !browser.findAll("#end a").isEmpty());
        assertTrue(
                browser.texts("h1").get(0).contains("satisfied"),
                browser.texts("main").toString());
        assertFalse(browser.find("#cancel").isDisplayed());
        browser.click("#end a");
        browser.await("the run", () -> !browser.findAll("#command").isEmpty());
        assertTrue(
                browser.texts("#command")
                        .get(0)
                        .startsWith(
                                "isolde test --db hsqldb --isolation serializable --level rc --sessions 3 --time 1500ms"),
                browser.texts("#command").get(0));
    }

    @Test
    void fuzzingIsStartedWithTheFormAndWatched() {
        open("new");
        assertFalse(browser.find("#fuzz-cases").isDisplayed());
        browser.find("#kind option[value=fuzz]").click();
        assertFalse(browser.find("#level").isDisplayed());
        assertFalse(browser.find("#db option[value=rocksdb]").isEnabled());
        browser.find("#isolation option[value=read-committed]").click();
        browser.keys("#fuzz-cases", "6", Keys.ENTER);
        browser.await("the end", () -> !browser.findAll("#end a").isEmpty());
        assertTrue(
                browser.texts("h1").get(0).contains("satisfied"),
                browser.texts("main").toString());
        assertEquals("6", browser.texts(".tile dd").get(0));
        browser.click("#end a");
        browser.await("the run", () -> !browser.findAll("#command").isEmpty());
        assertTrue(
                browser.texts("#command").get(0).startsWith("isolde fuzz --db h2 --isolation read-committed --cases 6"),
                browser.texts("#command").get(0));
    }

    @Test
    void aDatabaseThatIsRunningIsNamedByItsUrl() {
        open("new");
        assertFalse(browser.find("#url").isDisplayed());
        browser.find("#db option:last-child").click();
        assertFalse(browser.find("#isolation").isDisplayed());
        browser.keys("#url", "jdbc:h2:mem:page");
        browser.keys("#user", "me");
        browser.keys("#password", "hunter2");
        browser.keys("#isolation-text", "read-committed");
        browser.keys("#time", "300ms", Keys.ENTER);
        browser.await("the end", () -> !browser.findAll("#end a").isEmpty());
        assertTrue(
                browser.texts("h1").get(0).contains("satisfied"),
                browser.texts("main").toString());
        assertTrue(browser.texts("pre").get(0).contains("--user me --isolation read-committed --time 300ms"));
        assertFalse(browser.driver().getPageSource().contains("hunter2"));
        assertFalse(browser.requests().toString().contains("hunter2"));
    }

    @Test
    void whatTheFormCannotHaveIsSaidThere() {
        open("new");
        browser.keys("#sessions", "0", Keys.ENTER);
        browser.await(
                "the refusal",
                () -> browser.texts(".problem").equals(List.of("--sessions is 0; it must be 1 or more")));
        assertTrue(browser.find("#start").isEnabled());
        // the browser counts the refusal as an error, which it is; nothing else is
        assertEquals(1, browser.consoleErrors().size(), browser.consoleErrors().toString());
        open("new");
    }

    @Test
    void aTestIsCancelled() throws Exception {
        served.post(
                "api/tests",
                "{\"db\":\"hsqldb\",\"options\":{\"time\":\"5m\",\"isolation\":\"serializable\",\"level\":\"rc\"}}");
        open("tests");
        browser.click("main table a");
        browser.await(
                "transactions",
                () -> browser.texts(".tile dd").size() > 1
                        && browser.texts(".tile dd").get(1).matches("[1-9].*"));
        browser.click("#cancel");
        browser.await("the end", () -> !browser.findAll("#end a").isEmpty());
        assertTrue(browser.texts("h1").get(0).contains("cancelled"), "beside what was found");
        assertTrue(
                browser.texts("#phase").get(0).startsWith("cancelled"),
                browser.texts("#phase").toString());
    }

    @Test
    void whoHasNoTokenIsAskedForIt() throws Exception {
        threeRuns();
        served.close();
        served = ServedRuns.withToken(runs);
        open("");
        browser.keys("#token", "wrong", Keys.ENTER);
        browser.await("the refusal", () -> browser.texts(".problem").get(0).startsWith("That is not the token"));
        browser.find("#token").clear();
        browser.keys("#token", ServedRuns.TOKEN, Keys.ENTER);
        browser.await("the list", () -> browser.findAll("#runs tbody tr").size() == 3);
        // a browser counts a refusal as an error; that it was refused is the point here
        browser.open(served.url("?token=" + ServedRuns.TOKEN));
        browser.await("the list", () -> browser.findAll("#runs tbody tr").size() == 3);
        assertEquals(served.url(""), browser.url());
    }

    @Test
    void everythingHasANameForWhoeverCannotSeeIt() throws Exception {
        threeRuns();
        served.folder("damaged", "verdict.json", "{");
        for (String path : List.of(
                "",
                "runs/20261116-000001-h2-ser",
                "runs/damaged",
                "new",
                "tests",
                "compare?runs=damaged/20261116-000001-h2-ser")) {
            open(path);
            assertEquals(List.of(), browser.script("""
                    return Array.from(document.querySelectorAll('input, select, textarea, button, a, iframe, img, svg'))
                      .filter(e => !(e.labels && e.labels.length) && !e.getAttribute('aria-label') && !e.title
                          && !e.textContent.trim() && e.getAttribute('alt') === null)
                      .map(e => e.outerHTML)"""), path);
            assertEquals(1L, browser.script("return document.querySelectorAll('h1').length"), path);
            assertEquals(0L, browser.script("return document.querySelectorAll('th:not([scope])').length"), path);
        }
    }
}
