package org.isolde.run.workload;

import static org.isolde.run.workload.WorkloadOptions.LENGTH;
import static org.isolde.run.workload.WorkloadOptions.ROLLBACK_RATIO;

import java.util.Arrays;
import org.isolde.generate.RandomSource;
import org.isolde.run.option.Options;

/**
 * A run of the small Twitter. The users are live keys: one who has tweeted and followed often enough is replaced by a new
 * one.
 *
 * <p>The key of a row is {@code row * 8 + table}. Tables, their rows, and the {@link Content} of a row:
 * <ul>
 *   <li>LAST_TWEET: the user; the number of the user's last tweet
 *   <li>TWEET: the pair of user and number
 *   <li>FOLLOW: the pair of who follows and who is followed; 1, or 0 after unfollowing
 *   <li>FOLLOWING: the user; how many the user follows
 *   <li>FOLLOWERS: the user; how many follow the user
 * </ul>
 */
final class Twitter implements TransactionSource {
    /** The tables. */
    enum Table {
        LAST_TWEET,
        TWEET,
        FOLLOW,
        FOLLOWING,
        FOLLOWERS;

        private static final int TABLES = 8;

        long key(long row) {
            return row * TABLES + ordinal();
        }
    }

    /** Tweet, follow or unfollow, timeline, followers. */
    private static final Weights MIX = new Weights(30, 25, 30, 15);

    private final Options options;
    private final LiveKeys users;

    Twitter(Options options) {
        this.options = options;
        this.users = new LiveKeys(options);
    }

    @Override
    public Transaction next(int session, RandomSource random) {
        int slot = users.draw(random);
        boolean rollsBack = random.chance(options.get(ROLLBACK_RATIO));
        switch (MIX.draw(random)) {
            case 0:
                return new Tweet(users.keyToWrite(slot, 1));
            case 1:
                long followed = users.key(users.drawOther(slot, random));
                return new Follow(users.keyToWrite(slot, 1), followed);
            case 2:
                return new Timeline(users.key(slot), someUsers(random), rollsBack);
            default:
                return new Followers(users.key(slot), someUsers(random), rollsBack);
        }
    }

    private long[] someUsers(RandomSource random) {
        long[] some = new long[options.get(LENGTH)];
        Arrays.setAll(some, number -> users.key(users.draw(random)));
        return some;
    }

    /** Adds a tweet, and moves the user's pointer to it. */
    record Tweet(long user) implements Transaction {
        @Override
        public void run(Operations operations) throws Exception {
            long number = Content.after(Content.read(operations, Table.LAST_TWEET.key(user)));
            Content.write(operations, Table.TWEET.key(Content.pair(user, number)), 0);
            Content.write(operations, Table.LAST_TWEET.key(user), number);
        }
    }

    /** Follows a user, or no longer does, and keeps both counts. */
    record Follow(long follower, long followed) implements Transaction {
        @Override
        public void run(Operations operations) throws Exception {
            long edge = Table.FOLLOW.key(Content.pair(follower, followed));
            boolean follows = Content.read(operations, edge) == 0;
            Content.write(operations, edge, follows ? 1 : 0);
            count(operations, Table.FOLLOWING.key(follower), follows);
            count(operations, Table.FOLLOWERS.key(followed), follows);
        }

        private static void count(Operations operations, long key, boolean up) throws Exception {
            long count = Content.read(operations, key);
            // a database that loses updates can make a count too small
            Content.write(operations, key, up ? Content.after(count) : Math.max(0, count - 1));
        }
    }

    /** Reads the last tweet of those whom a user follows, out of some. */
    record Timeline(long user, long[] others, boolean rollsBack) implements Transaction {
        @Override
        public void run(Operations operations) throws Exception {
            for (long other : others) {
                if (Content.read(operations, Table.FOLLOW.key(Content.pair(user, other))) == 1) {
                    long number = Content.read(operations, Table.LAST_TWEET.key(other));
                    if (number > 0) {
                        operations.read(Table.TWEET.key(Content.pair(other, number)));
                    }
                }
            }
        }
    }

    /** Reads how many follow a user, and which of some do. */
    record Followers(long user, long[] others, boolean rollsBack) implements Transaction {
        @Override
        public void run(Operations operations) throws Exception {
            operations.read(Table.FOLLOWERS.key(user));
            for (long other : others) {
                operations.read(Table.FOLLOW.key(Content.pair(other, user)));
            }
        }
    }
}
