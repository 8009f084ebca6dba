package org.isolde.run.db.mongodb.engine;

import com.mongodb.MongoException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoTimeoutException;
import org.isolde.run.Session.Failure;

/**
 * What errors of MongoDB and its driver mean for a transaction: their labels say it.
 *
 * <p>Invariant: a commit whose answer was lost is never taken for an abort.
 */
final class MongoFailures {
    private static final int DUPLICATE_KEY = 11000;

    private MongoFailures() {}

    static Failure classify(Exception problem, boolean committing) {
        if (!(problem instanceof MongoException refused)) {
            return new Failure(Failure.Kind.FATAL, problem.getClass().getSimpleName());
        }
        String reason = refused.getClass().getSimpleName() + " (" + refused.getCode() + ")";
        if (refused.hasErrorLabel(MongoException.UNKNOWN_TRANSACTION_COMMIT_RESULT_LABEL)) {
            return new Failure(Failure.Kind.UNKNOWN, reason);
        }
        if (refused.hasErrorLabel(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL)
                || refused.getCode() == DUPLICATE_KEY) {
            return new Failure(Failure.Kind.ABORTED, reason);
        }
        if (refused instanceof MongoSocketException || refused instanceof MongoTimeoutException) {
            return new Failure(committing ? Failure.Kind.UNKNOWN : Failure.Kind.DISCONNECTED, reason);
        }
        return new Failure(Failure.Kind.FATAL, reason);
    }
}
