package org.isolde.bench;

import java.util.List;

/**
 * How large the histories are, in transactions.
 *
 * @param stores the simulated stores that they come from
 * @param weak for the weak levels
 * @param growth for the growth, each twice the one before
 * @param huge for the one that is read from the binary format only; 0 for none
 * @param formats for the formats
 * @param sessions for those where every transaction is a session of its own
 */
record Sizes(
        List<String> stores, List<Integer> weak, List<Integer> growth, int huge, int formats, List<Integer> sessions) {
    static final List<String> STORES = List.of("serial", "causal");

    static Sizes full() {
        return new Sizes(
                STORES,
                List.of(100_000, 1_000_000),
                List.of(125_000, 250_000, 500_000, 1_000_000, 2_000_000),
                0,
                1_000_000,
                List.of(10_000, 20_000));
    }

    /** A hundredth or so: enough to see that all works, too little to mean anything. */
    static Sizes quick() {
        return new Sizes(
                STORES, List.of(10_000), List.of(2_500, 5_000, 10_000, 20_000), 0, 10_000, List.of(1_000, 2_000));
    }

    Sizes withHuge(int transactions) {
        return new Sizes(stores, weak, growth, transactions, formats, sessions);
    }
}
