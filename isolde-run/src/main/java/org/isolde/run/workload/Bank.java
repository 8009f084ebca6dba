package org.isolde.run.workload;

import static org.isolde.run.workload.WorkloadOptions.READ_RATIO;
import static org.isolde.run.workload.WorkloadOptions.ROLLBACK_RATIO;

import java.util.ArrayList;
import java.util.List;
import org.isolde.generate.RandomSource;
import org.isolde.run.Session;
import org.isolde.run.option.Options;

/**
 * A run of the bank.
 *
 * <p>Invariant: a complaint is about what a committed transaction read; there are at most {@code MOST_COMPLAINTS} of
 * them, and the number of the rest.
 */
final class Bank implements TransactionSource {
    static final long OPENING_BALANCE = 100;

    private static final int MOST_AMOUNT = 5;
    private static final int MOST_COMPLAINTS = 100;

    private final Options options;
    private final LiveKeys accounts;
    private final List<String> complaints = new ArrayList<>();
    private long untold;

    Bank(Options options) {
        this.options = options;
        this.accounts = LiveKeys.forEver(options);
    }

    /** One transaction opens all accounts. */
    @Override
    public List<Transaction> setup() {
        return List.of(operations -> {
            for (int account = 0; account < accounts.size(); account++) {
                Content.write(operations, account, OPENING_BALANCE);
            }
        });
    }

    @Override
    public Transaction next(int session, RandomSource random) {
        if (random.chance(options.get(READ_RATIO))) {
            return new Total(random.chance(options.get(ROLLBACK_RATIO)));
        }
        int from = accounts.draw(random);
        int to = accounts.drawOther(from, random);
        return new Transfer(from, to, 1 + random.below(MOST_AMOUNT), random.chance(0.5));
    }

    @Override
    public synchronized List<String> complaints() {
        List<String> all = new ArrayList<>(complaints);
        if (untold > 0) {
            all.add("There were " + untold + " more complaints like these.");
        }
        return all;
    }

    private synchronized void complain(String complaint) {
        if (complaints.size() < MOST_COMPLAINTS) {
            complaints.add(complaint);
        } else {
            untold++;
        }
    }

    /** A transaction that complains of what it saw, if it is committed. */
    private abstract class Watchful implements Transaction {
        private String complaint;

        @Override
        public final void run(Operations operations) throws Exception {
            complaint = null;
            watch(operations);
        }

        abstract void watch(Operations operations) throws Exception;

        final void see(String problem) {
            complaint = problem;
        }

        @Override
        public final void committed() {
            if (complaint != null) {
                complain(complaint);
            }
        }
    }

    /** Reads all balances. */
    private final class Total extends Watchful {
        private final boolean rollsBack;

        Total(boolean rollsBack) {
            this.rollsBack = rollsBack;
        }

        @Override
        void watch(Operations operations) throws Exception {
            long total = 0;
            StringBuilder seen = new StringBuilder();
            for (int account = 0; account < accounts.size(); account++) {
                long value = operations.read(account);
                total += Content.of(value);
                seen.append(account == 0 ? "" : ", ").append("account ").append(account);
                if (value == Session.ABSENT) {
                    seen.append(" was not there");
                } else {
                    seen.append(" had ").append(Content.of(value));
                }
            }
            long right = accounts.size() * OPENING_BALANCE;
            if (total != right) {
                see("A transaction read balances of " + total + " in total instead of " + right + ": " + seen + ".");
            }
        }

        @Override
        public boolean rollsBack() {
            return rollsBack;
        }
    }

    /** Moves an amount, or leaves it where it is if there is not enough. */
    private final class Transfer extends Watchful {
        private final int from;
        private final int to;
        private final long amount;
        private final boolean readsBothFirst;

        Transfer(int from, int to, long amount, boolean readsBothFirst) {
            this.from = from;
            this.to = to;
            this.amount = amount;
            this.readsBothFirst = readsBothFirst;
        }

        @Override
        void watch(Operations operations) throws Exception {
            long payer = balance(operations, from);
            long receiver = readsBothFirst ? balance(operations, to) : 0;
            if (payer < amount) {
                return;
            }
            Content.write(operations, from, payer - amount);
            if (!readsBothFirst) {
                receiver = balance(operations, to);
            }
            // only a database that has made millions out of nothing gets to the limit
            Content.write(operations, to, Math.min(Content.MOST, receiver + amount));
        }

        private long balance(Operations operations, int account) throws Exception {
            long value = operations.read(account);
            if (value == Session.ABSENT) {
                see("A transfer found no account " + account + ", though all were opened before.");
            }
            return Content.of(value);
        }
    }
}
