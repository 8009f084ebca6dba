package org.isolde.run.workload;

/**
 * What TPC-C's transactions read and write. Which order a transaction works on comes out of what it reads: a new order's
 * number is one more than the content of the district's row, and so on. A delivery is of one district, as the standard
 * allows.
 *
 * @param districts of all warehouses together
 */
record TpccTransactions(int districts) {
    private static final int LINES = TpccTable.MOST_LINES + 1;
    private static final int RECENT_ORDERS = 5;
    private static final int RESTOCK = 91;
    private static final int LOW_STOCK = 10;

    private long orderRow(long number, int district) {
        return number * districts + district;
    }

    private static long lineKey(long orderRow, int line) {
        return TpccTable.ORDER_LINE.key(orderRow * LINES + line);
    }

    private static long customerRow(int district, long customer) {
        return (long) district * TpccTable.CUSTOMERS + customer;
    }

    private static long stockKey(int warehouse, long item) {
        return TpccTable.STOCK.key((long) warehouse * TpccTable.ITEMS + item);
    }

    /** Takes the district's next number, and for each line takes the item from the stock. */
    final class NewOrder implements Transaction {
        private final int warehouse;
        private final int district;
        private final int customer;
        private final int[] items;
        private final int[] suppliers;
        private final int[] quantities;

        NewOrder(int warehouse, int district, int customer, int[] items, int[] suppliers, int[] quantities) {
            this.warehouse = warehouse;
            this.district = district;
            this.customer = customer;
            this.items = items;
            this.suppliers = suppliers;
            this.quantities = quantities;
        }

        @Override
        public void run(Operations operations) throws Exception {
            operations.read(TpccTable.WAREHOUSE.key(warehouse));
            long number = Content.after(Content.read(operations, TpccTable.DISTRICT.key(district)));
            Content.write(operations, TpccTable.DISTRICT.key(district), number);
            operations.read(TpccTable.CUSTOMER.key(customerRow(district, customer)));
            long row = orderRow(number, district);
            Content.write(operations, TpccTable.ORDER.key(row), (long) customer * LINES + items.length);
            Content.write(operations, TpccTable.NEW_ORDER.key(row), 1);
            Content.write(operations, TpccTable.LAST_ORDER.key(customerRow(district, customer)), number);
            for (int line = 0; line < items.length; line++) {
                operations.read(TpccTable.ITEM.key(items[line]));
                takeFromStock(operations, stockKey(suppliers[line], items[line]), quantities[line]);
                Content.write(operations, lineKey(row, line), items[line]);
            }
        }

        private static void takeFromStock(Operations operations, long key, int quantity) throws Exception {
            long left = Content.read(operations, key) - quantity;
            Content.write(operations, key, left < LOW_STOCK ? left + RESTOCK : left);
        }
    }

    /** Updates warehouse, district and customer, and notes the payment. */
    final class Payment implements Transaction {
        private final int warehouse;
        private final int district;
        private final int customerDistrict;
        private final int customer;
        private final long number;

        Payment(int warehouse, int district, int customerDistrict, int customer, long number) {
            this.warehouse = warehouse;
            this.district = district;
            this.customerDistrict = customerDistrict;
            this.customer = customer;
            this.number = number;
        }

        @Override
        public void run(Operations operations) throws Exception {
            Content.touch(operations, TpccTable.WAREHOUSE.key(warehouse));
            Content.touch(operations, TpccTable.DISTRICT.key(district));
            Content.touch(operations, TpccTable.CUSTOMER.key(customerRow(customerDistrict, customer)));
            Content.write(operations, TpccTable.HISTORY.key(number), 0);
        }
    }

    /** Reads a customer's last order with its lines. */
    final class OrderStatus implements Transaction {
        private final int district;
        private final int customer;
        private final boolean rollsBack;

        OrderStatus(int district, int customer, boolean rollsBack) {
            this.district = district;
            this.customer = customer;
            this.rollsBack = rollsBack;
        }

        @Override
        public void run(Operations operations) throws Exception {
            operations.read(TpccTable.CUSTOMER.key(customerRow(district, customer)));
            long number = Content.read(operations, TpccTable.LAST_ORDER.key(customerRow(district, customer)));
            if (number == 0) {
                return;
            }
            long row = orderRow(number, district);
            long lines = Content.read(operations, TpccTable.ORDER.key(row)) % LINES;
            for (int line = 0; line < lines; line++) {
                operations.read(lineKey(row, line));
            }
        }

        @Override
        public boolean rollsBack() {
            return rollsBack;
        }
    }

    /** Delivers the oldest order of a district that waits, if one does. */
    final class Delivery implements Transaction {
        private final int district;

        Delivery(int district) {
            this.district = district;
        }

        @Override
        public void run(Operations operations) throws Exception {
            long number = Content.after(Content.read(operations, TpccTable.DELIVERED.key(district)));
            long row = orderRow(number, district);
            if (Content.read(operations, TpccTable.NEW_ORDER.key(row)) == 0) {
                return;
            }
            Content.write(operations, TpccTable.NEW_ORDER.key(row), 0);
            Content.write(operations, TpccTable.DELIVERED.key(district), number);
            long order = Content.read(operations, TpccTable.ORDER.key(row));
            Content.write(operations, TpccTable.ORDER.key(row), order);
            for (int line = 0; line < order % LINES; line++) {
                Content.touch(operations, lineKey(row, line));
            }
            Content.touch(operations, TpccTable.CUSTOMER.key(customerRow(district, order / LINES)));
        }
    }

    /** Reads the stock of the items in a district's last orders. */
    final class StockLevel implements Transaction {
        private final int warehouse;
        private final int district;
        private final boolean rollsBack;

        StockLevel(int warehouse, int district, boolean rollsBack) {
            this.warehouse = warehouse;
            this.district = district;
            this.rollsBack = rollsBack;
        }

        @Override
        public void run(Operations operations) throws Exception {
            long last = Content.read(operations, TpccTable.DISTRICT.key(district));
            for (long number = Math.max(1, last - RECENT_ORDERS + 1); number <= last; number++) {
                long row = orderRow(number, district);
                long lines = Content.read(operations, TpccTable.ORDER.key(row)) % LINES;
                for (int line = 0; line < lines; line++) {
                    long item = Content.read(operations, lineKey(row, line));
                    operations.read(stockKey(warehouse, item));
                }
            }
        }

        @Override
        public boolean rollsBack() {
            return rollsBack;
        }
    }
}
