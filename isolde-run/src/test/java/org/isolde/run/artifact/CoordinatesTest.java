package org.isolde.run.artifact;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CoordinatesTest {
    @Test
    void namesAFileOfARepository() {
        assertEquals(
                "org/example/thing/1.0-1/thing-1.0-1.jar",
                Coordinates.parse("org.example:thing:1.0-1").path());
        assertEquals(
                "org/example/thing/1.0/thing-1.0-linux-x86_64.zip",
                Coordinates.parse("org.example:thing:1.0:zip:linux-x86_64").path());
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.b:c:1", "a.b:c:1:zip", "a.b:c:1:zip:linux", "a.b:c:1:jar:linux"})
    void isWrittenAsItIsRead(String text) {
        assertEquals(text, Coordinates.parse(text).toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a:b", "a:b:c:d:e:f", "a:b:", "a:..:1", "../a:b:1", "a:b:1/2", "a:b:1:j ar", "a..b:c:1", ""})
    void refusesWhatIsNoneAndWhatLeadsElsewhere(String text) {
        assertThrows(IllegalArgumentException.class, () -> Coordinates.parse(text));
    }
}
