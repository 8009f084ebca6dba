package org.isolde.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.isolde.app.Versions;
import org.isolde.check.Conclusion;
import org.isolde.history.BadHistoryException;
import org.isolde.history.Spelling;
import org.isolde.run.Plugins;

/** The {@code isolde} command: its subcommands, how errors are told, and the exit codes. */
public final class Main {
    static final int SATISFIED = 0;
    static final int VIOLATED = 1;
    static final int BAD = 2;
    static final int UNDECIDED = 3;

    /** As the shell tells of a program that SIGPIPE has ended: whoever read its output has seen enough. */
    private static final int CLOSED_PIPE = 128 + 13;

    private static final StandardOutput OUT = new StandardOutput(Main::endWithoutOutput);
    private static final AtomicBoolean TOLD = new AtomicBoolean();

    public static void main(String[] args) {
        System.setOut(new PrintStream(new BlankedOutput(OUT), false, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(new BlankedOutput(System.err), true, StandardCharsets.UTF_8));
        end(run(args));
    }

    /** By a thread of its own: the one that wrote holds a lock on the stream, and what cleans up may write as well. */
    private static void endWithoutOutput() {
        new Thread(() -> end(BAD), "isolde-end").start();
    }

    /**
     * Ends the process as every Java program ends, so that profilers and libraries clean up. Where a signal has begun the end
     * already, its threads wait for this one, and the code is still to be told: then at once.
     */
    static void end(int code) {
        System.out.flush();
        if (OUT.isClosedPipe()) {
            code = CLOSED_PIPE;
        } else if (OUT.failure() != null) {
            if (!TOLD.getAndSet(true)) {
                Terminal.error("standard output could not be written: " + OUT.failure());
            }
            code = BAD;
        }
        if (isEnding()) {
            Runtime.getRuntime().halt(code);
        }
        System.exit(code);
    }

    private static boolean isEnding() {
        Thread nothing = new Thread();
        try {
            Runtime.getRuntime().addShutdownHook(nothing);
            return !Runtime.getRuntime().removeShutdownHook(nothing);
        } catch (IllegalStateException e) {
            return true;
        }
    }

    static int exitCode(Conclusion conclusion) {
        return switch (conclusion) {
            case SATISFIED -> SATISFIED;
            case VIOLATED -> VIOLATED;
            case UNDECIDED -> UNDECIDED;
        };
    }

    private static final String HELP = "help";

    /** The commands, in the order of the help text. */
    private static final Set<String> NAMES = new LinkedHashSet<>(List.of(
            "test",
            "survey",
            "check",
            "fuzz",
            "monitor",
            "cluster",
            "explain",
            "minimize",
            "prove",
            "generate",
            "convert",
            "stats",
            "scenarios",
            "replay",
            "serve",
            "levels",
            "databases",
            "completion",
            HELP));

    static Set<String> names() {
        return NAMES;
    }

    static Command command(String name) {
        return switch (name) {
            case "test" -> new TestCommand();
            case "survey" -> new SurveyCommand();
            case "check" -> new CheckCommand();
            case "fuzz" -> new FuzzCommand();
            case "monitor" -> new MonitorCommand();
            case "cluster" -> new ClusterCommand();
            case "explain" -> new ExplainCommand();
            case "minimize" -> new MinimizeCommand();
            case "prove" -> new ProveCommand();
            case "generate" -> new GenerateCommand();
            case "convert" -> new ConvertCommand();
            case "stats" -> new StatsCommand();
            case "scenarios" -> new ScenariosCommand();
            case "replay" -> new ReplayCommand();
            case "serve" -> new ServeCommand();
            case "levels" -> new LevelsCommand();
            case "databases" -> new DatabasesCommand();
            case "completion" -> new CompletionCommand();
            case HELP -> new HelpCommand();
            default -> throw new IllegalArgumentException(name);
        };
    }

    /** What is called where no command is named. */
    static final class Whole extends Command {
        @Override
        String[] description() {
            return new String[] {
                "Tests whether a database keeps the isolation level that it promises.",
                "",
                "Isolde runs transactions on a database, records what its clients saw (a history), decides which isolation"
                        + " levels the history satisfies, and shows the story behind a violation.",
                ""
            };
        }

        @Override
        String[] footer() {
            return new String[] {
                "",
                "Start here:",
                "  isolde test                                               H2 at SERIALIZABLE: does it keep that?",
                "  isolde test --db postgres:18.6 --level ser                PostgreSQL, which it fetches and starts",
                "  isolde test --db jdbc:postgresql://host/db --user me      one that is running",
                "  isolde check --level cc history.edn                       is this history causally consistent?",
                "  isolde generate --inject lost-update | isolde check -     one that is made up, with an anomaly",
                "  isolde levels                                             what the levels mean",
                "",
                "Exit codes: 0 satisfied, 1 violated, 2 bad input or call, 3 undecided."
            };
        }

        @Override
        void declare(Syntax syntax) {
            syntax.standard();
        }

        @Override
        int call() {
            System.out.print(help(null));
            return SATISFIED;
        }
    }

    /** The help of a command, of the whole for null; null if there is no such command. */
    static String help(String name) {
        if (name == null) {
            List<String> names = List.copyOf(NAMES);
            Command whole = new Whole();
            return HelpText.of(Terminal.command(), whole, "COMMAND")
                    .commands(names, names.stream().map(Main::command).toList())
                    .footer(asCalled(whole.footer()));
        }
        if (!NAMES.contains(name)) {
            return null;
        }
        Command command = command(name);
        return HelpText.of(Terminal.command() + " " + name, command, null).footer(asCalled(command.footer()));
    }

    /** Examples name the command as it was called, so that they can be pasted. */
    private static String[] asCalled(String[] lines) {
        String[] named = lines.clone();
        for (int i = 0; i < named.length; i++) {
            if (named[i].startsWith("  isolde ")) {
                named[i] = "  " + Terminal.command() + named[i].substring(8);
            }
        }
        return named;
    }

    /** Runs a command and returns its exit code. */
    static int run(String... args) {
        Terminal.hideNothing();
        Call call = new Call(List.of(args));
        try {
            call.read();
            if (call.syntax().asksForHelp()) {
                System.out.print(help(call.name()));
            } else if (call.syntax().asksForVersion()) {
                System.out.println("isolde " + Versions.ISOLDE);
            } else {
                return call.complete().call();
            }
            return SATISFIED;
        } catch (CallReader.Problem e) {
            return badCall(e, call);
        } catch (Exception e) {
            return failed(e);
        } catch (Error e) {
            return internalError(e);
        }
    }

    private static int badCall(CallReader.Problem problem, Call call) {
        Terminal.error(problem.getMessage());
        String command = Terminal.command() + (call.name() == null ? "" : " " + call.name());
        String hint = problem instanceof CallReader.UnplacedWord unplaced ? hint(unplaced, call) : null;
        System.err.println(hint == null ? "Try '" + command + " --help'." : hint);
        return BAD;
    }

    /** What may have been meant, or null. */
    private static String hint(CallReader.UnplacedWord problem, Call call) {
        String first = call.words().get(0);
        String meant = NAMES.contains(first) ? null : Spelling.nearest(first, meanable());
        if (meant != null) {
            return "Did you mean '" + Terminal.command() + " " + meant + "'?";
        }
        if (problem.isOption()) {
            List<String> options = call.syntax().namesLike(problem.first());
            return options.isEmpty() ? null : "Possible solutions: " + String.join(", ", options);
        }
        if (call.name() != null) {
            return null;
        }
        List<String> similar = Similarity.mostSimilar(problem.first(), NAMES);
        String before = Terminal.command() + " ";
        return similar.isEmpty() ? null : "Did you mean: " + before + String.join(" or " + before, similar) + "?";
    }

    private static List<String> meanable() {
        return NAMES.stream().filter(name -> !name.equals(HELP)).toList();
    }

    private static int failed(Exception problem) {
        if (problem instanceof BadHistoryException
                || problem instanceof CallException
                || problem instanceof Plugins.MissingPluginException) {
            Terminal.error(problem.getMessage());
        } else if (problem instanceof IOException io) {
            Terminal.error(Terminal.explain(io));
        } else {
            internalError(problem);
        }
        return BAD;
    }

    /** Never exit code 1, which means a violation. */
    private static int internalError(Throwable problem) {
        if (problem instanceof OutOfMemoryError) {
            Terminal.error(
                    "not enough memory; give the JVM more, as in ISOLDE_JAVA_OPTS=-Xmx16g, or a monitor more --memory");
            return BAD;
        }
        Terminal.error("internal error, which is a bug in Isolde, not in the history: " + problem
                + (System.getenv("ISOLDE_DEBUG") == null ? " (set ISOLDE_DEBUG=1 for the whole trace)" : ""));
        if (System.getenv("ISOLDE_DEBUG") != null) {
            problem.printStackTrace(System.err);
        }
        return BAD;
    }

    /** A call that can't be carried out, with the cure in its message. */
    static final class CallException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        CallException(String message) {
            super(message);
        }
    }
}
