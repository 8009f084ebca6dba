package org.isolde.online.axiom;

/** What a key's versions hold at a place. */
public final class Found {
    public long value;
    /** The session of the writer; -1 if it is the initial value. */
    public int session;

    public long seq;

    public void initial(long initialValue) {
        value = initialValue;
        session = -1;
        seq = -1;
    }

    public void entry(VersionBlock block, int i) {
        value = block.value(i);
        session = block.session(i);
        seq = block.seq(i);
    }
}
