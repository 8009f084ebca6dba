package org.isolde.flink;

import org.isolde.online.axiom.Encoder;
import org.isolde.online.axiom.Touched;

/** A key of the transaction that is being looked at, with its external reads as they are sent on. */
final class TouchedKey extends Touched {
    Name name;
    final Encoder reads = new Encoder();

    void begin(Name key) {
        untouched();
        name = key;
        reads.clear();
    }
}
