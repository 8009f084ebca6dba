package org.isolde.run.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.generate.RandomSource;
import org.isolde.run.option.Options;
import org.junit.jupiter.api.Test;

/** tpcc, twitter and rubis. */
class ApplicationsTest {
    private static final int TRANSACTIONS = 20_000;

    private final SerialStore store = new SerialStore();

    /** How many of each kind there are; on the way they run. */
    private Map<Class<?>, Integer> kinds(Workload workload, Options options) throws Exception {
        TransactionSource source = workload.start(options);
        for (Transaction transaction : source.setup()) {
            store.run(transaction);
        }
        RandomSource random = new RandomSource(8);
        Map<Class<?>, Integer> kinds = new HashMap<>();
        for (int number = 0; number < TRANSACTIONS; number++) {
            Transaction transaction = source.next(number % options.get(WorkloadOptions.SESSIONS), random);
            List<SerialStore.Op> ops = store.run(transaction);
            boolean writes = ops.stream().anyMatch(SerialStore.Op::isWrite);
            assertTrue(!writes || !transaction.rollsBack());
            kinds.merge(transaction.getClass(), 1, Integer::sum);
        }
        return kinds;
    }

    /** Rows of a table that were written. */
    private List<Long> rows(int tables, int table) {
        return store.registers.keySet().stream()
                .filter(key -> key % tables == table)
                .map(key -> key / tables)
                .toList();
    }

    private List<Long> rows(TpccTable table) {
        return rows(16, table.ordinal());
    }

    @Test
    void tpccHasTheStandardMix() throws Exception {
        Workload tpcc = new TpccWorkload();
        Map<Class<?>, Integer> kinds = kinds(tpcc, tpcc.defaults());
        assertEquals(0.45 * TRANSACTIONS, kinds.get(TpccTransactions.NewOrder.class), 0.02 * TRANSACTIONS);
        assertEquals(0.43 * TRANSACTIONS, kinds.get(TpccTransactions.Payment.class), 0.02 * TRANSACTIONS);
        assertEquals(0.04 * TRANSACTIONS, kinds.get(TpccTransactions.OrderStatus.class), 0.01 * TRANSACTIONS);
        assertEquals(0.04 * TRANSACTIONS, kinds.get(TpccTransactions.Delivery.class), 0.01 * TRANSACTIONS);
        assertEquals(0.04 * TRANSACTIONS, kinds.get(TpccTransactions.StockLevel.class), 0.01 * TRANSACTIONS);
    }

    @Test
    void everyNewOrderOfASerialRunHasRowsOfItsOwn() throws Exception {
        Workload tpcc = new TpccWorkload();
        Map<Class<?>, Integer> kinds = kinds(tpcc, tpcc.defaults().with(WorkloadOptions.KEYS, 3));
        int orders = kinds.get(TpccTransactions.NewOrder.class);
        assertEquals(orders, rows(TpccTable.ORDER).size());
        assertEquals(orders, rows(TpccTable.NEW_ORDER).size());
        assertEquals(
                kinds.get(TpccTransactions.Payment.class),
                rows(TpccTable.HISTORY).size());
        long last = 0;
        for (long district : rows(TpccTable.DISTRICT)) {
            last += Content.of(store.registers.get(TpccTable.DISTRICT.key(district)));
        }
        assertEquals(orders, last, "the districts' last order numbers add up to the orders");
        long waiting = rows(TpccTable.NEW_ORDER).stream()
                .filter(row -> Content.of(store.registers.get(TpccTable.NEW_ORDER.key(row))) == 1)
                .count();
        long delivered = 0;
        for (long district : rows(TpccTable.DELIVERED)) {
            delivered += Content.of(store.registers.get(TpccTable.DELIVERED.key(district)));
        }
        assertTrue(delivered > 100);
        assertEquals(orders, waiting + delivered);
        long lines = rows(TpccTable.ORDER).stream()
                .mapToLong(row -> Content.of(store.registers.get(TpccTable.ORDER.key(row))) % 16)
                .sum();
        assertEquals(lines, rows(TpccTable.ORDER_LINE).size());
        assertEquals(0, rows(TpccTable.ITEM).size());
        assertTrue(rows(TpccTable.STOCK).size() == 3 * TpccTable.ITEMS);
        assertTrue(rows(TpccTable.CUSTOMER).size() <= 30 * TpccTable.CUSTOMERS);
    }

