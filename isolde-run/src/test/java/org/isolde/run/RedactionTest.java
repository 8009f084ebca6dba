package org.isolde.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jdbc:postgresql://h:5432/d?user=me&password=hunter2 | jdbc:postgresql://h:5432/d?user=me&password=***",
                "jdbc:postgresql://h/d?password=hunter2&ssl=true | jdbc:postgresql://h/d?password=***&ssl=true",
                "jdbc:postgresql://h/d?sslpassword=hunter2 | jdbc:postgresql://h/d?sslpassword=***",
                "jdbc:mysql://me:hunter2@h:3306/d | jdbc:mysql://me:***@h:3306/d",
                "jdbc:mysql://h/d?password1=hunter2 | jdbc:mysql://h/d?password1=***",
                "jdbc:mariadb://h/d?user=me&PASSWORD=hunter2 | jdbc:mariadb://h/d?user=me&PASSWORD=***",
                "jdbc:sqlserver://h:1433;user=sa;password=hunter2;encrypt=false"
                        + " | jdbc:sqlserver://h:1433;user=sa;password=***;encrypt=false",
                "jdbc:sqlserver://h;password={hunter2;x};encrypt=false | jdbc:sqlserver://h;password=***;encrypt=false",
                "jdbc:oracle:thin:scott/hunter2@//h:1521/s | jdbc:oracle:thin:scott/***@//h:1521/s",
                "jdbc:oracle:thin:scott/hunter2@h:1521:sid | jdbc:oracle:thin:scott/***@h:1521:sid",
                "jdbc:oracle:oci:scott/hunter2@s | jdbc:oracle:oci:scott/***@s",
                "jdbc:h2:tcp://h/d;USER=sa;PASSWORD=hunter2 | jdbc:h2:tcp://h/d;USER=sa;PASSWORD=***"
            })
    void urlsLoseTheirPasswordsAndNothingElse(String url, String shown) {
        assertEquals(shown, Redaction.url(url));
        assertEquals(shown, Target.parse(url, Map.of()).shown());
        assertEquals(shown, Target.parse(url, Map.of()).toString());
    }

    /** Where a password has signs that also end one, rather too much goes than too little. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:mysql://me:hun@ter2@h/d",
                "jdbc:mysql://me:hunter2@h1,me:hunter2@h2/d",
                "jdbc:postgresql://h/d?password=hun,ter2",
                "jdbc:postgresql://h/d?password=hun)ter2",
                "jdbc:oracle:thin:scott/hun@ter2@//h:1521/s",
                "jdbc:mysql://address=(host=h)(user=me)(password=hunter2)/d",
                "can't open jdbc:x://h?trustStorePassword=hunter2&a=b, says the driver"
            })
    void noPartOfAPasswordIsLeft(String text) {
        assertFalse(Redaction.url(text).contains("ter2"), Redaction.url(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://h:5432/d",
                "jdbc:h2:mem:x;LOCK_TIMEOUT=500",
                "jdbc:oracle:thin:@//h:1521/s",
                "FATAL: password authentication failed for user \"me\""
            })
    void whatHasNoSecretStaysAsItIs(String text) {
        assertEquals(text, Redaction.url(text));
    }

    @Test
    void optionsAreSecretByTheirName() {
        assertEquals("***", Redaction.option("password", "hunter2"));
        assertEquals("***", Redaction.option("SSLPASSWORD", "hunter2"));
        assertEquals("500", Redaction.option("LOCK_TIMEOUT", "500"));
    }

    @Test
    void messagesLoseThePasswordThatWasGivenApart() {
        Redaction redaction = Redaction.of(null, "hunter2");
        assertEquals("user me with *** at h", redaction.text("user me with hunter2 at h"));
        assertEquals("h?password=***", redaction.text("h?password=other"));
        assertEquals("password=*** for me", Redaction.of(null, "two words").text("password=two words for me"));
        assertEquals("as it is", Redaction.none().text("as it is"));
        assertEquals("as it is", Redaction.of(null, "").text("as it is"));
        assertEquals("", redaction.text(null));
    }

    /** Drivers quote what they were given in spellings of their own. */
    @ParameterizedTest
    @ValueSource(strings = {"p%C3%A4ss w\"rd", "p%C3%A4ss%20w%22rd"})
    void aSecretGoesInEverySpelling(String given) {
        String plain = "p\u00e4ss w\"rd";
        Redaction redaction = Redaction.of("jdbc:x://me:" + given.replace(" ", "%20") + "@h/d", null);
        for (String spelling : List.of(plain, "p%C3%A4ss%20w%22rd", "p%C3%A4ss+w%22rd", "p\u00e4ss w\\\"rd")) {
            assertEquals("with *** for me", redaction.text("with " + spelling + " for me"));
        }
    }

    @Test
    void secretsOfUrlsAndSettingsAreKnown() {
        Target target = Target.parse(
                "jdbc:sqlserver://h;user=sa;password={hun;ter1};sslPassword=hunter2",
                Map.of("trustPassword", "hunter3"));
        Redaction redaction = Redaction.of(target, new Access("me", "hunter4", null, Access.Progress.SILENT));
        assertEquals("***, ***, ***, ***", redaction.knownOnly("hun;ter1, hunter2, hunter3, hunter4"));
        assertEquals(
                "*** and ***",
                Redaction.of(null, "x").and(Redaction.of(null, "xy")).knownOnly("xy and x"));
    }

    /** What is found by chance, or shown on purpose, would spoil whole outputs. */
    @Test
    void outOfWholeOutputsOnlyDistinctiveOnesAreTaken() {
        for (String password : List.of("1", "12345678", "abc", "postgres")) {
            String text = "jdbc:postgresql://h/1234567890 abc";
            assertEquals(
                    text,
                    Redaction.of(null, password).distinctive(List.of(text)).knownOnly(text));
        }
        assertEquals(
                "with ***",
                Redaction.of(null, "hunter2").distinctive(List.of("me")).knownOnly("with hunter2"));
    }

    @Test
    void accessKeepsThePasswordToItself() {
        String text = new Access("me", "hunter2", null, Access.Progress.SILENT).toString();
        assertEquals("Access[user=me]", text);
    }
}
