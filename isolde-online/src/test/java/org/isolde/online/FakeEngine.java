package org.isolde.online;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.isolde.check.TimestampAxiom;
import org.isolde.history.OpKind;
import org.isolde.history.TransactionBatch;
import org.isolde.online.aion.AionCounts;
import org.isolde.online.aion.AionOptions;
import org.isolde.online.aion.Demand;
import org.isolde.online.aion.DiskMap;
import org.isolde.online.aion.Engine;
import org.isolde.online.aion.LiveFinding;

/**
 * An engine whose answers are easy to foresee: each read of "bad" is an EXT, which becomes final when its time is over. It
 * knows what it has seen by session and number, and saves itself as text.
 */
final class FakeEngine implements Engine {
    private static final byte[] KEY = {'f'};

    private record Pending(long deadline, String session, long seq, String key) {}

    private final AionOptions options;
    private final LiveFinding.Listener listener;
    private final Set<String> seen = new HashSet<>();
    private final ArrayDeque<Pending> pending = new ArrayDeque<>();
    private long duplicates;
    private long findings;
    /** Nothing is taken while somebody else has it. */
    final Semaphore gate = new Semaphore(1);

    volatile boolean wantsSavingWithin;
    volatile long breaksAt = -1;
    volatile long demandOfOperation;

    FakeEngine(AionOptions options, DiskMap disk, LiveFinding.Listener listener) throws IOException {
        this.options = options;
        this.listener = listener;
        byte[] saved = disk.get(KEY);
        if (saved != null) {
            for (String line : new String(saved, StandardCharsets.UTF_8).lines().toList()) {
                String[] words = line.split(" ", -1);
                switch (words[0]) {
                    case "seen" -> seen.add(words[1]);
                    case "pending" ->
                        pending.add(
                                new Pending(Long.parseLong(words[1]), words[2], Long.parseLong(words[3]), words[4]));
                    case "duplicates" -> duplicates = Long.parseLong(words[1]);
                    default -> findings = Long.parseLong(words[1]);
                }
            }
        }
    }

    @Override
    public void accept(TransactionBatch batch, int t, long uptimeNanos) {
        if (batch.seq(t) == breaksAt) {
            throw new IllegalStateException("broken at " + breaksAt);
        }
        gate.acquireUninterruptibly();
        gate.release();
        String session = batch.scalars().text(batch.sessionCode(batch.session(t)));
        if (!seen.add(session + ":" + batch.seq(t))) {
            duplicates++;
            return;
        }
        for (int op = batch.firstOp(t); op < batch.firstOp(t + 1); op++) {
            if (batch.kind(op) == OpKind.READ
                    && batch.scalars().text(batch.valueCode(op)).equals("bad")) {
                pending.add(new Pending(
                        uptimeNanos + options.settleNanos(),
                        session,
                        batch.seq(t),
                        batch.scalars().text(batch.keyCode(batch.key(op)))));
            }
        }
    }

    boolean hasSeen(String session, long seq) {
        return seen.contains(session + ":" + seq);
    }

    @Override
    public void announced(long sessionsAtATime) {}

    @Override
    public void ended(TransactionBatch batch, int number, long uptimeNanos) {}

    @Override
    public boolean waits() {
        return !pending.isEmpty();
    }

    @Override
    public void advance(long uptimeNanos) {
        while (!pending.isEmpty() && pending.peek().deadline <= uptimeNanos) {
            settle(pending.poll());
        }
    }

    private void settle(Pending one) {
        findings++;
        listener.found(new LiveFinding(
                TimestampAxiom.EXT,
                '"' + one.session + '"',
                one.seq,
                null,
                '"' + one.key + '"',
                "0",
                "\"bad\"",
                null,
                -1,
                one.deadline));
    }

    @Override
    public void finish() {
        while (!pending.isEmpty()) {
            settle(pending.poll());
        }
    }

    @Override
    public boolean wantsSavingBefore(TransactionBatch source, int t) {
        return wantsSavingWithin;
    }

    @Override
    public Demand demand(TransactionBatch batch) {
        return new Demand(batch.operations() * demandOfOperation, 2);
    }

    @Override
    public void save(DiskMap.Changes changes) {
        StringBuilder text = new StringBuilder();
        seen.forEach(one -> text.append("seen ").append(one).append('\n'));
        for (Pending one : pending) {
            text.append("pending " + one.deadline + " " + one.session + " " + one.seq + " " + one.key + "\n");
        }
        text.append("duplicates " + duplicates + "\nfindings " + findings + "\n");
        changes.put(KEY, text.toString().getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void saved() {}

    @Override
    public AionCounts counts() {
        Map<TimestampAxiom, Long> map = new EnumMap<>(TimestampAxiom.class);
        map.put(TimestampAxiom.EXT, findings);
        return new AionCounts(seen.size(), duplicates, seen.size(), pending.size(), 0, 0, 0, map, 0, 0, 0, 0);
    }
}
