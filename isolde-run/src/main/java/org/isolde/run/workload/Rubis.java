package org.isolde.run.workload;

import static org.isolde.run.workload.WorkloadOptions.ROLLBACK_RATIO;

import java.util.List;
import org.isolde.generate.RandomSource;
import org.isolde.run.Session;
import org.isolde.run.option.Options;

/**
 * A run of the auction house. There are always {@code keys} users and as many items: a new one takes the place of an old
 * one, so that rows are new all the time, and sessions may look for an item that is just being put up.
 *
 * <p>The key of a row is {@code row * 8 + table}. Tables, their rows, and the {@link Content} of a row:
 * <ul>
 *   <li>USER: the user; how many items were put up and comments got
 *   <li>ITEM: the item; the seller
 *   <li>BIDS: the item; the number of its last bid
 *   <li>BID: the pair of item and number; who bid
 *   <li>COMMENTS: the item; the number of its last comment
 *   <li>COMMENT: the pair of item and number; who wrote it
 * </ul>
 */
final class Rubis implements TransactionSource {
    /** The tables. */
    enum Table {
        USER,
        ITEM,
        BIDS,
        BID,
        COMMENTS,
        COMMENT;

        private static final int TABLES = 8;

        long key(long row) {
            return row * TABLES + ordinal();
        }
    }

    /** Register, put up an item, bid, comment, view. */
    private static final Weights MIX = new Weights(5, 10, 40, 10, 35);

    private final Options options;
    private final LiveKeys users;
    private final LiveKeys items;

    Rubis(Options options) {
        this.options = options;
        this.users = LiveKeys.forEver(options);
        this.items = LiveKeys.forEver(options);
    }

    /** The first users, each with an item. */
    @Override
    public List<Transaction> setup() {
        return List.of(operations -> {
            for (int number = 0; number < users.size(); number++) {
                Content.write(operations, Table.USER.key(number), 1);
                Content.write(operations, Table.ITEM.key(number), content(number));
            }
        });
    }

    @Override
    public Transaction next(int session, RandomSource random) {
        int user = users.draw(random);
        int item = items.draw(random);
        boolean rollsBack = random.chance(options.get(ROLLBACK_RATIO));
        return switch (MIX.draw(random)) {
            case 0 -> new Register(users.replace(user));
            case 1 -> new PutUp(users.key(user), items.replace(item));
            case 2 -> new Bid(users.key(user), items.key(item));
            case 3 -> new Comment(users.key(user), items.key(item));
            default -> new View(items.key(item), rollsBack);
        };
    }

    /** A user as the content of a row. After 16 million users the first ones are meant again. */
    private static long content(long user) {
        return user & Content.MOST;
    }

    /** Adds a user, unless the name is taken. */
    record Register(long user) implements Transaction {
        @Override
        public void run(Operations operations) throws Exception {
            if (operations.read(Table.USER.key(user)) == Session.ABSENT) {
                Content.write(operations, Table.USER.key(user), 0);
            }
        }
    }

    /** Puts up an item, and counts it for its seller. */
    record PutUp(long seller, long item) implements Transaction {
        @Override
        public void run(Operations operations) throws Exception {
            count(operations, Table.USER.key(seller));
            Content.write(operations, Table.ITEM.key(item), content(seller));
        }
    }

    /** Bids for an item, if it is there. */
    record Bid(long user, long item) implements Transaction {
        @Override
        public void run(Operations operations) throws Exception {
            if (operations.read(Table.ITEM.key(item)) == Session.ABSENT) {
                return;
            }
            long number = count(operations, Table.BIDS.key(item));
            Content.write(operations, Table.BID.key(Content.pair(item, number)), content(user));
            operations.read(Table.USER.key(user));
        }
    }

    /** Comments on an item, if it is there, which counts for its seller. */
    record Comment(long user, long item) implements Transaction {
        @Override
        public void run(Operations operations) throws Exception {
            long row = operations.read(Table.ITEM.key(item));
            if (row == Session.ABSENT) {
                return;
            }
            long number = count(operations, Table.COMMENTS.key(item));
            Content.write(operations, Table.COMMENT.key(Content.pair(item, number)), content(user));
            count(operations, Table.USER.key(Content.of(row)));
        }
    }

    /** Reads an item with its seller, its last bid and its last comment. */
    record View(long item, boolean rollsBack) implements Transaction {
        @Override
        public void run(Operations operations) throws Exception {
            long row = operations.read(Table.ITEM.key(item));
            if (row == Session.ABSENT) {
                return;
            }
            operations.read(Table.USER.key(Content.of(row)));
            readLast(operations, Table.BIDS, Table.BID);
            readLast(operations, Table.COMMENTS, Table.COMMENT);
        }

        private void readLast(Operations operations, Table counter, Table table) throws Exception {
            long number = Content.read(operations, counter.key(item));
            if (number > 0) {
                operations.read(table.key(Content.pair(item, number)));
            }
        }
    }

    /** Counts one up, and returns the new number. */
    private static long count(Transaction.Operations operations, long key) throws Exception {
        long number = Content.after(Content.read(operations, key));
        Content.write(operations, key, number);
        return number;
    }
}
