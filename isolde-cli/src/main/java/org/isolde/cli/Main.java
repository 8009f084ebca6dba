package org.isolde.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.isolde.app.TestOptions;
import org.isolde.app.Versions;
import org.isolde.check.Conclusion;
import org.isolde.history.BadHistoryException;
import org.isolde.history.Spelling;
import org.isolde.report.TextLayout;
import org.isolde.run.Plugins;
import org.isolde.sql.job.FuzzOptions;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The {@code isolde} command: its subcommands, how errors are told, and the exit codes. */
@Command(
        name = "isolde",
        versionProvider = Main.Version.class,
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "Tests whether a database keeps the isolation level that it promises.",
            "",
            "Isolde runs transactions on a database, records what its clients saw (a history), decides which isolation"
                    + " levels the history satisfies, and shows the story behind a violation.",
            ""
        },
        footer = {
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
        })
public final class Main implements Runnable {
    @Spec
    private CommandSpec spec;

    static final int SATISFIED = 0;
    static final int VIOLATED = 1;
    static final int BAD = 2;
    static final int UNDECIDED = 3;

    /** Picocli has no help that is narrower. */
    private static final int LEAST_HELP = 55;

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

    /** What {@code --version} prints. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"isolde " + Versions.ISOLDE};
        }
    }

    /** The subcommands, in the order of the help text. */
    private static final Map<String, Supplier<Object>> COMMANDS = new LinkedHashMap<>();

    static {
        COMMANDS.put("test", () -> DeclaredOptions.addedTo(new TestCommand(), TestOptions.all()));
        COMMANDS.put("survey", SurveyCommand::new);
        COMMANDS.put("check", CheckCommand::new);
        COMMANDS.put("fuzz", () -> DeclaredOptions.addedTo(new FuzzCommand(), FuzzOptions.all()));
        COMMANDS.put("monitor", MonitorCommand::new);
        COMMANDS.put("explain", ExplainCommand::new);
        COMMANDS.put("minimize", MinimizeCommand::new);
        COMMANDS.put("prove", ProveCommand::new);
        COMMANDS.put("generate", GenerateCommand::new);
        COMMANDS.put("convert", ConvertCommand::new);
        COMMANDS.put("stats", StatsCommand::new);
        COMMANDS.put("scenarios", ScenariosCommand::new);
        COMMANDS.put("replay", ReplayCommand::new);
        COMMANDS.put("serve", ServeCommand::new);
        COMMANDS.put("levels", LevelsCommand::new);
        COMMANDS.put("databases", DatabasesCommand::new);
        COMMANDS.put("completion", CompletionCommand::new);
    }

    /** The command line with all its commands. */
    static CommandLine whole() {
        CommandLine line = new CommandLine(new Main());
        COMMANDS.forEach((name, command) -> line.addSubcommand(name, command.get()));
        return line.addSubcommand(new HelpCommand());
    }

    /** Runs a command and returns its exit code. */
    static int run(String... args) {
        Terminal.hideNothing();
        CommandLine line = new CommandLine(new Main());
        // the options of a command are found by reflection, which takes a while: only those of the one that is called
        boolean known = args.length > 0 && COMMANDS.containsKey(args[0]);
        COMMANDS.forEach((name, command) -> {
            if (!known || name.equals(args[0])) {
                line.addSubcommand(name, command.get());
            }
        });
        line.getSubcommands()
                .values()
                .forEach(command ->
                        command.getCommandSpec().version(line.getCommandSpec().version()));
        if (!known) {
            line.addSubcommand(new HelpCommand());
        }
        nameAsCalled(line);
        line.setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpWidth(Math.max(LEAST_HELP, TextLayout.WIDTH))
                .setColorScheme(CommandLine.Help.defaultColorScheme(Terminal.colours() ? Ansi.ON : Ansi.OFF))
                .setParameterExceptionHandler(Main::badCall)
                .setExecutionExceptionHandler((problem, command, result) -> failed(problem));
        try {
            return line.execute(args);
        } catch (Error e) {
            return internalError(e);
        }
    }

    /** Usage and examples name the command as it was called, so that they can be pasted. */
    private static void nameAsCalled(CommandLine line) {
        String name = Terminal.command();
        line.setCommandName(name);
        List<CommandLine> all = new ArrayList<>(line.getSubcommands().values());
        all.add(line);
        for (CommandLine each : all) {
            UsageMessageSpec usage = each.getCommandSpec().usageMessage();
            usage.footer(Arrays.stream(usage.footer())
                    .map(text -> text.startsWith("  isolde ") ? "  " + name + text.substring(8) : text)
                    .toArray(String[]::new));
        }
    }

    @Override
    public void run() {
        spec.commandLine().usage(System.out);
    }

    private static int badCall(ParameterException problem, String[] args) {
        // picocli says the word twice where the option is a map
        Terminal.error(problem.getMessage().replace("option option", "option"));
        CommandLine command = problem.getCommandLine();
        String meant =
                args.length == 0 || COMMANDS.containsKey(args[0]) ? null : Spelling.nearest(args[0], COMMANDS.keySet());
        if (meant != null) {
            System.err.println("Did you mean '" + Terminal.command() + " " + meant + "'?");
        } else if (!CommandLine.UnmatchedArgumentException.printSuggestions(problem, System.err)) {
            System.err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        }
        return BAD;
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
