package org.isolde.report.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.isolde.check.Anomaly;
import org.isolde.check.CheckOptions;
import org.isolde.check.CheckResult;
import org.isolde.generate.InjectedAnomaly;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.format.Json;
import org.isolde.report.Finding;
import org.isolde.report.MinimalCase;
import org.isolde.report.Report;
import org.isolde.report.Samples;
import org.isolde.report.Story;
import org.isolde.report.answer.Amount;
import org.isolde.report.answer.Conflicts;
import org.isolde.report.draw.Xml;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

final class HtmlReportTest {
    @Test
    void everyPageIsWholeAndItsLinksLeadSomewhere() {
        for (Report report : Samples.all()) {
            Document page = parse(HtmlReport.of(report, List.of(new Link("history.jsonl", "the history"))));
            Set<String> ids = new HashSet<>();
            NodeList all = page.getElementsByTagName("*");
            List<Element> elements = new ArrayList<>();
            for (int i = 0; i < all.getLength(); i++) {
                Element element = (Element) all.item(i);
                elements.add(element);
                if (element.hasAttribute("id")) {
                    assertTrue(ids.add(element.getAttribute("id")), "twice: " + element.getAttribute("id"));
                }
                assertFalse(element.hasAttribute("style"), "the policy forbids style attributes");
                assertFalse(element.hasAttribute("onclick"));
            }
            for (Element element : elements) {
                String address = element.getAttribute("href");
                if (address.startsWith("#")) {
                    assertTrue(ids.contains(address.substring(1)), address + " leads nowhere in " + report.title());
                }
                for (String attribute : List.of("data-transaction", "data-step", "aria-labelledby", "data-copy")) {
                    if (element.hasAttribute(attribute)) {
                        assertTrue(ids.contains(element.getAttribute(attribute)), element.getAttribute(attribute));
                    }
                }
            }
            assertEquals(1, page.getElementsByTagName("h1").getLength());
            for (int i = 1; i <= report.findings().size(); i++) {
                assertTrue(ids.contains("finding-" + i));
            }
            assertEquals(1, page.getElementsByTagName("script").getLength(), report.title());
            assertEquals(0, page.getElementsByTagName("img").getLength(), report.title());
        }
    }

    @Test
    void hostileNamesAreText() {
        for (String name : Samples.HOSTILE) {
            String page = HtmlReport.of(Samples.report(name, Samples.hostile(name)), List.of());
            assertFalse(page.contains("<script>alert"), name);
            assertFalse(page.contains("<img"), name);
            assertFalse(page.contains("\u202e"), "nothing turns the text around");
            assertEquals(page.indexOf("</script>"), page.lastIndexOf("</script>"));
        }
    }

    @Test
    void thePolicyAllowsExactlyWhatIsInThePage() throws Exception {
        String page = HtmlReport.of(Samples.report("x", Samples.lists()), List.of());
        for (String element : List.of("style", "script")) {
            String content = page.substring(
                    page.indexOf("<" + element + ">") + element.length() + 2, page.indexOf("</" + element + ">"));
            byte[] hash =
                    java.security.MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
            String wanted = element + "-src &#39;sha256-" + Base64.getEncoder().encodeToString(hash) + "&#39;";
            assertTrue(page.contains(wanted), wanted);
        }
        assertTrue(page.contains("default-src &#39;none&#39;"));
        assertFalse(Pattern.compile("(src|href)=\"(https?:)?//").matcher(page).find());
    }

    @Test
    void theHeadLineIsForEverybody() {
        String lost = headLine(Samples.report("x", Samples.injected(InjectedAnomaly.LOST_UPDATE)));
        assertTrue(lost.contains("both overwrote it, so one of the updates was lost"), lost);
        assertTrue(lost.contains("cursor stability (cs)"), lost);
        String kept = headLine(Samples.report(
                "x",
                Samples.read("{\"isolde\":1}", "{\"session\":1,\"ops\":[[\"w\",\"x\",1]],\"begin\":1,\"end\":2}")));
        assertTrue(kept.contains("No violation"), kept);
        String open = headLine(Samples.undecided());
        assertTrue(open.contains("could be decided"), open);
    }

    private static String headLine(Report report) {
        HeadLine line = HeadLine.of(report);
        return String.join(" ", line.label(), line.sentence(), line.consequence(), line.detail());
    }

    @Test
    void noPageIsTooLarge() {
        String key = "<&>\"".repeat(500);
        List<String> lines = new ArrayList<>(List.of("{\"isolde\":1}"));
        for (int t = 0; t < 30; t++) {
            List<Object> operations = new ArrayList<>();
            for (int op = 0; op < 80; op++) {
                operations.add(List.of("w", key + op, t));
            }
            operations.add(Arrays.asList("r", key, null));
            operations.add(List.of("w", key, t));
            lines.add(Json.of(Map.of("session", t, "id", key + t, "ops", operations)));
        }
        History history = Samples.read(lines.toArray(String[]::new));
        CheckResult check = Samples.check(history, CheckOptions.of(EnumSet.of(Level.CS)));
        Anomaly anomaly = check.anomalies().get(0);
        int[] originals = IntStream.rangeClosed(0, history.transactions()).toArray();
        MinimalCase whole = new MinimalCase(history, history, anomaly, originals, false);
        Finding finding = new Finding(anomaly, whole, Story.of(whole, Set.of()));
        Map<String, Object> parameters = new LinkedHashMap<>();
        for (int i = 0; i < 2000; i++) {
            parameters.put("parameter " + i, key);
        }
        Report report = new Report(
                key,
                check,
                Map.of(Level.CS, key),
                Collections.nCopies(40, finding),
                7,
                parameters,
                List.of(key),
                null,
                Amount.of(new Conflicts(1, 0)));
        String page = HtmlReport.of(report, Collections.nCopies(300, new Link("a", key)));
        int bytes = page.getBytes(StandardCharsets.UTF_8).length;
        assertTrue(bytes < HtmlReport.MOST_BYTES, bytes + " bytes");
        assertTrue(page.contains("are not told here"), "says what was cut");
        parse(page);
    }

    @Test
    void linksStayBesideTheReport() {
        assertEquals("finding-1/a%20%22b%22.svg", new Link("finding-1/a \"b\".svg", "").address());
        assertThrows(IllegalArgumentException.class, () -> new Link("https://example.org", ""));
        assertThrows(IllegalArgumentException.class, () -> new Link("//example.org", ""));
        assertThrows(IllegalArgumentException.class, () -> new Link("javascript:alert(1)", ""));
    }

    /** The page as XML: the few elements without an end get one, and what is no markup goes. */
    private static Document parse(String page) {
        Matcher script =
                Pattern.compile("<(script|style)>.*?</\\1>", Pattern.DOTALL).matcher(page);
        String markup = script.replaceAll("<$1></$1>")
                .replace("<!DOCTYPE html>", "")
                .replaceAll("<(meta|link)([^>]*)>", "<$1$2/>");
        return Xml.parse(markup);
    }
}
