package org.isolde.app.serve;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.isolde.app.FuzzPlanner;
import org.isolde.app.FuzzRun;
import org.isolde.app.PlanException;
import org.isolde.run.Access;
import org.isolde.run.DatabaseException;
import org.isolde.run.Redaction;
import org.isolde.run.Target;
import org.isolde.run.option.Option;
import org.isolde.sql.finding.Finding;
import org.isolde.sql.job.FuzzCounts;
import org.isolde.sql.job.FuzzOptions;
import org.isolde.sql.job.FuzzPlan;

/** Fuzzing that the page has started, or that waits for its turn. */
final class StartedFuzz extends StartedRun implements FuzzRun.Listener {
    private FuzzPlan plan;
    private FuzzRun run;
    /** Null before the first case. */
    private FuzzCounts counts;

    StartedFuzz(int id) {
        super(id, "fuzz");
    }

    @Override
    List<Option<?>> options() {
        return FuzzOptions.all();
    }

    @Override
    synchronized void plan(Target target, Access access, Map<String, String> chosen, Path runs, List<String> call)
            throws PlanException, DatabaseException {
        plan = FuzzPlanner.plan(target, access, chosen);
        run = new FuzzRun(plan, runs, call, this);
        planned(
                "fuzzing " + target.shown() + " at " + plan.isolation().sql() + ", seed " + plan.seed(),
                run.command(),
                Redaction.of(target, access));
    }

    @Override
    String begin() {
        return plan.target().shown();
    }

    @Override
    void execute() throws Exception {
        FuzzRun.Result result = run.run();
        sample();
        ended(result.conclusion(), result.fuzz().problem(), "what was found is kept");
    }

    @Override
    void stop() {
        run.stop();
    }

    @Override
    void forget() {
        plan = null;
        run = null;
    }

    @Override
    public synchronized void begun(String version, Path folder) {
        counts = run.counts();
        opened(version, folder.getFileName().toString());
    }

    @Override
    public void summary(FuzzCounts now) {
        // it is looked at more often than that
    }

    @Override
    public void found(Finding finding, Path folder) {
        changed();
    }

    @Override
    synchronized void sample() {
        if (counts == null || plan == null) {
            return;
        }
        Duration time = plan.options().get(FuzzOptions.TIME);
        Long cases = plan.options().get(FuzzOptions.CASES);
        if (time != null) {
            share(counts.seconds() / (time.toNanos() / 1e9));
        } else if (cases != null) {
            share(counts.cases() / (double) cases);
        }
        changed();
    }

    @Override
    void figures(Map<String, Object> json) {
        if (counts == null) {
            return;
        }
        long statements = counts.statements();
        Map<String, Long> kinds = counts.kinds();
        json.put("cases", counts.cases());
        json.put("casesPerSecond", counts.cases() / Math.max(1e-3, counts.seconds()));
        json.put("compared", statements == 0 ? 0 : (double) counts.tested() / statements);
        json.put("kinds", kinds.values().stream().filter(count -> count > 0).count());
        json.put("ofKinds", kinds.size());
        json.put(
                "discarded",
                counts.discarded().values().stream().mapToLong(Long::longValue).sum());
        json.put("findings", counts.findings());
        json.put("known", counts.known());
    }
}
