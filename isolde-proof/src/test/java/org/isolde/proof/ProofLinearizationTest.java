package org.isolde.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.HistoryBuilder;
import org.isolde.history.HistoryText;
import org.isolde.history.Level;
import org.isolde.history.OpKind;
import org.isolde.history.Segment;
import org.isolde.history.Status;
import org.junit.jupiter.api.Test;

/** Witnesses of linearizability, where values repeat, compare-and-sets fail, and outcomes are unknown. */
class ProofLinearizationTest {
    private static final int HISTORIES = Integer.getInteger("isolde.property.histories", 20_000) / 2;
    private static final long SEED = Long.getLong("isolde.seed", System.nanoTime());

    /** One operation: what it does, expects or reads, and writes. */
    private record Operation(byte kind, int key, int value, int written, Status status, long begin, long end) {}

    private static History history(List<Operation> operations) throws Exception {
        HistoryBuilder builder = new HistoryBuilder();
        Segment segment = builder.segment();
        builder.initialValue(0, segment.scalars());
        int session = 0;
        for (Operation o : operations) {
            segment.begin(session++, session, 0);
            segment.status(o.status);
            segment.realTime(o.begin, o.end);
            segment.op(o.kind, o.key, o.value);
            if (o.kind == OpKind.CAS_READ) {
                segment.op(OpKind.CAS_WRITE, o.key, o.written);
            }
        }
        return builder.build();
    }

    private static ProofResult check(List<Operation> operations, int... order) throws Exception {
        return check(history(operations), order);
    }

    private static ProofResult check(String text, int... order) {
        return check(HistoryText.parse(text), order);
    }

    private static ProofResult check(History history, int... order) {
        return ProofChecker.check(
                history, new Proof(Level.LIN, true, Set.of(Evidence.REAL_TIME), new Witness(order, null)));
    }

    @Test
    void repeatedValues() {
        String text = "1@1-2{w(x,1)} | 2@3-4{w(x,0)} | 3@5-6{w(x,1)} | 4@1-9{r(x,0)}";
        assertTrue(check(text, 1, 2, 4, 3).isAccepted());
        assertTrue(check(text, 4, 1, 2, 3).isAccepted());
        assertEquals(
                new ProofResult.Refused(
                        "4 can't have seen what it saw of key x at its place in the order, where the value is 1"),
                check(text, 1, 2, 3, 4));
        assertEquals(
                new ProofResult.Refused("the order has 1 behind a transaction of its key that began after its end"),
                check(text, 2, 4, 1, 3));
        assertEquals(new ProofResult.Refused("3 counts and is not in the order"), check(text, 1, 2, 4));
    }

    @Test
    void compareAndSet() {
        assertTrue(check("@1-9{c(x,0,1)} | @1-9{f(x,0)}", 1, 2).isAccepted());
        assertTrue(!check("@1-9{c(x,0,1)} | @1-9{f(x,0)}", 2, 1).isAccepted());
        // an unknown one may have taken effect, or not, or after its answer was lost
        assertTrue(check("?@1-2{c(x,0,1)} | @1-9{f(x,0)}", 1, 2).isAccepted());
        assertTrue(check("?@1-2{c(x,0,1)} | @5-9{r(x,0)}", 2).isAccepted());
        assertTrue(check("?@1-2{c(x,0,1)} | @5-9{r(x,0)}", 2, 1).isAccepted());
        assertTrue(!check("?@1-2{c(x,0,1)} | @5-9{r(x,0)}", 1, 2).isAccepted());
    }

    /** Against the definition, pair by pair and operation by operation. */
    @Test
    void sameAsTheDefinition() throws Exception {
        Random random = new Random(SEED);
        int accepted = 0;
        for (int i = 0; i < HISTORIES; i++) {
            List<Operation> operations = new ArrayList<>();
            List<Integer> order = new ArrayList<>();
            int[] current = new int[2];
            int size = 1 + random.nextInt(6);
            for (int t = 1; t <= size; t++) {
                Operation operation = operation(random, current, 10L * t);
                operations.add(operation);
                if (operation.status != Status.ABORTED
                        && (operation.status == Status.COMMITTED || random.nextInt(4) > 0)) {
                    order.add(t);
                }
            }
            if (order.size() > 1 && random.nextBoolean()) {
                int p = random.nextInt(order.size() - 1);
                Collections.swap(order, p, p + 1);
            }
            int[] witness = order.stream().mapToInt(Integer::intValue).toArray();
            boolean expected = isLinearization(operations, witness);
            ProofResult result = check(operations, witness);
            assertEquals(
                    expected,
                    result.isAccepted(),
                    "seed " + SEED + ", history " + i + ": " + operations + " " + order + " " + result);
            accepted += expected ? 1 : 0;
        }
        assertTrue(
                HISTORIES < 100 || (accepted > HISTORIES / 10 && accepted < HISTORIES),
                "seed " + SEED + ": " + accepted);
    }

    private static Operation operation(Random random, int[] current, long time) {
        int key = random.nextInt(2);
        int value = random.nextInt(3);
        int before = random.nextInt(6) == 0 ? random.nextInt(3) : current[key];
        byte kind = switch (random.nextInt(4)) {
            case 0 -> OpKind.READ;
            case 1 -> OpKind.WRITE;
            case 2 -> OpKind.CAS_READ;
            default -> OpKind.CAS_FAILED;
        };
        int seen = switch (kind) {
            case OpKind.WRITE -> value;
            case OpKind.CAS_FAILED -> (before + 1) % 3;
            default -> before;
        };
        int outcome = random.nextInt(8);
        Status status = outcome == 0 ? Status.ABORTED : outcome < 3 ? Status.UNKNOWN : Status.COMMITTED;
        if (kind == OpKind.WRITE || kind == OpKind.CAS_READ) {
            current[key] = status == Status.ABORTED ? current[key] : value;
        }
        return new Operation(kind, key, seen, value, status, time - random.nextInt(15), time + random.nextInt(15));
    }

    private static boolean isLinearization(List<Operation> operations, int[] order) {
        for (int i = 0; i < order.length; i++) {
            for (int j = i + 1; j < order.length; j++) {
                Operation a = operations.get(order[i] - 1);
                Operation b = operations.get(order[j] - 1);
                if (a.key == b.key && b.status == Status.COMMITTED && b.end < a.begin) {
                    return false;
                }
            }
        }
        int[] current = new int[2];
        for (int t : order) {
            Operation o = operations.get(t - 1);
            boolean same = current[o.key] == o.value;
            if (o.kind == OpKind.CAS_FAILED ? same : o.kind != OpKind.WRITE && !same) {
                return false;
            }
            if (o.kind == OpKind.WRITE || o.kind == OpKind.CAS_READ) {
                current[o.key] = o.kind == OpKind.WRITE ? o.value : o.written;
            }
        }
        return true;
    }
}
