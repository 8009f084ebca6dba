package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import javax.xml.parsers.DocumentBuilderFactory;
import org.isolde.cli.JunitReport.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** What a build server gets: JUnit's XML, exit codes, and a sign of life. */
class BuildServerTest {
    private static final String LOST_UPDATE = "{\"isolde\":1}\n"
            + "{\"session\":\"<a>\",\"ops\":[[\"r\",\"x\",null],[\"w\",\"x\",1]]}\n"
            + "{\"session\":\"b\",\"ops\":[[\"r\",\"x\",null],[\"w\",\"x\",2]]}\n";

    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("isolde.xml");
    }

    private String history() throws Exception {
        return Files.writeString(folder.resolve("history.jsonl"), LOST_UPDATE).toString();
    }

    private Document written() throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file().toFile());
    }

    private static Element only(Document document, String tag) {
        assertEquals(1, document.getElementsByTagName(tag).getLength(), tag);
        return (Element) document.getElementsByTagName(tag).item(0);
    }

    @Test
    void everyLevelIsATest() throws Exception {
        Cli.run("check", "--level", "rc,ser,lin", "--junit", file().toString(), history())
                .expect(1);
        Document document = written();
        Element suite = only(document, "testsuite");
        assertEquals("3", suite.getAttribute("tests"));
        assertEquals("1", suite.getAttribute("failures"));
        assertEquals("1", suite.getAttribute("skipped"), "lin does not apply");
        Element failure = only(document, "failure");
        assertEquals("ser (serializable)", ((Element) failure.getParentNode()).getAttribute("name"));
        assertTrue(failure.getAttribute("message").startsWith("LostUpdate (G-single): "), failure::getTextContent);
        assertTrue(failure.getTextContent().contains("one of the two updates was lost"), failure::getTextContent);
    }

    @Test
    void aFileThatCannotBeReadIsAnError() throws Exception {
        Cli.run("check", "--junit", file().toString(), folder.resolve("none").toString())
                .expect(2);
        String message = only(written(), "error").getAttribute("message");
        assertTrue(message.contains("none") && message.contains("no such file"), message);
    }

    @Test
    void whatTheExitCodeDoesNotCountIsSkipped() throws Exception {
        Cli.run("check", "--level", "ser", "--fail-on", "none", "--junit", file().toString(), history())
                .expect(0);
        assertTrue(only(written(), "skipped").getAttribute("message").startsWith("LostUpdate"));
    }

    @Test
    void theExitCodeIsThatOfWhatCounts() throws Exception {
        Cli.run("check", "--level", "ser", "--fail-on", "undecided", history()).expect(0);
        Cli.run("check", "--level", "ser", "--fail-on", "violated,undecided", history())
                .expect(1);
        String[] undecided = {"check", "--level", "cc", "--algorithm", "replay", "--fail-on", "WHAT", staleRead()};
        for (String[] each : new String[][] {{"undecided", "3"}, {"violated", "0"}}) {
            undecided[6] = each[0];
            Cli.run(undecided).expect(Integer.parseInt(each[1]));
        }
    }

    /** Explained by another order than that of the input. */
    private String staleRead() throws Exception {
        String lines = "{\"isolde\":1}\n{\"session\":\"a\",\"ops\":[[\"w\",\"x\",1]]}\n"
                + "{\"session\":\"b\",\"ops\":[[\"r\",\"x\",null]]}\n";
        return Files.writeString(folder.resolve("stale.jsonl"), lines).toString();
    }

    @Test
    void otherWordsAreRefusedBeforeAnythingIsRead() throws Exception {
        String err =
                Cli.run("check", "--fail-on", "broken", history()).expect(2).err();
        assertEquals("isolde: --fail-on takes violated, undecided or none, not 'broken'\n", err);
        Cli.run("check", "--fail-on", "none,violated", history()).expect(2);
        Cli.run("check", "--junit", folder.toString(), history()).expect(2);
    }

    @Test
    void aTestOfADatabaseIsASuiteOfItsLevels() throws Exception {
        Cli.Result result = Cli.run(
                "test",
                "--db",
                "hsqldb",
                "--isolation",
                "read-committed",
                "--transactions",
                "20",
                "--out",
                folder.resolve("runs").toString(),
                "--level",
                "rc",
                "--junit",
                file().toString());
        Element suite = only(written(), "testsuite");
        assertEquals("hsqldb at READ COMMITTED", suite.getAttribute("name"), result.out());
        assertEquals("rc (read committed)", only(written(), "testcase").getAttribute("name"));
    }

    @Test
    void scenariosAreTestsToo() throws Exception {
        Cli.run("scenarios", "--isolation", "read-committed", "--scenario", "P4,G0", "--junit", file().toString())
                .expect(0);
        Element suite = only(written(), "testsuite");
        assertEquals("h2 at READ COMMITTED", suite.getAttribute("name"));
        assertEquals("2", suite.getAttribute("tests"), "neither contradicts what the level claims");
        assertEquals("0", suite.getAttribute("failures"));
    }

    /** XML has no room for what a database may answer. */
    @Test
    void controlCharactersAreReplaced() throws Exception {
        JunitReport report = new JunitReport();
        report.add("<&>", "\"", Outcome.FAILED, "a\u0000b\ud800", "]]>\u0007");
        report.write(file());
        Element failure = only(written(), "failure");
        assertEquals("a\ufffdb\ufffd", failure.getAttribute("message"));
        assertEquals("]]>\ufffd", failure.getTextContent());
    }

    @Test
    void whereThereIsNoTerminalALineSaysThatItGoesOn() throws Exception {
        CountDownLatch written = new CountDownLatch(2);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8) {
            @Override
            public void println(String line) {
                super.println(line);
                written.countDown();
            }
        });
        try (Progress progress = new Progress("opening", Duration.ofMillis(20))) {
            progress.phase("checking", () -> 0.5);
            written.await();
        } finally {
            System.setErr(before);
        }
        String first =
                bytes.toString(StandardCharsets.UTF_8).lines().findFirst().orElseThrow();
        assertEquals("isolde: checking, 50%, 0 s", first);
    }
}
