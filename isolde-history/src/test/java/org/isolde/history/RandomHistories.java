package org.isolde.history;

import java.util.Random;

/** Small random histories, within what a format can hold: a feature is in them only if it is asked for. */
public final class RandomHistories {
    private final Random random;
    private boolean texts;
    private boolean outcomes;
    private boolean lists;
    private boolean evidence;
    private boolean ids;
    private boolean lone;
    private boolean initialVersions = true;
    private boolean repeats;

    public RandomHistories(Random random) {
        this.random = random;
    }

    /** Everything that a history can hold. */
    public RandomHistories everything() {
        texts = random.nextBoolean();
        outcomes = random.nextBoolean();
        lists = random.nextBoolean();
        evidence = random.nextBoolean();
        ids = random.nextBoolean();
        repeats = random.nextBoolean();
        initialVersions = random.nextInt(4) > 0;
        return this;
    }

    /** What the plume format holds. */
    public RandomHistories plume() {
        ids = true;
        lone = true;
        repeats = random.nextBoolean();
        return this;
    }

    /** What the awdit-test format holds; not which of two writes of a value arrived first. */
    public RandomHistories awdit() {
        initialVersions = false;
        return this;
    }

    public History next() throws BadHistoryException {
        HistoryBuilder builder = new HistoryBuilder();
        Segment segment = builder.segment();
        if (!initialVersions) {
            builder.withoutInitialVersions();
        } else if (lone || random.nextBoolean()) {
            builder.initialValue(0, segment.scalars());
        }
        if (evidence) {
            builder.header("database", "\"größe\"").header("seed", "7");
            builder.warn("made up");
        }
        int sessions = 1 + random.nextInt(4);
        int transactions = random.nextInt(12) + 1;
        int keys = 1 + random.nextInt(3);
        long time = 0;
        boolean[] begun = new boolean[sessions];
        long written = 0;
        for (int t = 0; t < transactions; t++) {
            int session = random.nextInt(sessions);
            if (!initialVersions) {
                // numbered by first appearance, as the reader numbers them
                session = firstNotBegun(begun, session);
            }
            begun[session] = true;
            if (lone && random.nextInt(6) == 0) {
                segment.begin(segment.scalars().text("aborted"), Segment.NO_ID, 0);
                segment.status(Status.ABORTED);
                segment.op(OpKind.WRITE, random.nextInt(keys), 1000 + t);
                continue;
            }
            segment.begin(
                    texts ? segment.scalars().text("s" + session) : session,
                    ids ? (texts && random.nextBoolean() ? segment.scalars().text("t" + t) : 100 - t) : Segment.NO_ID,
                    0);
            if (outcomes && random.nextInt(3) == 0) {
                segment.status(random.nextBoolean() ? Status.ABORTED : Status.UNKNOWN);
            }
            if (evidence) {
                segment.realTime(time, time + 1);
                segment.displayTime(time * 10, time * 10 + 3);
                segment.start(time, random.nextInt(3));
                segment.commit(time + 1, random.nextInt(3));
                segment.order(time / 3.0);
                time += 2;
            }
            int operations = (lone || !initialVersions ? 1 : 0) + random.nextInt(5);
            for (int o = 0; o < operations; o++) {
                written = operation(segment, keys, written);
            }
        }
        if (evidence && random.nextBoolean()) {
            segment.versions(key(segment, 0), new long[] {1, 2, 77});
        }
        return builder.build();
    }

    private static int firstNotBegun(boolean[] begun, int session) {
        for (int s = 0; s < session; s++) {
            if (!begun[s]) {
                return s;
            }
        }
        return session;
    }

    private long key(Segment segment, int key) {
        return texts && key == 1
                ? segment.scalars().text("kéy")
                : key == 2 ? segment.scalars().unsigned(-2L) : key;
    }

    private long operation(Segment segment, int keys, long written) {
        long key = key(segment, random.nextInt(keys));
        long some = random.nextInt((int) written + 2);
        boolean text = texts && some % 3 == 1;
        long value = text ? segment.scalars().text("v" + some) : some;
        long fresh = repeats && random.nextInt(4) == 0 && some > 0 ? some : written + 1;
        switch (random.nextInt(lists ? 7 : 2)) {
            case 0 -> segment.op(OpKind.READ, key, value);
            case 1 -> segment.op(OpKind.WRITE, key, fresh);
            case 2 -> segment.listRead(key, new long[] {1, some + 1, value == 0 ? 3 : value}, random.nextInt(4));
            case 3 -> segment.op(OpKind.APPEND, key, fresh);
            case 4, 5 -> {
                segment.op(OpKind.CAS_READ, key, value);
                segment.op(OpKind.CAS_WRITE, key, fresh);
            }
            default -> segment.op(OpKind.CAS_FAILED, key, value);
        }
        return Math.max(written, fresh);
    }
}
