package org.isolde.run.workload;

import static org.isolde.run.workload.WorkloadOptions.DISTRIBUTION;
import static org.isolde.run.workload.WorkloadOptions.KEYS;
import static org.isolde.run.workload.WorkloadOptions.LENGTH;
import static org.isolde.run.workload.WorkloadOptions.ROLLBACK_RATIO;
import static org.isolde.run.workload.WorkloadOptions.SEED;
import static org.isolde.run.workload.WorkloadOptions.THETA;

import java.util.concurrent.atomic.AtomicLong;
import org.isolde.generate.KeySampler;
import org.isolde.generate.RandomSource;
import org.isolde.run.option.Options;

/** A run of TPC-C: draws transactions by the standard mix. Customers and items are drawn by the distribution asked for. */
final class Tpcc implements TransactionSource {
    /** New order, payment, order status, delivery, stock level. */
    private static final Weights MIX = new Weights(45, 43, 4, 4, 4);

    private static final double REMOTE_LINES = 0.01;
    private static final double REMOTE_PAYMENTS = 0.15;
    private static final int MOST_QUANTITY = 10;

    private final Options options;
    private final TpccTransactions transactions;
    private final KeySampler customers;
    private final KeySampler items;
    private final AtomicLong payments = new AtomicLong();

    Tpcc(Options options) {
        this.options = options;
        this.transactions = new TpccTransactions(options.get(KEYS) * TpccTable.DISTRICTS);
        this.customers = sampler(TpccTable.CUSTOMERS);
        this.items = sampler(TpccTable.ITEMS);
    }

    private KeySampler sampler(int size) {
        // the stream inside is never used: each session brings its own
        return new KeySampler(options.get(DISTRIBUTION), size, options.get(THETA), new RandomSource(options.get(SEED)));
    }

    @Override
    public Transaction next(int session, RandomSource random) {
        int warehouse = random.below(options.get(KEYS));
        int district = district(warehouse, random);
        boolean rollsBack = random.chance(options.get(ROLLBACK_RATIO));
        return switch (MIX.draw(random)) {
            case 0 -> newOrder(warehouse, district, random);
            case 1 -> payment(warehouse, district, random);
            case 2 -> transactions.new OrderStatus(district, customers.next(random), rollsBack);
            case 3 -> transactions.new Delivery(district);
            default -> transactions.new StockLevel(warehouse, district, rollsBack);
        };
    }

    private static int district(int warehouse, RandomSource random) {
        return warehouse * TpccTable.DISTRICTS + random.below(TpccTable.DISTRICTS);
    }

    /** Another warehouse with this probability, if there is another. */
    private int perhapsRemote(int warehouse, double probability, RandomSource random) {
        if (options.get(KEYS) == 1 || !random.chance(probability)) {
            return warehouse;
        }
        return (warehouse + 1 + random.below(options.get(KEYS) - 1)) % options.get(KEYS);
    }

    private Transaction newOrder(int warehouse, int district, RandomSource random) {
        // from a third of the most to the most: 5 to 15 in the standard
        int fewest = (options.get(LENGTH) + 2) / 3;
        int[] lineItems = new int[fewest + random.below(options.get(LENGTH) - fewest + 1)];
        int[] suppliers = new int[lineItems.length];
        int[] quantities = new int[lineItems.length];
        for (int line = 0; line < lineItems.length; line++) {
            lineItems[line] = items.next(random);
            suppliers[line] = perhapsRemote(warehouse, REMOTE_LINES, random);
            quantities[line] = 1 + random.below(MOST_QUANTITY);
        }
        return transactions.new NewOrder(warehouse, district, customers.next(random), lineItems, suppliers, quantities);
    }

    private Transaction payment(int warehouse, int district, RandomSource random) {
        int home = perhapsRemote(warehouse, REMOTE_PAYMENTS, random);
        int customerDistrict = home == warehouse ? district : district(home, random);
        return transactions
        .new Payment(warehouse, district, customerDistrict, customers.next(random), payments.getAndIncrement());
    }
}
