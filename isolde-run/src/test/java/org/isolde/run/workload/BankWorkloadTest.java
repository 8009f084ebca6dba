package org.isolde.run.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.isolde.generate.RandomSource;
import org.isolde.run.option.Options;
import org.junit.jupiter.api.Test;

class BankWorkloadTest {
    private final BankWorkload workload = new BankWorkload();
    private final Options options = workload.defaults();
    private final TransactionSource bank = workload.start(options);
    private final SerialStore store = new SerialStore();
    private final RandomSource random = new RandomSource(4);

    private long total() {
        return store.registers.values().stream().mapToLong(Content::of).sum();
    }

    /** Runs the next transaction that reads all accounts, and commits it if asked to. */
    private void readTotal(boolean commits) throws Exception {
        while (true) {
            Transaction transaction = bank.next(0, random);
            SerialStore scratch = new SerialStore();
            scratch.registers.putAll(store.registers);
            boolean readsAll = scratch.attempt(transaction).size() == options.get(WorkloadOptions.KEYS);
            if (readsAll && !transaction.rollsBack()) {
                if (commits) {
                    transaction.committed();
                }
                return;
            }
        }
    }

    @Test
    void theTotalStaysInASerialRun() throws Exception {
        List<List<SerialStore.Op>> all = store.run(bank, options, 20_000);
        assertEquals(options.get(WorkloadOptions.KEYS) * Bank.OPENING_BALANCE, total());
        assertEquals(List.of(), bank.complaints());
        long transfers = all.stream()
                .filter(ops -> ops.stream().anyMatch(SerialStore.Op::isWrite))
                .count();
        assertTrue(transfers > 9000, () -> transfers + " transfers");
    }

    @Test
    void oneTransactionOpensAllAccounts() throws Exception {
        assertEquals(1, bank.setup().size());
        assertEquals(
                options.get(WorkloadOptions.KEYS),
                store.run(bank.setup().get(0)).size());
    }

    @Test
    void aWrongTotalIsComplainedOf() throws Exception {
        store.run(bank, options, 0);
        store.registers.put(2L, Content.value(1_000_000, 93));
        readTotal(true);
        assertEquals(1, bank.complaints().size());
        String complaint = bank.complaints().get(0);
        assertTrue(complaint.contains("593 in total instead of 600"), complaint);
        assertTrue(complaint.contains("account 2 had 93"), complaint);
    }

    @Test
    void aMissingAccountIsComplainedOf() throws Exception {
        store.run(bank, options, 0);
        store.registers.remove(3L);
        readTotal(true);
        assertTrue(bank.complaints().get(0).contains("account 3 was not there"), bank.complaints()::toString);
    }

    @Test
    void whatAnAbortedTransactionReadIsNoComplaint() throws Exception {
        store.run(bank, options, 0);
        store.registers.put(2L, Content.value(1_000_000, 93));
        readTotal(false);
        assertEquals(List.of(), bank.complaints());
    }

    @Test
    void complaintsDontFillTheMemory() throws Exception {
        store.run(bank, options, 0);
        store.registers.put(2L, Content.value(1_000_000, 93));
        for (int read = 0; read < 250; read++) {
            readTotal(true);
        }
        assertEquals(101, bank.complaints().size());
        assertEquals(
                "There were 150 more complaints like these.", bank.complaints().get(100));
    }

    @Test
    void aBankNeedsTwoAccounts() {
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class, () -> workload.start(options.with(WorkloadOptions.KEYS, 1)));
        assertTrue(refused.getMessage().contains("2 to 10000"), refused.getMessage());
    }
}
