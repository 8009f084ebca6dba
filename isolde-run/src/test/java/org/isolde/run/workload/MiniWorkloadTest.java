package org.isolde.run.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.isolde.generate.RandomSource;
import org.isolde.run.option.Options;
import org.junit.jupiter.api.Test;

class MiniWorkloadTest {
    private static final int TRANSACTIONS = 20_000;

    private final MiniWorkload workload = new MiniWorkload();

    /** MTC, definition 8. */
    static void assertMini(List<SerialStore.Op> ops) {
        long writes = ops.stream().filter(SerialStore.Op::isWrite).count();
        long reads = ops.size() - writes;
        assertTrue(reads >= 1 && reads <= 2 && writes <= 2, ops::toString);
        Set<Long> read = new HashSet<>();
        for (SerialStore.Op op : ops) {
            if (op.isWrite()) {
                assertTrue(read.contains(op.key()), ops::toString);
            } else {
                read.add(op.key());
            }
        }
    }

    /** Such as {@code rx wx ry}. */
    private static String shape(List<SerialStore.Op> ops) {
        long first = ops.get(0).key();
        return ops.stream()
                .map(op -> (op.isWrite() ? "w" : "r") + (op.key() == first ? "x" : "y"))
                .collect(Collectors.joining(" "));
    }

    private List<List<SerialStore.Op>> run(Options options) throws Exception {
        return new SerialStore().run(workload.start(options), options, TRANSACTIONS);
    }

    @Test
    void thereAreTwentyShapes() {
        assertEquals(20, MiniShape.all().size());
    }

    @Test
    void everyShapeOccursAndNoOther() throws Exception {
        Map<String, Integer> shapes = new HashMap<>();
        for (List<SerialStore.Op> ops : run(workload.defaults())) {
            assertMini(ops);
            shapes.merge(shape(ops), 1, Integer::sum);
        }
        assertEquals(MiniShape.all().stream().map(MiniShape::toString).collect(Collectors.toSet()), shapes.keySet());
        assertTrue(shapes.get("rx wx ry") > TRANSACTIONS / 3, shapes::toString);
    }

    @Test
    void aWritePrecedesTheLastReadOften() throws Exception {
        int often = 0;
        for (List<SerialStore.Op> ops : run(workload.defaults())) {
            String shape = shape(ops);
            int write = shape.indexOf('w');
            often += write >= 0 && write < shape.lastIndexOf('r') ? 1 : 0;
        }
        assertTrue(often > TRANSACTIONS / 2, "less than half");
    }

    @Test
    void oneLiveKeyIsEnough() throws Exception {
        Options options = workload.defaults().with(WorkloadOptions.KEYS, 1);
        for (List<SerialStore.Op> ops : run(options)) {
            assertMini(ops);
        }
    }

    @Test
    void readOnlyTransactionsAloneRollBack() throws Exception {
        TransactionSource source = workload.start(workload.defaults());
        RandomSource random = new RandomSource(3);
        SerialStore store = new SerialStore();
        int rolledBack = 0;
        int readOnly = 0;
        for (int number = 0; number < TRANSACTIONS; number++) {
            Transaction transaction = source.next(0, random);
            boolean writes = store.run(transaction).stream().anyMatch(SerialStore.Op::isWrite);
            assertFalse(writes && transaction.rollsBack());
            readOnly += writes ? 0 : 1;
            rolledBack += transaction.rollsBack() ? 1 : 0;
        }
        assertEquals(workload.defaults().get(WorkloadOptions.ROLLBACK_RATIO), (double) rolledBack / readOnly, 0.03);
    }

    @Test
    void aRetryHasTheSameKeysButReadsThemTheOtherWayRound() throws Exception {
        SerialStore store = new SerialStore();
        Transaction transaction = MiniShape.of("rx ry wy").on(4, 7, false);
        assertEquals("[4, 7, 7]", keys(store.run(transaction)));
        assertEquals("[7, 4, 7]", keys(store.run(transaction)));
        assertEquals("[4, 7, 7]", keys(store.run(transaction)));
        Transaction fixed = MiniShape.of("rx wx ry").on(4, 7, false);
        assertEquals("[4, 4, 7]", keys(store.run(fixed)));
        assertEquals("[4, 4, 7]", keys(store.run(fixed)));
    }

    private static String keys(List<SerialStore.Op> ops) {
        return ops.stream().map(SerialStore.Op::key).toList().toString();
    }
}
