package org.isolde.run.workload;

/**
 * The tables of TPC-C, and the keys of their rows: {@code row * 16 + table}, with the rows numbered as below. The
 * warehouses are smaller than TPC-C's, so that sessions meet.
 *
 * <p>The {@link Content} of a row is the column that a transaction needs in order to find other rows.
 */
enum TpccTable {
    /** Row: the warehouse. */
    WAREHOUSE,
    /** Row: warehouse * 10 + district, from here on called the district. Content: the last order's number. */
    DISTRICT,
    /** Row: district * 30 + customer. */
    CUSTOMER,
    /** An index: row as of CUSTOMER. Content: the number of this customer's last order. */
    LAST_ORDER,
    /** Row: the item. Never written: it is not there. */
    ITEM,
    /** Row: warehouse * 100 + item. Content: the quantity. */
    STOCK,
    /** Row: number of the order * districts + district. Content: customer in the district * 16 + number of lines. */
    ORDER,
    /** Row as of ORDER. Content: 1 while the order waits for delivery, then 0. */
    NEW_ORDER,
    /** Row: row of the order * 16 + line. Content: the item. */
    ORDER_LINE,
    /** An index: row as of DISTRICT. Content: the number of the order that was delivered last. */
    DELIVERED,
    /** Row: a running number. */
    HISTORY;

    static final int DISTRICTS = 10;
    static final int CUSTOMERS = 30;
    static final int ITEMS = 100;
    static final int MOST_LINES = 15;
    static final int MOST_WAREHOUSES = 1000;

    private static final int TABLES = 16;

    long key(long row) {
        return row * TABLES + ordinal();
    }
}
