package org.isolde.run.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.isolde.generate.RandomSource;
import org.isolde.run.Session;
import org.isolde.run.option.Options;
import org.junit.jupiter.api.Test;

class LwtWorkloadTest {
    private static final int TRANSACTIONS = 10_000;

    private final LwtWorkload workload = new LwtWorkload();

    @Test
    void everyTransactionIsOneOperationAndAllKindsOccur() throws Exception {
        Options options = workload.defaults();
        TransactionSource source = workload.start(options);
        SerialStore store = new SerialStore();
        RandomSource random = new RandomSource(9);
        int reads = 0;
        int sets = 0;
        int failedSets = 0;
        int inserts = 0;
        int failedInserts = 0;
        for (int number = 0; number < TRANSACTIONS; number++) {
            int before = store.registers.hashCode();
            List<SerialStore.Op> ops = store.run(source.next(number % options.get(WorkloadOptions.SESSIONS), random));
            assertEquals(1, ops.size());
            SerialStore.Op op = ops.get(0);
            boolean changed = store.registers.hashCode() != before;
            if (op.kind() == SerialStore.Kind.READ) {
                reads++;
            } else if (op.value() == Session.ABSENT) {
                inserts += changed ? 1 : 0;
                failedInserts += changed ? 0 : 1;
            } else {
                assertEquals(SerialStore.Kind.COMPARE_AND_SET, op.kind());
                sets += changed ? 1 : 0;
                failedSets += changed ? 0 : 1;
            }
        }
        String counts = reads + " " + sets + " " + failedSets + " " + inserts + " " + failedInserts;
        assertTrue(reads > 1000 && sets > 500 && failedSets > 500 && inserts > 100 && failedInserts > 500, counts);
    }

    @Test
    void aKeyIsRetiredAfterSoManySuccesses() throws Exception {
        Options options = workload.defaults();
        SerialStore store = new SerialStore();
        store.run(workload.start(options), options, TRANSACTIONS);
        // every success takes a fresh number
        double successesPerKey = (store.freshNumber() - 1.0) / store.registers.size();
        assertTrue(successesPerKey > 3 && successesPerKey < 8, () -> successesPerKey + " successes a key");
    }
}
