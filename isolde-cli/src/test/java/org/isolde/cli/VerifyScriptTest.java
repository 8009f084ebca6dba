package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    /** Maven writes these reports, for it is cleared of old ones first, and ends. */
    private void maven(int code, String log, String... reports) throws IOException {
        StringBuilder body = new StringBuilder("echo \"$@\" > arguments\n");
        for (int i = 0; i < reports.length; i++) {
            String module = "isolde-" + i + "/target/surefire-reports";
            stage.file("report-" + i, "<testsuite>\n" + reports[i] + "</testsuite>\n");
            body.append("mkdir -p ").append(module).append("; cp report-").append(i);
            body.append(' ').append(module).append("/TEST-org.isolde.SomeTest.xml\n");
        }
        stage.file("log", log);
        body.append("mkdir -p isolde-cli/target; tar -czf isolde-cli/target/isolde-1.tar.gz -C release isolde-1\n");
        stage.program("bin/mvn", body + "cat log; exit " + code);
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
        String arguments = Files.readString(folder.resolve("arguments"));
        assertTrue(arguments.contains(" --fail-at-end -Dmaven.test.failure.ignore=true "), arguments);
        assertTrue(arguments.contains(" verify "), arguments);
        assertTrue(arguments.contains(" -Disolde.seed=42"), arguments);
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
