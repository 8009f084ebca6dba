package org.isolde.online.aion;

/** What a key's versions hold at a place. */
final class Found {
    long value;
    /** The session of the writer; -1 if it is the initial value. */
    int session;

    long seq;
    /** Versions of that time are not kept any more. */
    boolean tooLate;

    void initial(long initialValue) {
        value = initialValue;
        session = -1;
        seq = -1;
        tooLate = false;
    }

    void entry(VersionBlock block, int i) {
        value = block.value[i];
        session = block.session[i];
        seq = block.seq[i];
        tooLate = false;
    }
}
