package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Calls of {@code isolde serve} that can't be carried out say why, and what to do. */
@Timeout(60)
class ServeCommandTest {
    @TempDir
    private Path folder;

    private void refused(String message, String... options) {
        List<String> call = new ArrayList<>(List.of("serve"));
        call.addAll(List.of(options));
        Cli.Result result = Cli.run(call.toArray(String[]::new)).expect(Main.BAD);
        assertEquals("", result.out());
        assertTrue(result.err().contains(message), result.err());
    }

    @Test
    void aPortThatIsTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            refused(
                    "name another by --port, or 0 for any that is free",
                    "--runs",
                    folder.toString(),
                    "--port",
                    Integer.toString(taken.getLocalPort()));
        }
        refused("--port is 70000; it must be from 0 to 65535", "--runs", folder.toString(), "--port", "70000");
    }

    @Test
    void aFolderThatIsNotThere() throws Exception {
        String nowhere = folder.resolve("nowhere").toString();
        refused(nowhere + ": no such folder; run 'isolde test' first", "--runs", nowhere);
        String file = Files.createFile(folder.resolve("file")).toString();
        refused(file + ": no such folder", "--runs", file, "--allow-tests");
    }

    @Test
    void anAddressForOthersNeedsAToken() throws Exception {
        String runs = folder.toString();
        refused("name it by --token-file", "--runs", runs, "--address", "0.0.0.0");
        refused(
                "no such file",
                "--runs",
                runs,
                "--token-file",
                folder.resolve("none").toString());
        Path token = Files.writeString(folder.resolve("token"), "short\n");
        refused("is too short; put 16 random characters", "--runs", runs, "--token-file", token.toString());
        refused("is no address of this machine", "--runs", runs, "--address", "no.such.host.invalid");
    }
}
