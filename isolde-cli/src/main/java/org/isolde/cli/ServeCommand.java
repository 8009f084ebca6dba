package org.isolde.cli;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.isolde.app.serve.PageServer;
import org.isolde.app.serve.ServeOptions;
import org.isolde.http.ServerOptions;

/** {@code isolde serve}: a local page over the run folders. */
final class ServeCommand extends Command {
    private Path runs = Path.of("isolde-runs");
    private int port = 8642;
    private String address = "127.0.0.1";
    private Path tokenFile;
    private boolean allowTests;

    @Override
    String[] description() {
        return new String[] {
            "Serves a page over the run folders: lists, sorts, filters and compares runs, shows their verdicts and"
                    + " reports, and, with --allow-tests, starts tests and shows them live.",
            "",
            "It listens on this machine alone unless told otherwise, and only reads unless --allow-tests is given; then"
                    + " it prints a link with a token, without which nobody gets in. Ctrl-C ends it.",
            ""
        };
    }

    @Override
    String[] footer() {
        return new String[] {
            "",
            "Examples:",
            "  isolde serve                                         then open http://127.0.0.1:8642/",
            "  isolde serve --allow-tests --port 9000               with a form that starts tests",
            "  isolde serve --address 0.0.0.0 --token-file token    for others, who must know the token",
            "",
            "Exit codes: 0 never, for it runs until Ctrl-C (130); 2 bad call, or the port is taken."
        };
    }

    @Override
    void declare(Syntax syntax) {
        syntax.option(
                        "--runs",
                        "FOLDER",
                        text -> runs = Path.of(text),
                        "The folder of run folders, as 'isolde test --out' names it (default: isolde-runs).")
                .file();
        syntax.option(
                "--port",
                "N",
                text -> port = Syntax.integer(text),
                "The port (default: 8642; 0 for any that is free).");
        syntax.option(
                "--address",
                "ADDRESS",
                text -> address = text,
                "The address to listen on (default: 127.0.0.1). Others than loopback need --token-file.");
        syntax.option(
                        "--token-file",
                        "FILE",
                        text -> tokenFile = Path.of(text),
                        "A file with a token on its first line, which whoever opens the page must know; 16 characters or more.")
                .file();
        syntax.flag(
                "--allow-tests",
                () -> allowTests = true,
                "Let whoever has the token start tests, on any database that this machine reaches, as this user."
                        + " Without --token-file there is a new one each time, in the link that is printed.");
        syntax.standard();
    }

    @Override
    int call() throws IOException, InterruptedException {
        ServeOptions options = options();
        try (PageServer server = PageServer.start(options)) {
            System.out.println("Isolde serves " + runs + " at " + (tokenFile == null ? server.link() : server.url())
                    + (tokenFile == null ? "" : " (asks for the token)")
                    + (allowTests ? "; tests can be started there" : ""));
            if (allowTests && tokenFile == null) {
                System.out.println(
                        Terminal.faint("Whoever has this link may start tests as you; it is new each time."));
            }
            System.out.println(Terminal.faint("Ctrl-C ends it."));
            System.out.flush();
            new CountDownLatch(1).await();
            return Main.SATISFIED;
        } catch (BindException e) {
            throw new Main.CallException("port " + port + " of " + address + " can't be had: " + e.getMessage()
                    + "; name another by --port, or 0 for any that is free");
        }
    }

    private ServeOptions options() throws IOException {
        if (port < 0 || port > 65_535) {
            throw new Main.CallException("--port is " + port + "; it must be from 0 to 65535");
        }
        // with --allow-tests the first test makes it
        if (!Files.isDirectory(runs) && (Files.exists(runs) || !allowTests)) {
            throw new Main.CallException(
                    runs + ": no such folder; run 'isolde test' first, which makes one, or name another by --runs");
        }
        InetAddress where;
        try {
            where = InetAddress.getByName(address);
        } catch (UnknownHostException e) {
            throw new Main.CallException(
                    "'" + address + "' is no address of this machine; write 127.0.0.1, or leave" + " --address out");
        }
        String token = tokenFile == null ? null : TokenFile.read(tokenFile);
        if (token == null && !where.isLoopbackAddress()) {
            throw new Main.CallException("--address " + address
                    + " can be reached from elsewhere, so it needs a token: put a random one into a file, and name it by"
                    + " --token-file");
        }
        return new ServeOptions(runs, new ServerOptions(address, where, port, token), allowTests);
    }
}
