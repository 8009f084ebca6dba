package org.isolde.flink;

import java.io.Serializable;

/**
 * What moves the clock by which sessions are silent.
 *
 * @param elements how many transactions are a millisecond; 0 if time itself counts. Tests count transactions, for a machine that is slow must not change what they prove
 */
record Pace(int elements) implements Serializable {
    static final Pace TIME = new Pace(0);

    boolean isTime() {
        return elements == 0;
    }
}
