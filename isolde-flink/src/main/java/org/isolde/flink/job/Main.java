package org.isolde.flink.job;

import java.util.Arrays;
import java.util.List;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.isolde.check.Conclusion;
import org.isolde.cluster.ClientProperties;
import org.isolde.cluster.JobCall;
import org.isolde.cluster.JobCallException;
import org.isolde.cluster.JobOption;
import org.isolde.cluster.JobPlan;

/** The door: {@code flink run isolde-flink.jar check ...} or {@code monitor ...}. */
public final class Main {
    private static final int BAD = 2;
    private static final int UNDECIDED = 3;

    private Main() {}

    /** Runs a job as it was planned. */
    interface Runner {
        Conclusion run(JobPlan plan, JobOutput output) throws Exception;
    }

    /** On a cluster, as {@code flink run} calls it; where there is none, in this process. */
    public static void main(String[] args) {
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
        int code = run(args, (plan, output) -> new JobRun(plan, environment, output).run());
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

    /** Reads the arguments, runs the job, and tells what went wrong; returns the exit code. */
    static int run(String[] args, Runner runner) {
        List<String> words = Arrays.asList(args);
        if (words.contains("--help") || words.contains("-h")) {
            help();
            return 0;
        }
        ClientProperties clients = ClientProperties.none();
        try {
            JobPlan plan = JobCall.read(words).plan();
            clients = plan.clients();
            return code(runner.run(plan, new JobOutput(plan.level(), plan.json(), System.out, System.err)));
        } catch (JobCallException e) {
            System.err.println("isolde: " + e.getMessage());
        } catch (Exception | OutOfMemoryError e) {
            JobOutput.error(System.err, clients.hidden(Problems.words(e)));
            if (System.getenv("ISOLDE_DEBUG") != null) {
                for (String line : Problems.trace(e)) {
                    System.err.println(clients.hidden(line));
                }
            }
        }
        return BAD;
    }

    private static void help() {
        System.out.println("Usage: flink run isolde-flink.jar (check | monitor) [OPTION...] [FILE...]");
        for (JobOption option : JobOption.ALL) {
            System.out.println("  " + option.name() + (option.isFlag() ? "" : " " + option.label()));
            System.out.println("      " + option.help());
        }
    }

    /** That a job was started, or stopped to go on later, is all well. */
    static int code(Conclusion conclusion) {
        if (conclusion == null) {
            return 0;
        }
        return switch (conclusion) {
            case SATISFIED -> 0;
            case VIOLATED -> 1;
            case UNDECIDED -> UNDECIDED;
        };
    }
}
