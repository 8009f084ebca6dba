package org.isolde.run.scenario;

import java.util.List;

/** Something that can be asked of an execution: who committed, and what the labelled steps returned. */
public sealed interface Condition {
    boolean holds(ScenarioExecution execution);

    /** A session committed, and none of its steps had failed. */
    record Committed(String session) implements Condition {
        @Override
        public boolean holds(ScenarioExecution execution) {
            return execution.committed(session);
        }
    }

    /** A step returned just these rows, in whatever order; not if it failed. */
    record Is(String label, List<Row> rows) implements Condition {
        public Is {
            rows = rows.stream().sorted().toList();
        }

        @Override
        public boolean holds(ScenarioExecution execution) {
            return rows.equals(execution.rows(label));
        }
    }

    /** A step returned this row among others; not if it failed. */
    record Has(String label, Row row) implements Condition {
        @Override
        public boolean holds(ScenarioExecution execution) {
            List<Row> rows = execution.rows(label);
            return rows != null && rows.contains(row);
        }
    }

    record All(List<Condition> parts) implements Condition {
        @Override
        public boolean holds(ScenarioExecution execution) {
            return parts.stream().allMatch(part -> part.holds(execution));
        }
    }

    record Any(List<Condition> parts) implements Condition {
        @Override
        public boolean holds(ScenarioExecution execution) {
            return parts.stream().anyMatch(part -> part.holds(execution));
        }
    }

    record Not(Condition part) implements Condition {
        @Override
        public boolean holds(ScenarioExecution execution) {
            return !part.holds(execution);
        }
    }
}
