package org.isolde.cli;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.isolde.app.monitor.MonitorDisk;
import org.isolde.history.Level;
import org.isolde.http.ServerOptions;
import org.isolde.online.Monitor;
import org.isolde.online.MonitorOptions;
import org.isolde.online.MonitorServer;

/** {@code isolde monitor}: checks a live stream of transactions. */
final class MonitorCommand extends Command {
    private static final long MEBIBYTE = 1L << 20;
    private String file;
    private String level = "si";
    private String settle = "5s";
    private String retain = "1h";
    private String memory = "1g";
    private Path state;
    private boolean repair;
    private String listen;
    private Path tokenFile;
    private boolean follow;
    private boolean json;
    private boolean noSessionOrder;
    private String initial;

    @Override
    String[] description() {
        return new String[] {
            "Checks transactions by the database's timestamps as they come, late and out of order as they may be: from"
                    + " a file, from standard input, or over HTTP.",
            "",
            "The input is JSON Lines with \"start\" and \"commit\" (docs/formats.md). A violation is told as soon as it"
                    + " is final: when nothing can come any more that explains it. That is when all sessions have passed it, if"
                    + " the header says how many \"sessions\" there are; else --settle after it came, and not before"
                    + " sessions that are on their way.",
            "",
            "With --state nothing is lost, whatever ends the monitor: started again with the same folder it goes on,"
                    + " and what is sent twice counts once (\"session\" and \"seq\" tell).",
            ""
        };
    }

    @Override
    String[] footer() {
        return new String[] {
            "",
            "Examples:",
            "  isolde monitor --level si history.jsonl             a file, to its end",
            "  isolde monitor --level ser --follow live.jsonl      and what is appended to it",
            "  isolde monitor --level si --json -                  standard input; one JSON line a violation",
            "  isolde monitor --level si --listen 127.0.0.1:8700 --state DIR",
            "                                                      POST /v1/transactions; a live page at /",
            "",
            "Exit codes: 0 satisfied, 1 violated, 2 bad input or call, or no more room, 3 undecided. Ctrl-C and SIGTERM end"
                    + " it with what is known so far."
        };
    }

    @Override
    void declare(Syntax syntax) {
        syntax.keepOrder();
        syntax.optional(
                "FILE",
                text -> file = text,
                "A file of JSON lines, or - for standard input; not needed with --listen.");
        syntax.option("--level", "LEVEL", text -> level = text, "si (the default) or ser.");
        syntax.option(
                "--settle",
                "TIME",
                text -> settle = text,
                "How long a session that is silent, or not heard of yet, is waited for (default: 5s).");
        syntax.option(
                "--retain",
                "TIME",
                text -> retain = text,
                "How long old versions stay on disk for whoever comes even later; beyond it a transaction can't be"
                        + " judged (default: 1h).");
        syntax.option(
                "--memory",
                "SIZE",
                text -> memory = text,
                "How much memory it may take, all in all (default: 1g). What is beyond goes to disk.");
        syntax.option(
                        "--state",
                        "FOLDER",
                        text -> state = Path.of(text),
                        "Where everything is kept, so that it can go on; without it nothing is.")
                .file();
        syntax.flag(
                "--repair",
                () -> repair = true,
                "Go on where the files of --state are damaged, without what can't be read, and say what was lost;"
                        + " a damaged file is kept under another name.");
        syntax.option(
                "--listen",
                "HOST:PORT",
                text -> listen = text,
                "Take transactions over HTTP. Others than this machine's own addresses need a token.");
        syntax.option(
                        "--token-file",
                        "FILE",
                        text -> tokenFile = Path.of(text),
                        "A file with the token of --listen on its first line; else ISOLDE_MONITOR_TOKEN has it.")
                .file();
        syntax.flag("--follow", () -> follow = true, "Go on with what is appended to the file.");
        syntax.flag(
                "--json",
                () -> json = true,
                "Print one JSON object a line: each violation, and a summary at the end of the input.");
        syntax.flag("--no-session-order", () -> noSessionOrder = true, "Session order does not count.");
        syntax.option(
                "--initial",
                "VALUE",
                text -> initial = text,
                "The initial value of all keys as JSON, as in 0 or '\"none\"' (default: what the header says, else"
                        + " null).");
        syntax.standard();
    }

