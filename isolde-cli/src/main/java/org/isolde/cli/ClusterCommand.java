package org.isolde.cli;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isolde.app.cluster.FetchedFlink;
import org.isolde.cluster.JobCall;
import org.isolde.cluster.JobCallException;
import org.isolde.cluster.JobOption;

/** {@code isolde cluster}: a job of Apache Flink, on a cluster in one process. */
final class ClusterCommand extends Command {
    private String job;
    private List<String> files = List.of();
    private final Map<String, String> given = new LinkedHashMap<>();

    @Override
    String[] description() {
        return new String[] {
            "Checks transactions by the database's timestamps as a job of Apache Flink, on a cluster in one process.",
            "",
            "That shows what a job does. The same jar, submitted by 'flink run' with the same arguments, takes as many"
                    + " machines as there are (docs/scale.md). Flink is fetched on first use.",
            "",
            "The input is JSON Lines with \"start\" and \"commit\", and \"seq\" unless it is one file"
                    + " (docs/formats.md). check has the counts and violations of 'isolde check'; monitor tells a"
                    + " violation when it is final, and in the next checkpoint.",
            ""
        };
    }

    @Override
    String[] footer() {
        return new String[] {
            "",
            "Examples:",
            "  isolde cluster check --level si history.jsonl        a history, as a batch",
            "  isolde cluster monitor --kafka localhost:9092 --topic transactions --level si",
            "  isolde cluster monitor --kafka localhost:9092 --topic transactions --out-topic violations --state DIR",
            "",
            "Exit codes: 0 satisfied, 1 violated, 2 bad input or call, 3 undecided. Ctrl-C and SIGTERM end a monitor with"
                    + " what is known so far."
        };
    }

    @Override
    void declare(Syntax syntax) {
        syntax.keepOrder();
        syntax.argument("JOB", text -> job = text, "check, of what has an end, or monitor.");
        syntax.arguments(
                "FILE",
                0,
                texts -> files = texts,
                "Files of JSON lines, or folders of them; on a cluster, whatever path or URI it can read.");
        for (JobOption option : JobOption.ALL) {
            if (option.isFlag()) {
                syntax.flag(option.name(), () -> given.put(option.name(), ""), option.help());
            } else {
                syntax.option(option.name(), option.label(), text -> given.put(option.name(), text), option.help());
            }
        }
        syntax.standard();
    }

    /** What is wrong with a call is known before anything is fetched; the job reads the words again. */
    @Override
    int call() throws IOException, InterruptedException {
        try {
            new JobCall(job, given, files).plan();
        } catch (JobCallException e) {
            throw new Main.CallException(e.getMessage());
        }
        try (Progress progress = new Progress("getting Flink ready")) {
            FetchedFlink flink = FetchedFlink.fetch(
                    System.getProperty("isolde.cluster"), (what, share) -> progress.phase(what, () -> share));
            progress.phase("isolde cluster " + job);
            return flink.run(words().subList(1, words().size()));
        }
    }
}
