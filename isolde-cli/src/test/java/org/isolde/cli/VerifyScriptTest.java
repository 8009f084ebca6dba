package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isolde.cli.ScriptStage.Ended;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./verify} says what Maven and the reports of its tests say, and nothing better. */
class VerifyScriptTest {
    private static final String PASSED = "<testcase name=\"%s\" classname=\"org.isolde.SomeTest\" time=\"0.1\"/>\n";
    private static final String FAILED = "<testcase name=\"%s\" classname=\"org.isolde.SomeTest\" time=\"0.1\">\n"
            + "<failure message=\"expected: &lt;1&gt;\" type=\"Error\">at ...</failure>\n</testcase>\n";
    private static final String SKIPPED = "<testcase name=\"%s\" classname=\"org.isolde.SomeTest\" time=\"0\">\n"
            + "<skipped message=\"Assumption failed: no such server\" type=\"Aborted\"/>\n</testcase>\n";

    @TempDir
    private Path folder;

    private ScriptStage stage;

    @BeforeEach
    void setTheStage() throws IOException {
        stage = new ScriptStage(folder, "verify");
        stage.program("isolde", "echo Usage");
        stage.program("bin/apt-get", "exit 1"); // nothing is installed for the sake of this test
        release("test \"$1\" = check || echo x > out.xml; echo 'rc  read committed  satisfied'");
    }

    /** What Maven makes of the release: a launcher that does this, and what lies beside it. */
    private void release(String launcher) throws IOException {
        stage.program("release/isolde-1/isolde", launcher);
        for (String file : new String[] {"isolde.cmd", "LICENSE", "docs/testing.md", "licenses/some.txt"}) {
            stage.file("release/isolde-1/" + file, "text");
        }
    }

    /** A module that can be built, and the report that its tests write. */
    private void module(String name, String report) throws IOException {
        stage.file("built/" + name + "/target/test-classpath", "/repository/some.jar:/repository/other.jar");
        stage.file("reports/" + name + "/target/surefire-reports/TEST-org.isolde.SomeTest.xml", report);
        stage.file(
                name + "/pom.xml",
                "<project>\n  <name>Isolde " + name
                        + "</name>\n  <properties>\n    <threads>7</threads>\n  </properties>\n" + "</project>\n");
    }

    /** Maven is called to build, and then to test. */
    private void maven(int buildCode, String buildLog, int testCode, String testLog, String... reports)
            throws IOException {
        stage.file("pom.xml", "<project>\n  <version>1.2</version>\n</project>\n");
        stage.file("built/isolde-cli/target/none", "");
        stage.file("reports/none", "");
        for (int i = 0; i < reports.length; i++) {
            module("isolde-" + i, "<testsuite>\n" + reports[i] + "</testsuite>\n");
        }
        stage.file("log-0", buildLog);
        stage.file("log-1", testLog);
        stage.program("bin/mvn", """
                echo "$@" >>arguments
                find . -path './isolde-*/target/*' -type f >>found
                case " $* " in
                  *" test "*) cp -R reports/. .; cat log-1; exit %d ;;
                esac
                cp -R built/. .
                tar -czf isolde-cli/target/isolde-1.tar.gz -C release isolde-1
                cat log-0; exit %d""".formatted(testCode, buildCode));
    }

    private void maven(int code, String log, String... reports) throws IOException {
        maven(code, log, 0, "", reports);
    }

    @Test
    void allIsWell() throws Exception {
        maven(0, "[INFO] BUILD SUCCESS\n", PASSED.formatted("one"), PASSED.formatted("two"));
        Ended ended = stage.run("--no-skips");
        assertEquals(0, ended.code(), ended.output());
        assertEquals("4 passed, 0 failed, 0 skipped", ended.lastLine(), "with the launcher's and the release's");
    }

    /** Maven goes on behind it, and ends well; the reports decide. */
    @Test
    void aTestThatFailsHidesNoOther() throws Exception {
        maven(0, "", FAILED.formatted("one") + PASSED.formatted("two"), PASSED.formatted("three"));
        Ended ended = stage.run("-Disolde.seed=42");
        assertEquals(1, ended.code(), ended.output());
        assertTrue(ended.output().contains("failed: org.isolde.SomeTest.one\n"), ended.output());
        assertEquals("4 passed, 1 failed, 0 skipped", ended.lastLine());
        List<String> calls = Files.readAllLines(folder.resolve("arguments"));
        assertEquals(2, calls.size(), calls::toString);
        assertTrue(calls.get(0).contains(" -DskipTests "), calls::toString);
        assertTrue(calls.get(0).contains(" verify "), calls::toString);
        assertTrue(calls.get(1).contains(" -Dmaven.test.failure.ignore=true "), calls::toString);
        for (String call : calls) {
            assertTrue(call.contains(" --fail-at-end "), call);
            assertTrue(call.endsWith(" -Disolde.seed=42"), call);
        }
    }

