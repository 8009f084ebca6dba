package org.isolde.generate;

/**
 * A simulated store: says what the operations of the transactions in flight see, and when their writes count.
 *
 * <p>The generator calls {@link #begin} and then {@link #advance} until that says the transaction is over; between these
 * calls other transactions advance. The store sets the timestamps, and clears {@code effective} of a transaction that it
 * refuses to commit.
 */
interface Store {
    void begin(int slot);

    /** The next step of a transaction; false if there is none left and its writes have counted or never will. */
    boolean advance(int slot);

    /** Whether an append is in the list at once, for all to see, rather than at commit. */
    default boolean appendsInPlace() {
        return false;
    }
}