    @Test
    void tpccRefusesWhatItsKeysCantHold() {
        Workload tpcc = new TpccWorkload();
        assertThrows(
                IllegalArgumentException.class, () -> tpcc.start(tpcc.defaults().with(WorkloadOptions.KEYS, 5000)));
    }

    @Test
    void twitterKeepsItsCounts() throws Exception {
        Workload twitter = new TwitterWorkload();
        Map<Class<?>, Integer> kinds = kinds(twitter, twitter.defaults());
        assertEquals(4, kinds.size());
        assertEquals(0.3 * TRANSACTIONS, kinds.get(Twitter.Tweet.class), 0.02 * TRANSACTIONS);
        assertEquals(
                kinds.get(Twitter.Tweet.class),
                rows(8, Twitter.Table.TWEET.ordinal()).size());
        long edges = sum(Twitter.Table.FOLLOW);
        assertTrue(edges > 100);
        assertEquals(edges, sum(Twitter.Table.FOLLOWING));
        assertEquals(edges, sum(Twitter.Table.FOLLOWERS));
    }

    private long sum(Twitter.Table table) {
        return rows(8, table.ordinal()).stream()
                .mapToLong(row -> Content.of(store.registers.get(table.key(row))))
                .sum();
    }

    @Test
    void rubisKeepsItsCounts() throws Exception {
        Workload rubis = new RubisWorkload();
        Map<Class<?>, Integer> kinds = kinds(rubis, rubis.defaults());
        assertEquals(5, kinds.size());
        int initial = rubis.defaults().get(WorkloadOptions.KEYS);
        assertEquals(
                kinds.get(Rubis.Register.class) + initial,
                rows(8, Rubis.Table.USER.ordinal()).size());
        assertEquals(
                kinds.get(Rubis.PutUp.class) + initial,
                rows(8, Rubis.Table.ITEM.ordinal()).size());
        // in a serial run an item is there before anybody can bid for it
        assertEquals(
                kinds.get(Rubis.Bid.class), rows(8, Rubis.Table.BID.ordinal()).size());
        assertEquals(
                kinds.get(Rubis.Comment.class),
                rows(8, Rubis.Table.COMMENT.ordinal()).size());
    }

    @Test
    void keysOfLongRunsStaySmall() throws Exception {
        for (Workload workload : List.of(new TpccWorkload(), new TwitterWorkload(), new RubisWorkload())) {
            kinds(workload, workload.defaults());
            assertTrue(store.registers.keySet().stream().allMatch(key -> key < 1L << 30), workload.name());
            store.registers.clear();
        }
    }

    @Test
    void pairsDontCollide() {
        Set<Long> seen = new HashSet<>();
        for (long one = 0; one < 300; one++) {
            for (long other = 0; other < 300; other++) {
                assertTrue(seen.add(Content.pair(one, other)));
            }
        }
    }

    @Test
    void contentComesBackOutOfAValue() {
        assertEquals(93, Content.of(Content.value(7, 93)));
        assertEquals(Content.MOST, Content.of(Content.value(1L << 38, Content.MOST)));
        assertNotEquals(Content.value(7, 93), Content.value(8, 93));
        assertThrows(IllegalArgumentException.class, () -> Content.value(7, Content.MOST + 1));
        assertThrows(IllegalArgumentException.class, () -> Content.value(7, -1));
        assertEquals(1, Content.after(Content.MOST));
    }
}
