package org.isolde.app;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.json.Json;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * A real Chromium without a window, for tests of pages: opens them, clicks and types, and tells what went wrong on them
 * and what they fetched.
 *
 * <p>Invariant: nothing but this machine is ever reached. Names resolve to nothing, and what Chromium would fetch for
 * itself is switched off; a page that tries to reach the network shows up in {@link #requests} all the same.
 */
public final class Browser implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final long POLL_NANOS = 50_000_000;

    /** Would warn that it knows no commands of this Chromium's version beyond the ones used here. */
    private static final Logger VERSIONS = Logger.getLogger("org.openqa.selenium.devtools.CdpVersionFinder");

    private final Path home;
    private final ChromeDriver driver;
    private final List<String> errors = new ArrayList<>();
    private final List<String> requests = new ArrayList<>();

    private Browser(Path home, ChromeDriver driver) {
        this.home = home;
        this.driver = driver;
    }

    /** Starts one; without Chromium on this machine the test is skipped. */
    public static Browser start() {
        VERSIONS.setLevel(Level.OFF);
        File chromium = program("chromium", "chromium-browser", "google-chrome");
        File chromedriver = program("chromedriver");
        assumeTrue(
                chromium != null && chromedriver != null,
                "there is no Chromium, or no chromedriver, on the PATH (Debian: chromium chromium-driver)");
        Path home = temporaryFolder();
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(chromedriver)
                .usingAnyFreePort()
                .withEnvironment(Map.of(
                        "HOME", home.toString(),
                        "XDG_CONFIG_HOME", home.toString(),
                        "XDG_CACHE_HOME", home.toString(),
                        "TMPDIR", home.toString()))
                .build();
        service.sendOutputTo(OutputStream.nullOutputStream());
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        logs.enable(LogType.PERFORMANCE, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(chromium);
        options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
        options.addArguments(
                "--headless=new",
                // root can't have the sandbox; only pages of our own are opened
                "--no-sandbox",
                "--disable-dev-shm-usage",
                "--disable-gpu",
                "--hide-scrollbars",
                "--no-first-run",
                "--no-default-browser-check",
                "--no-proxy-server",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-default-apps",
                "--disable-domain-reliability",
                "--disable-extensions",
                "--disable-sync",
                "--disable-features=OptimizationHints,MediaRouter,Translate,InterestFeedContentSuggestions",
                "--password-store=basic",
                "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
                "--window-size=1280,900");
        return new Browser(home, new ChromeDriver(service, options));
    }

    /** Where Chromium may write, so that nothing of it stays. */
    private static Path temporaryFolder() {
        try {
            return Files.createTempDirectory("isolde-browser-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static File program(String... names) {
        for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
            for (String name : names) {
                File file = new File(folder, name);
                if (file.canExecute() && file.isFile()) {
                    return file;
                }
            }
        }
        return null;
    }

    /** Opens a page, and forgets what was logged before. */
    public void open(String url) {
        driver.get("about:blank");
        collect();
        errors.clear();
        requests.clear();
        driver.get(url);
    }

    /** Opens a file from disk. */
    public void open(Path file) {
        open(file.toUri().toString());
    }

    /** The whole driver, for what has no method here. */
    public ChromeDriver driver() {
        return driver;
    }

    /** The first element of a CSS selector, as soon as it is there. */
    public WebElement find(String selector) {
        return await(selector + " to appear", () -> {
            List<WebElement> found = findAll(selector);
            return found.isEmpty() ? null : found.get(0);
        });
    }

    /** All elements of a CSS selector that are there now. */
    public List<WebElement> findAll(String selector) {
        return driver.findElements(By.cssSelector(selector));
    }

    /** Their visible texts, as they are now. */
    public List<String> texts(String selector) {
        @SuppressWarnings("unchecked")
        List<String> texts = (List<String>) driver.executeScript(
                "return Array.from(document.querySelectorAll(arguments[0])).map(e => e.innerText.trim())", selector);
        return texts;
    }

    public void click(String selector) {
        find(selector).click();
    }

    /** Types into an element. */
    public void keys(String selector, CharSequence... keys) {
        find(selector).sendKeys(keys);
    }

    /** Runs a script, and returns what it returns. */
    public Object script(String script, Object... arguments) {
        return driver.executeScript(script, arguments);
    }

    public String url() {
        return driver.getCurrentUrl();
    }

    /** What a page is waited for; null or false while it has not happened. */
    @FunctionalInterface
    public interface Condition<T> {
        T now();
    }

    /** Waits until something is there; fails, naming it, if it does not come. */
    public <T> T await(String what, Condition<T> condition) {
        long limit = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                T now = condition.now();
                if (now != null && !Boolean.FALSE.equals(now)) {
                    return now;
                }
            } catch (StaleElementReferenceException e) {
                // the page has just replaced it; look again
            }
            if (System.nanoTime() > limit) {
                throw new AssertionError(
                        "waited in vain for " + what + " on " + url() + ", errors: " + consoleErrors());
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    public void resize(int width, int height) {
        driver.manage().window().setSize(new Dimension(width, height));
    }

    /** Lets pages see that the user likes it dark, or light. */
    public void dark(boolean dark) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    }

    /** The visible part of the page, as a PNG. */
    public byte[] screenshot() {
        return driver.getScreenshotAs(OutputType.BYTES);
    }

    /** The errors of the console since the page was opened: of scripts, of policies, of what could not be fetched. */
    public List<String> consoleErrors() {
        collect();
        return List.copyOf(errors);
    }

    /**
     * What was asked of the network or the disk since the page was opened, frames and refused requests included, in
     * order; not what is inside the page (data: and blob:).
     */
    public List<String> requests() {
        collect();
        return List.copyOf(requests);
    }

    /** Reading a log empties it, so it is kept here. */
    private void collect() {
        for (LogEntry entry : driver.manage().logs().get(LogType.BROWSER)) {
            if (entry.getLevel().intValue() >= Level.SEVERE.intValue()) {
                errors.add(entry.getMessage());
            }
        }
        for (LogEntry entry : driver.manage().logs().get(LogType.PERFORMANCE)) {
            String url = requested(entry.getMessage());
            if (url != null && !url.matches("(?s)(data|blob|about):.*")) {
                requests.add(url);
            }
        }
    }

    /** The URL that an entry of the performance log tells of; null if it is about something else. */
    private static String requested(String entry) {
        Map<?, ?> whole = new Json().toType(entry, Map.class);
        Map<?, ?> message = (Map<?, ?>) whole.get("message");
        Map<?, ?> parameters = (Map<?, ?>) message.get("params");
        return switch (String.valueOf(message.get("method"))) {
            case "Network.requestWillBeSent" -> (String) ((Map<?, ?>) parameters.get("request")).get("url");
            case "Network.webSocketCreated", "Network.webTransportCreated" -> (String) parameters.get("url");
            default -> null;
        };
    }

    /** Writes what is seen now to a file. */
    public void screenshot(Path file) throws IOException {
        Files.write(file, screenshot());
    }

    @Override
    public void close() {
        driver.quit();
        long limit = System.nanoTime() + PATIENCE.toNanos();
        while (Files.exists(home)) {
            try (Stream<Path> files = Files.walk(home)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            } catch (IOException | UncheckedIOException e) {
                // helpers of Chromium outlive it by a moment, and may still be writing
                if (System.nanoTime() > limit) {
                    throw new AssertionError(home + " can't be removed", e);
                }
                LockSupport.parkNanos(POLL_NANOS);
            }
        }
    }
}
