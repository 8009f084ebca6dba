package org.isolde.online.aion;

/** What a key's versions hold at a place. */
final class Found {
    long value;
    /** The session of the writer; -1 if it is the initial value. */
    int session;

    long seq;

    void initial(long initialValue) {
        value = initialValue;
        session = -1;
        seq = -1;
    }

    void entry(VersionBlock block, int i) {
        value = block.value(i);
        session = block.session(i);
        seq = block.seq(i);
    }
}
