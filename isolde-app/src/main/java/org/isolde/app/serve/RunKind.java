package org.isolde.app.serve;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isolde.app.FuzzRun;
import org.isolde.app.RunFolder;
import org.isolde.app.SurveyJob;

/** Which command made a run folder, and where that has left what it came to. */
enum RunKind {
    TEST(RunFolder.VERDICT, "rounds", RunFolder.REPORT),
    FUZZ(FuzzRun.RESULT, "findings", RunFolder.REPORT),
    SURVEY(SurveyJob.RESULT, "levels", SurveyJob.PAGE);

    private static final Pattern NAME = Pattern.compile("\\d{8}-\\d{6}-.+-(fuzz|survey)(-\\d+)?");

    private final String result;
    private final String list;
    private final String page;

    RunKind(String result, String list, String page) {
        this.result = result;
        this.list = list;
        this.page = page;
    }

    /** By its result, or by its name while there is none. */
    static RunKind of(Path folder) {
        for (RunKind kind : values()) {
            if (Files.exists(folder.resolve(kind.result), LinkOption.NOFOLLOW_LINKS)) {
                return kind;
            }
        }
        Matcher name = NAME.matcher(folder.getFileName().toString());
        return !name.matches() ? TEST : name.group(1).equals("fuzz") ? FUZZ : SURVEY;
    }

    /** The file with what it came to, which has a {@code verdict}. */
    String result() {
        return result;
    }

    /** What else stands in that file. */
    String list() {
        return list;
    }

    /** The page that it leaves for people. */
    String page() {
        return page;
    }
}