    @Override
    int call() throws IOException, InterruptedException {
        if (file == null && listen == null) {
            throw new Main.CallException(
                    "nothing to monitor; name a file, - for standard input, or --listen HOST:PORT");
        }
        if (follow && (file == null || file.equals("-"))) {
            throw new Main.CallException("--follow is for a file; standard input is read to its end anyway");
        }
        if (repair && state == null) {
            throw new Main.CallException("--repair is for what --state FOLDER has kept; name that folder");
        }
        ServerOptions address = listen == null ? null : address();
        MonitorOutput output = new MonitorOutput(json);
        MonitorOptions options = options().onViolation(output::violation);
        try (MonitorRun run = new MonitorRun(open(options, output), output)) {
            if (address != null) {
                run.serve(serve(run.monitor(), address));
            }
            if (file != null) {
                run.feed(file, follow);
            }
            return run.await();
        }
    }

    private MonitorOptions options() {
        long total = Amounts.bytes(memory);
        if (total < 256 * MEBIBYTE) {
            throw new Main.CallException("--memory " + memory + " is too little for a Java process; give 256m or more");
        }
        Duration time = Amounts.duration(settle);
        // the launcher has made the heap of this size; the rest is for RocksDB and the JVM
        long heap = Math.min(Runtime.getRuntime().maxMemory(), total);
        MonitorOptions options = MonitorOptions.of(level())
                .sessionOrder(!noSessionOrder)
                .settle(time)
                .retain(retention(time))
                .memory(heap / 2)
                .diskMemory(Math.max(16 * MEBIBYTE, total / 16))
                .queueBytes(heap / 12)
                .state(state)
                .repair(repair);
        return initial == null ? options : options.initial(InputParameters.initialValue(initial));
    }

    private Duration retention(Duration time) {
        Duration kept = Amounts.duration(retain);
        if (kept.compareTo(time) < 0) {
            throw new Main.CallException("--retain " + retain + " is less than --settle " + settle
                    + "; versions are needed at least until verdicts are final");
        }
        return kept;
    }

    private Level level() {
        List<Level> levels;
        try {
            levels = List.copyOf(Level.parse(level));
        } catch (IllegalArgumentException e) {
            throw new Main.CallException(e.getMessage());
        }
        if (levels.size() != 1 || (levels.get(0) != Level.SI && levels.get(0) != Level.SER)) {
            throw new Main.CallException("--level " + level + ": a stream is checked for si or for ser");
        }
        return levels.get(0);
    }

    private ServerOptions address() throws IOException {
        int colon = listen.lastIndexOf(':');
        String host = colon < 0 ? "" : listen.substring(0, colon);
        String number = listen.substring(colon + 1);
        if (host.isEmpty() || !number.matches("\\d{1,5}") || Integer.parseInt(number) > 65_535) {
            throw new Main.CallException(
                    "--listen " + listen + " is no address; write HOST:PORT, as in 127.0.0.1:8700 (port 0 for any)");
        }
        InetAddress where;
        try {
            where = InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new Main.CallException("'" + host + "' is no address of this machine; write 127.0.0.1:" + number);
        }
        String token = tokenFile != null ? TokenFile.read(tokenFile) : System.getenv("ISOLDE_MONITOR_TOKEN");
        if (tokenFile == null && token != null) {
            token = TokenFile.checked(token.strip(), "in ISOLDE_MONITOR_TOKEN");
        }
        if (token == null && !where.isLoopbackAddress()) {
            throw new Main.CallException("--listen " + listen
                    + " can be reached from elsewhere, so it needs a token: put a random one into a file, and name it by"
                    + " --token-file");
        }
        return new ServerOptions(host, where, Integer.parseInt(number), token);
    }

    private Monitor open(MonitorOptions options, MonitorOutput output) throws IOException {
        try (Progress progress = new Progress("opening the state")) {
            options.disk(new MonitorDisk((what, share) -> progress.phase(what, () -> share)));
            Monitor monitor = Monitor.open(options);
            output.opened(monitor);
            if (repair) {
                output.repaired(monitor.repairs());
            }
            return monitor;
        }
    }

    private MonitorServer serve(Monitor monitor, ServerOptions address) throws IOException {
        try {
            return MonitorServer.start(monitor, address);
        } catch (BindException e) {
            throw new Main.CallException(
                    listen + " can't be had: " + e.getMessage() + "; name another port, or 0 for any that is free");
        }
    }
}
