package org.isolde.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientPropertiesTest {
    private static final String SECRETS = """
            security.protocol=SASL_SSL
            sasl.jaas.config=org.example.Login required username="me" password="open sesame";
            ssl.keystore.password=keystone
            ssl.key.password=ab
            """;

    @TempDir
    private Path folder;

    private ClientProperties read(String text) throws IOException {
        return ClientProperties.read(Files.writeString(folder.resolve("client.properties"), text));
    }

    @Test
    void clientsSeeWhatNobodyElseDoes() throws IOException {
        ClientProperties properties = read(SECRETS);
        assertEquals("keystone", properties.forClient().getProperty("ssl.keystore.password"));
        String shown = properties.toString();
        assertTrue(shown.contains("security.protocol=SASL_SSL"), shown);
        assertFalse(shown.contains("sesame") || shown.contains("keystone"), shown);
    }

    @Test
    void secretsAreTakenOutOfATextAlsoInParts() throws IOException {
        ClientProperties properties = read(SECRETS);
        assertEquals("no *** for *** here", properties.hidden("no keystone for open sesame here"));
        assertEquals("stumbled over ***", properties.hidden("stumbled over sesame"));
        assertEquals("required about", properties.hidden("required about"), "short ones and words of JAAS stay");
        assertEquals("keystone", ClientProperties.none().hidden("keystone"));
    }

    @Test
    void aBrokenEscapeIsTold() {
        IOException problem = assertThrows(IOException.class, () -> read("name=\\u12"));
        assertTrue(problem.getMessage().contains("client.properties is no file of properties"), problem.getMessage());
    }
}
