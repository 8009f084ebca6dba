package org.isolde.app.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.isolde.app.Browser;
import org.isolde.history.Level;
import org.isolde.http.ServerOptions;
import org.isolde.online.LiveTransaction;
import org.isolde.online.MemoryMap;
import org.isolde.online.Monitor;
import org.isolde.online.MonitorOptions;
import org.isolde.online.MonitorServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The monitor's live page in a real browser. */
@Timeout(120)
class MonitorPageTest {
    private static final String HOSTILE = "<img src=x onerror=window.bad=1>";
    private static final String TOKEN = "a-token-of-some-length";

    private static Browser browser;

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

    private static Monitor monitor() throws Exception {
        return Monitor.open(
                MonitorOptions.of(Level.SI).settle(Duration.ZERO).disk((folder, memory) -> new MemoryMap()));
    }

    /** Nothing went wrong on the page, and nothing came from elsewhere. */
    private static void assertClean(String url) {
        assertEquals(List.of(), browser.consoleErrors());
        assertEquals(
                List.of(),
                browser.requests().stream().filter(one -> !one.startsWith(url)).toList());
        assertNull(browser.script("return window.bad"));
    }

    @Test
    void itShowsWhatHappensAsItHappens() throws Exception {
        try (Monitor monitor = monitor();
                MonitorServer server = MonitorServer.start(monitor, ServerOptions.loopback(0))) {
            browser.open(server.url());
            browser.await("the verdict", () -> browser.texts("#verdict").equals(List.of("no violation so far")));
            assertEquals(List.of("None so far."), browser.texts("#none"));
            monitor.add(LiveTransaction.of("a", 0).timestamps(1, 2).write(HOSTILE, 1));
            monitor.add(LiveTransaction.of("a", 1).timestamps(3, 4).read(HOSTILE, HOSTILE));
            browser.await(
                    "the violation", () -> browser.findAll("#violations li").size() == 1);
            String told = browser.texts("#violations li").get(0);
            assertTrue(told.contains("Transaction \"a\":1 read \"" + HOSTILE + "\" of key"), told);
            browser.await("the verdict", () -> browser.texts("#verdict").equals(List.of("violations found")));
            browser.await(
                    "the count",
                    () -> browser.texts("#kinds tr.found td").get(1).equals("1"));
            assertTrue(browser.texts("#kinds tr.found td").get(2).contains("read something else"));
            assertTrue(browser.texts("#figures div").get(0).endsWith("2"));
            assertEquals(
                    List.of("1", "3", "1"),
                    browser.script(
                            "return import('/assets/chart.js').then(({ draw, rates }) => {"
                                    + "const samples = [0, 1, 2, 3].map(i => ({ time: 1e12 + i * 5000, received: 10 * i,"
                                    + " checked: 5 * i, violations: i > 1 ? 1 : 0 }));"
                                    + "const svg = document.getElementById('chart'); draw(svg, samples);"
                                    + "const count = css => String(svg.querySelectorAll(css).length);"
                                    + "return [count('line.found'), String(rates(samples).length), count('polyline.checked')]})"));
            assertFitsAPhone();
            assertClean(server.url());
        }
    }

    /** Nothing is cut off at the side: what each kind means stands below its name. */
    private static void assertFitsAPhone() {
        browser.driver()
                .executeCdpCommand(
                        "Emulation.setDeviceMetricsOverride",
                        Map.of("width", 360, "height", 740, "deviceScaleFactor", 1, "mobile", true));
        try {
            assertEquals(360L, browser.script("return document.documentElement.scrollWidth"));
            assertEquals(
                    true,
                    browser.script("const cell = document.querySelector('#kinds tr.found td:nth-child(3)');"
                            + "return cell.getBoundingClientRect().right <= 360"
                            + " && document.querySelector('.wide').scrollWidth <= 360"));
        } finally {
            browser.driver().executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
        }
    }

    @Test
    void itAsksForTheToken() throws Exception {
        try (Monitor monitor = monitor();
                MonitorServer server = MonitorServer.start(
                        monitor, new ServerOptions("127.0.0.1", InetAddress.getLoopbackAddress(), 0, TOKEN))) {
            browser.open(server.url());
            browser.await("the form", () -> browser.find("#login").isDisplayed());
            browser.keys("#token", TOKEN);
            browser.click("#login button");
            browser.await("the verdict", () -> browser.texts("#verdict").equals(List.of("no violation so far")));
            assertEquals(server.url(), browser.url());
        }
    }
}
