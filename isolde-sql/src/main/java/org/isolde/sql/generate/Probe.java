package org.isolde.sql.generate;

import java.util.List;
import org.isolde.sql.ast.Schema;
import org.isolde.sql.ast.Statement;
import org.isolde.sql.testcase.InitialRow;

/**
 * Tries statements while a case is made, one after the other on the same tables, so that what fails or touches nothing can be
 * left out. The database has to answer the same each time, or a seed does not give the same case again.
 */
public interface Probe {
    /** Tries nothing: every statement is kept. */
    Probe NONE = new Probe() {
        @Override
        public void begin(Schema schema, List<InitialRow> rows) {}

        @Override
        public Effect execute(Statement statement) {
            return Effect.UNKNOWN;
        }

        @Override
        public void end() {}
    };

    /** Makes the tables what they are before the first transaction. */
    void begin(Schema schema, List<InitialRow> rows) throws Exception;

    /** Executes a statement; one that fails leaves what went before as it was. */
    Effect execute(Statement statement) throws Exception;

    /** The case is complete. */
    void end() throws Exception;

    /**
     * What a statement did.
     *
     * @param rows how many it returned or changed; -1 if nobody knows
     * @param error why it failed: short, the same for the same cause; null if it did not
     * @param isConstraint whether it failed because it would have broken a constraint
     */
    record Effect(int rows, String error, boolean isConstraint) {
        public static final Effect UNKNOWN = new Effect(-1, null, false);

        public static Effect rows(int count) {
            return new Effect(count, null, false);
        }

        public static Effect failed(String reason, boolean isConstraint) {
            return new Effect(0, reason, isConstraint);
        }
    }
}
