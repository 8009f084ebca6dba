package org.isolde.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isolde.http.Guard;
import org.isolde.run.Redaction;

/** The token that users of a server must know: on the first line of a file, so that it stands in no list of processes. */
final class TokenFile {
    private TokenFile() {}

    static String read(Path file) throws IOException {
        return checked(Files.readString(file).lines().findFirst().orElse("").strip(), "in " + file);
    }

    /** A token that is long enough. */
    static String checked(String token, String where) {
        if (token.length() < Guard.SHORTEST_TOKEN) {
            throw new Main.CallException("the token " + where + " is too short; put " + Guard.SHORTEST_TOKEN
                    + " random characters or more on its first line");
        }
        Terminal.hide(Redaction.of(null, token), List.of());
        return token;
    }
}
