package org.isolde.app.replay;

/** One operation that is replayed: what was done, and what the recorded run was answered. */
public sealed interface Operation permits KeyOperation, RowOperation {
    /** What is asked of the database, in words. */
    String request();

    /** What the recorded run was answered, in words; empty for a write, which is not answered by a value. */
    String answer();
}
