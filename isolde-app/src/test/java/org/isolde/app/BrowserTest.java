package org.isolde.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The browser of the tests sees what it is there to see; else tests that ask it would prove nothing. */
@Timeout(120)
class BrowserTest {
    private static Browser browser;

    @TempDir
    private Path folder;

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

    private Path page(String body) throws Exception {
        Path file = folder.resolve("page.html");
        Files.writeString(file, "<!doctype html><meta charset=utf-8><title>x</title>" + body);
        return file;
    }

    @Test
    void aPageInOrderHasNeitherErrorsNorRequests() throws Exception {
        Path page = page("<button onclick=\"this.textContent='clicked'\">go</button><input>");
        browser.open(page);
        browser.click("button");
        browser.keys("input", "abc");
        assertEquals(List.of("clicked"), browser.texts("button"));
        assertEquals("abc", browser.find("input").getDomProperty("value"));
        assertEquals(List.of(), browser.consoleErrors());
        assertEquals(List.of(page.toUri().toString()), browser.requests());
    }

    @Test
    void errorsOfScriptsAreSeen() throws Exception {
        browser.open(page("<script>missing.call()</script>"));
        assertEquals(1, browser.consoleErrors().size(), browser.consoleErrors().toString());
        assertTrue(browser.consoleErrors().get(0).contains("missing is not defined"));
    }

    @Test
    void errorsThatAreLoggedAreSeen() throws Exception {
        browser.open(page("<script>console.error('told')</script>"));
        assertTrue(
                browser.consoleErrors().get(0).contains("told"),
                browser.consoleErrors().toString());
    }

    @Test
    void requestsAreSeenEvenThoseThatGoNowhere() throws Exception {
        browser.open(page("<img src='https://elsewhere.example/a.png'>"
                + "<iframe srcdoc=\"<link rel=stylesheet href='https://elsewhere.example/b.css'>\"></iframe>"));
        browser.await("both requests", () -> browser.requests().size() >= 3);
        assertTrue(
                browser.requests().contains("https://elsewhere.example/a.png"),
                browser.requests().toString());
        assertTrue(
                browser.requests().contains("https://elsewhere.example/b.css"),
                browser.requests().toString());
        assertTrue(browser.consoleErrors().stream().anyMatch(error -> error.contains("elsewhere.example/a.png")));
    }

    @Test
    void openingAPageForgetsTheOneBefore() throws Exception {
        browser.open(page("<script>missing.call()</script>"));
        browser.open(page("<p>fine"));
        assertEquals(List.of(), browser.consoleErrors());
    }
}
