package org.isolde.flink.job;

import java.io.PrintStream;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.isolde.check.Conclusion;
import org.isolde.cluster.JobCommands;
import org.isolde.cluster.JobPlan;
import org.isolde.cluster.JobRunner;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

/** The door: {@code flink run isolde-flink.jar check ...} or {@code monitor ...}. */
@Command(
        name = "isolde",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "(check | monitor)",
        description = "Checks transactions by the database's timestamps, as a job of Apache Flink.")
public final class Main implements Runnable {
    private static final int BAD = 2;
    private static final int UNDECIDED = 3;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    /** On a cluster, as {@code flink run} calls it; where there is none, in this process. */
    public static void main(String[] args) {
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
        int code = run(args, plan -> code(new JobRun(plan, environment, output(plan)).run()));
        // a job manager that runs this program has more to do
        boolean client = !environment
                .getConfiguration()
                .getOptional(DeploymentOptions.TARGET)
                .orElse("")
                .equals("embedded");
        if (code != 0 && client) {
            System.out.flush();
            System.exit(code);
        }
    }

    /**
     * On a cluster in this process, as {@code isolde cluster} calls it.
     *
     * @return the exit code
     */
    public static int embedded(String[] args) {
        return run(args, plan -> {
            try (EmbeddedCluster cluster = new EmbeddedCluster(plan)) {
                int code = code(cluster.run(output(plan)));
                cluster.ends(code);
                return code;
            }
        });
    }

    private static JobOutput output(JobPlan plan) {
        return new JobOutput(plan.level(), plan.json(), System.out, System.err);
    }

    /** That a job was started, or stopped to go on later, is all well. */
    private static int code(Conclusion conclusion) {
        if (conclusion == null) {
            return 0;
        }
        return switch (conclusion) {
            case SATISFIED -> 0;
            case VIOLATED -> 1;
            case UNDECIDED -> UNDECIDED;
        };
    }

    private static int run(String[] args, JobRunner runner) {
        JobPlan[] planned = new JobPlan[1];
        CommandLine line = JobCommands.addTo(new CommandLine(new Main()), plan -> {
            planned[0] = plan;
            return runner.run(plan);
        });
        PrintStream err = System.err;
        return line.setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((problem, given) -> {
                    err.println("isolde: " + problem.getMessage());
                    return BAD;
                })
                .setExecutionExceptionHandler((problem, command, result) -> {
                    if (problem instanceof ParameterException bad) {
                        err.println("isolde: " + bad.getMessage());
                        return BAD;
                    }
                    String words = Problems.words(problem);
                    output(planned[0]).error(planned[0].clients().hidden(words));
                    if (System.getenv("ISOLDE_DEBUG") != null) {
                        Problems.trace(problem)
                                .forEach(
                                        each -> err.println(planned[0].clients().hidden(each)));
                    }
                    return BAD;
                })
                .execute(args);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "name a job: check or monitor");
    }
}
