package org.isolde.app.replay;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import org.isolde.app.replay.Judge.Judgement;
import org.isolde.app.replay.StepPlayer.Played;
import org.isolde.check.Anomaly;
import org.isolde.generate.RandomSource;
import org.isolde.run.DatabaseException;
import org.isolde.run.RunningDatabase;
import org.isolde.run.RunningDatabase.Tables;
import org.isolde.run.scenario.Patience;

/**
 * Replays a violation: opens the database and executes the counterexample step by step, in the recorded order and then in
 * others that are as possible, alone and then with the transactions around it; and if it does not happen, freely.
 */
public final class ReplayJob {
    /** Orders of the steps that are tried of each script. */
    private static final int ORDERS = 24;

    private static final Duration STEPS = Duration.ofSeconds(30);

    private final ReplayPlan plan;
    private final Consumer<String> listener;
    private final Judge judge;
    private long deadline = System.nanoTime() + STEPS.toNanos();
    private int orders;
    private Played shown;
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
        Script alone = plan.violation().script();
        Script surrounded = plan.violation().surrounded();
        int added = 0;
        try (RunningDatabase database = plan.database().open(plan.target(), plan.access())) {
            RecordedRun run = plan.violation().run();
            Tables tables = new Tables(
                    run.tables().count(),
                    alone.lists() || surrounded.lists(),
                    run.tables().secondaryIndex());
            Stand stand = new Stand(
                    database,
                    plan.isolation(),
                    tables,
                    run.statements(),
                    plan.access().password());
            if (plan.steps()) {
                try (StepPlayer player = new StepPlayer(stand, Patience.USUAL)) {
                    if (!happens(player, alone) && happens(player, surrounded)) {
                        shrink(player);
                        added = added(shown.play().script(), alone);
                    }
                }
            }
            RaceResult race = null;
            boolean learned = false;
            if (plan.race() && best.outcome() != Outcome.AGAIN) {
                listener.accept("running freely");
                try (Race free = new Race(stand, List.of(alone, surrounded), judge, run.retries(), plan.seed())) {
                    race = free.run(plan.time(), plan.tries());
                }
                if (race.script() != null) {
                    added = added(race.script(), alone);
                    learned = plan.steps() && learn(stand, race);
                }
            }
            return result(database.version(), added, race, learned);
        }
    }

    /** Whether what happened in a try of the race happens step by step too: its transactions ran as they are there. */
    private boolean learn(Stand stand, RaceResult race) throws DatabaseException, InterruptedException {
        deadline = System.nanoTime() + STEPS.toNanos();
        try (StepPlayer player = new StepPlayer(stand, Patience.USUAL)) {
            boolean happened = play(player, race.seen(), race.order(), count -> 0) == Outcome.AGAIN
                    || happens(player, race.seen());
            if (happened) {
                shrink(player);
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
        return new ReplayResult(
                version, outcome, anomaly, shown == null ? null : shown.play(), orders, added, race, learned);
    }

    /** Whether it happens in some order of the steps. */
    private boolean happens(StepPlayer player, Script script) throws DatabaseException, InterruptedException {
        RandomSource random = new RandomSource(plan.seed());
        for (int i = 0; i < ORDERS && (i == 0 || System.nanoTime() < deadline); i++) {
            listener.accept("step by step, order " + (orders + 1));
            if (play(player, script, order(script, i, random), i < 3 ? count -> 0 : random::below) == Outcome.AGAIN) {
                return true;
            }
        }
        return false;
    }

    private static List<Step> order(Script script, int number, RandomSource random) {
        return switch (number) {
            case 0 -> Interleaving.of(script);
            case 1 -> Interleaving.bySnapshots(script);
            // the more orders were tried, the freer they are
            default -> Interleaving.variant(script, random, 0.5 * number / ORDERS);
        };
    }

    private Outcome play(StepPlayer player, Script script, List<Step> order, IntUnaryOperator choose)
            throws DatabaseException, InterruptedException {
        Played played = player.play(script, order, choose);
        orders++;
        Judgement judgement = judge.judge(played.history());
        if (shown == null || judgement.outcome().compareTo(best.outcome()) > 0) {
            shown = played;
            best = judgement;
        }
        return judgement.outcome();
    }

    /** How many transactions of a script are not in the counterexample. */
    private static int added(Script script, Script counterexample) {
        Set<String> known = new HashSet<>();
        counterexample.transactions().forEach(transaction -> known.add(transaction.name()));
        return (int) script.transactions().stream()
                .filter(transaction -> !known.contains(transaction.name()))
                .count();
    }

    /** Leaves out transactions as long as it happens without them. */
    private void shrink(StepPlayer player) throws DatabaseException, InterruptedException {
        boolean smaller = true;
        while (smaller) {
            smaller = false;
            StepPlay now = shown.play();
            for (int t = 0; t < now.script().transactions().size() && !smaller; t++) {
                if (System.nanoTime() > deadline + STEPS.toNanos()) {
                    return;
                }
                int left = t;
                List<Step> order = now.order().stream()
                        .filter(step -> step.transaction() != left)
                        .map(step ->
                                step.transaction() < left ? step : new Step(step.transaction() - 1, step.operation()))
                        .toList();
                Played played = player.play(now.script().without(t), order, count -> 0);
                orders++;
                Judgement judgement = judge.judge(played.history());
                if (judgement.outcome() == Outcome.AGAIN) {
                    shown = played;
                    best = judgement;
                    smaller = true;
                }
            }
        }
    }
}
