package org.isolde.app.replay;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import org.isolde.app.replay.Judge.Judgement;
import org.isolde.check.Anomaly;
import org.isolde.generate.RandomSource;
import org.isolde.run.DatabaseException;
import org.isolde.run.Redaction;
import org.isolde.run.RunningDatabase;
import org.isolde.run.RunningDatabase.Tables;
import org.isolde.run.Target;
import org.isolde.run.certificate.CertificateSource;
import org.isolde.run.certificate.CertificateSources;
import org.isolde.run.scenario.Patience;

/**
 * Replays a violation: opens the database and executes the counterexample step by step, in the recorded order and then in
 * others that are as possible, alone and then with the transactions around it; and if it does not happen, freely.
 */
public final class ReplayJob {
    /** Orders of the steps that are tried of each excerpt. */
    private static final int ORDERS = 24;

    private static final Duration STEPS = Duration.ofSeconds(30);

    private final ReplayPlan plan;
    private final Consumer<String> listener;
    private final Judge judge;
    private long deadline = System.nanoTime() + STEPS.toNanos();
    private int orders;
    private StepwiseExecution shown;
    private Judgement best = new Judgement(Outcome.NOT, null);

    /** @param listener told what is being done */
    public ReplayJob(ReplayPlan plan, Consumer<String> listener) {
        this.plan = plan;
        this.listener = listener;
        this.judge =
                new Judge(plan.violation().minimal().anomaly(), plan.violation().levels());
    }

    /** @throws DatabaseException if the database can't be opened or used */
    public ReplayResult run() throws DatabaseException, InterruptedException {
        Excerpt alone = plan.violation().counterexample();
        Excerpt surrounded = plan.violation().surrounded();
        int added = 0;
        RecordedRun run = plan.violation().run();
        Tables tables = run.tables(alone.lists() || surrounded.lists());
        CertificateSource certificates =
                tables.rows() ? CertificateSources.of(plan.database(), plan.target(), plan.isolation()) : null;
        Target target = certificates == null ? plan.target() : certificates.started(plan.target());
        try (RunningDatabase running = plan.database().open(target, plan.access())) {
            ReplayDatabase database = new ReplayDatabase(
                    running,
                    plan.isolation(),
                    tables,
                    run.statements(),
                    Redaction.of(plan.target(), plan.access()),
                    certificates);
            if (plan.steps()) {
                try (StepwiseReplay replay = new StepwiseReplay(database, Patience.USUAL)) {
                    if (!happens(replay, alone) && happens(replay, surrounded)) {
                        shrink(replay);
                        added = added(shown.schedule().excerpt(), alone);
                    }
                }
            }
            RaceResult race = null;
            boolean learned = false;
            // conditions are about all rows of the table, so tries on fresh keys would meet
            if (plan.race() && !tables.rows() && best.outcome() != Outcome.AGAIN) {
                listener.accept("running freely");
                try (Race free = new Race(database, List.of(alone, surrounded), judge, run.retries(), plan.seed())) {
                    race = free.run(plan.time(), plan.tries());
                }
                if (race.excerpt() != null) {
                    added = added(race.excerpt(), alone);
                    learned = plan.steps() && learn(database, race);
                }
            }
            return result(running.version(), added, race, learned);
        }
    }

    /** Whether what happened in a try of the race happens step by step too: its transactions ran as they are there. */
    private boolean learn(ReplayDatabase database, RaceResult race) throws DatabaseException, InterruptedException {
        deadline = System.nanoTime() + STEPS.toNanos();
        try (StepwiseReplay replay = new StepwiseReplay(database, Patience.USUAL)) {
            boolean happened = execute(replay, race.seen(), count -> 0) == Outcome.AGAIN
                    || happens(replay, race.seen().excerpt());
            if (happened) {
                shrink(replay);
            }
            return happened;
        }
    }

    private ReplayResult result(String version, int added, RaceResult race, boolean learned) {
        Outcome outcome = best.outcome();
        if (race != null && race.outcome().compareTo(outcome) > 0) {
            outcome = race.outcome();
        }
        Anomaly anomaly = best.outcome() == outcome ? best.anomaly() : null;
        return new ReplayResult(version, outcome, anomaly, shown, orders, added, race, learned);
    }

    /** Whether it happens in some order of the steps. */
    private boolean happens(StepwiseReplay replay, Excerpt excerpt) throws DatabaseException, InterruptedException {
        RandomSource random = new RandomSource(plan.seed());
        for (int i = 0; i < ORDERS && (i == 0 || System.nanoTime() < deadline); i++) {
            listener.accept("step by step, order " + (orders + 1));
            if (execute(replay, schedule(excerpt, i, random), i < 3 ? count -> 0 : random::below) == Outcome.AGAIN) {
                return true;
            }
        }
        return false;
    }

    private static Schedule schedule(Excerpt excerpt, int number, RandomSource random) {
        return switch (number) {
            case 0 -> Interleaving.of(excerpt);
            case 1 -> Interleaving.bySnapshots(excerpt);
            // the more orders were tried, the freer they are
            default -> Interleaving.variant(excerpt, random, 0.5 * number / ORDERS);
        };
    }

    private Outcome execute(StepwiseReplay replay, Schedule schedule, IntUnaryOperator choose)
            throws DatabaseException, InterruptedException {
        StepwiseExecution execution = replay.run(schedule, choose);
        orders++;
        Judgement judgement = judge.judge(execution);
        if (shown == null || judgement.outcome().compareTo(best.outcome()) > 0) {
            shown = execution;
            best = judgement;
        }
        return judgement.outcome();
    }

    /** How many transactions of an excerpt are not in the counterexample. */
    private static int added(Excerpt excerpt, Excerpt counterexample) {
        Set<String> known = new HashSet<>();
        counterexample.transactions().forEach(transaction -> known.add(transaction.name()));
        return (int) excerpt.transactions().stream()
                .filter(transaction -> !known.contains(transaction.name()))
                .count();
    }

    /** Leaves out transactions as long as it happens without them. */
    private void shrink(StepwiseReplay replay) throws DatabaseException, InterruptedException {
        boolean smaller = true;
        while (smaller) {
            smaller = false;
            Schedule now = shown.schedule();
            for (int t = 0; t < now.excerpt().transactions().size() && !smaller; t++) {
                if (System.nanoTime() > deadline + STEPS.toNanos()) {
                    return;
                }
                StepwiseExecution execution = replay.run(now.without(t), count -> 0);
                orders++;
                Judgement judgement = judge.judge(execution);
                if (judgement.outcome() == Outcome.AGAIN) {
                    shown = execution;
                    best = judgement;
                    smaller = true;
                }
            }
        }
    }
}
