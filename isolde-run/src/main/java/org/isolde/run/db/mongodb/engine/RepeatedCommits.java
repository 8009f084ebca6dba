package org.isolde.run.db.mongodb.engine;

import com.mongodb.event.CommandFailedEvent;
import com.mongodb.event.CommandListener;

/**
 * Knows whether the driver has sent a commit more than once: it does so by itself when an answer was lost. The answer to
 * the second one says that the transaction is committed, but not when.
 *
 * <p>Invariant: the driver sends, and tells its listeners, in the thread of the session.
 */
final class RepeatedCommits implements CommandListener {
    private final ThreadLocal<Boolean> failed = ThreadLocal.withInitial(() -> false);

    /** Forgets what was before. */
    void begin() {
        failed.set(false);
    }

    /** Whether a commit of this thread has failed since. */
    boolean hasFailed() {
        return failed.get();
    }

    @Override
    public void commandFailed(CommandFailedEvent event) {
        if (event.getCommandName().equals("commitTransaction")) {
            failed.set(true);
        }
    }
}
