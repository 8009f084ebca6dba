package org.isolde.run.scenario;

import java.util.List;

/** Something that can be asked of a play: who committed, and what the labelled steps returned. */
public sealed interface Condition {
    boolean holds(Play play);

    /** A session committed, and none of its steps had failed. */
    record Committed(String session) implements Condition {
        @Override
        public boolean holds(Play play) {
            return play.committed(session);
        }
    }

    /** A step returned just these rows, in whatever order; not if it failed. */
    record Is(String label, List<Row> rows) implements Condition {
        public Is {
            rows = rows.stream().sorted().toList();
        }

        @Override
        public boolean holds(Play play) {
            return rows.equals(play.rows(label));
        }
    }

    /** A step returned this row among others; not if it failed. */
    record Has(String label, Row row) implements Condition {
        @Override
        public boolean holds(Play play) {
            List<Row> rows = play.rows(label);
            return rows != null && rows.contains(row);
        }
    }

    record All(List<Condition> parts) implements Condition {
        @Override
        public boolean holds(Play play) {
            return parts.stream().allMatch(part -> part.holds(play));
        }
    }

    record Any(List<Condition> parts) implements Condition {
        @Override
        public boolean holds(Play play) {
            return parts.stream().anyMatch(part -> part.holds(play));
        }
    }

    record Not(Condition part) implements Condition {
        @Override
        public boolean holds(Play play) {
            return !part.holds(play);
        }
    }
}