    @Test
    void aModuleThatCannotBeBuiltIsNamed() throws Exception {
        String log = "[INFO] Isolde history ....... SUCCESS [ 24.182 s]\n"
                + "[INFO] Isolde check ......... FAILURE [  1.002 s]\n"
                + "[INFO] Isolde report ........ SKIPPED\n";
        maven(1, log, PASSED.formatted("one"), FAILED.formatted("two"));
        Ended ended = stage.run();
        assertEquals(1, ended.code(), ended.output());
        assertTrue(ended.output().contains("failed: the build of Isolde check, see above\n"), ended.output());
        assertTrue(
                ended.output().contains("not run, because an earlier module could not be built: Isolde report\n"),
                ended.output());
        assertEquals("3 passed, 2 failed, 0 skipped", ended.lastLine());
    }

    /** The tests of the others have run; Error Prone finds a mistake, say, or a JVM breaks down. */
    @Test
    void aCheckOfAllSourcesThatFailsIsNamed() throws Exception {
        maven(0, "", 1, "[INFO] Error Prone ......... FAILURE [ 24.182 s]\n", PASSED.formatted("one"));
        Ended ended = stage.run();
        assertEquals(1, ended.code(), ended.output());
        assertTrue(ended.output().contains("failed: the build of Error Prone, see above\n"), ended.output());
        assertEquals("3 passed, 1 failed, 0 skipped", ended.lastLine());
    }

    /** Each waits for no other, and has the class path and the settings of its module. */
    @Test
    void theTestsOfAModuleAreAProjectOfTheirOwn() throws Exception {
        maven(0, "", PASSED.formatted("one"), PASSED.formatted("two"));
        assertEquals(0, stage.run().code());
        String all = Files.readString(folder.resolve("target/verify/pom.xml"));
        assertTrue(all.contains("<module>isolde-0</module>\n    <module>isolde-1</module>\n"), all);
        String one = Files.readString(folder.resolve("target/verify/isolde-1/pom.xml"));
        assertTrue(one.contains("<version>1.2</version>"), one);
        assertTrue(one.contains("<name>Isolde isolde-1, tests</name>"), one);
        assertTrue(one.contains("<threads>7</threads>"), one);
        Path module = folder.resolve("isolde-1").toRealPath();
        assertTrue(one.contains("<directory>" + module + "/target</directory>"), one);
        assertTrue(one.contains("<workingDirectory>" + module + "</workingDirectory>"), one);
        assertTrue(one.matches("(?s).*<path>/repository/some.jar</path>\\s*<path>/repository/other.jar</path>.*"), one);
        assertFalse(one.contains("isolde-0"), one);
    }

    /** They would be tested, too. */
    @Test
    void classesOfAnEarlierBuildAreGone() throws Exception {
        maven(0, "", PASSED.formatted("one"));
        stage.file("isolde-0/target/test-classes/junit-platform.properties", "old");
        stage.file("isolde-0/target/surefire-reports/TEST-org.isolde.OldTest.xml", FAILED.formatted("old"));
        stage.file("isolde-0/target/launcher/kept", "");
        Ended ended = stage.run();
        assertEquals("3 passed, 0 failed, 0 skipped", ended.lastLine());
        assertEquals(
                "./isolde-0/target/launcher/kept",
                Files.readAllLines(folder.resolve("found")).get(0));
    }

    @Test
    void mavenThatFailsBeforeAnyModuleIsAFailure() throws Exception {
        maven(1, "[ERROR] Unknown lifecycle phase\n");
        Ended ended = stage.run();
        assertEquals(1, ended.code(), ended.output());
        assertTrue(ended.output().contains("failed: the build itself, see above\n"), ended.output());
    }

    @Test
    void whatIsSkippedIsNamedAndCountsIfAsked() throws Exception {
        maven(0, "", PASSED.formatted("one") + SKIPPED.formatted("two"));
        Ended lenient = stage.run();
        assertEquals(0, lenient.code(), lenient.output());
        assertTrue(
                lenient.output().contains("skipped: org.isolde.SomeTest.two: Assumption failed: no such server\n"),
                lenient.output());
        assertEquals("3 passed, 0 failed, 1 skipped", lenient.lastLine());
        assertEquals(1, stage.run("--no-skips").code());
    }

    /** It is tried unpacked, where Maven must not be called. */
    @Test
    void aReleaseThatNeedsMavenIsAFailure() throws Exception {
        maven(0, "", PASSED.formatted("one"));
        release("mvn package || exit 2");
        Ended ended = stage.run();
        assertEquals(1, ended.code(), ended.output());
        assertTrue(ended.output().contains("Maven was called\n"), ended.output());
        assertTrue(ended.output().contains("failed: the release, unpacked and without Maven\n"), ended.output());
    }

    @Test
    void aLauncherThatSaysNothingIsAFailure() throws Exception {
        maven(0, "", PASSED.formatted("one"));
        stage.program("isolde", "exit 0");
        Ended ended = stage.run();
        assertEquals(1, ended.code(), ended.output());
        assertEquals("2 passed, 1 failed, 0 skipped", ended.lastLine());
    }
}
