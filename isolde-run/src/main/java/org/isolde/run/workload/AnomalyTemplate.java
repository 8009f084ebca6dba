package org.isolde.run.workload;

import java.util.Arrays;
import java.util.List;

/**
 * The 14 anomalies of the mini-transaction paper (MTC, table I and figure 5), each as the transactions that can show it
 * if they run at the same time on the same keys.
 *
 * <p>Written as in {@code rx wx | rx wx; rx}: parts of different sessions stand between bars, transactions that one
 * session runs in a row between semicolons, and {@code !} is before a transaction that ends by rollback. Where the
 * anomaly is that of a single transaction, a rival on the same key runs beside it.
 */
enum AnomalyTemplate {
    THIN_AIR_READ("rx | rx wx"),
    ABORTED_READ("!rx wx | rx"),
    FUTURE_READ("rx wx | rx"),
    NOT_MY_LAST_WRITE("rx wx wx rx | rx wx"),
    NOT_MY_OWN_WRITE("rx wx | rx wx rx"),
    INTERMEDIATE_READ("rx wx wx | rx"),
    NON_REPEATABLE_READS("rx wx | rx rx"),
    SESSION_GUARANTEE_VIOLATION("rx wx | rx wx; rx"),
    NON_MONOTONIC_READ("rx wx | rx wx ry wy | ry rx"),
    FRACTURED_READ("rx wx ry wy | rx ry"),
    CAUSALITY_VIOLATION("rx wx | rx ry wy | rx ry"),
    LONG_FORK("rx wx | ry wy | rx ry | ry rx"),
    LOST_UPDATE("rx wx | rx wx"),
    WRITE_SKEW("rx ry wx | rx ry wy");

    private final List<List<Move>> parts;

    AnomalyTemplate(String text) {
        parts = Arrays.stream(text.split("\\|", -1))
                .map(part -> Arrays.stream(part.split(";", -1)).map(Move::of).toList())
                .toList();
    }

    /** What each session does, one transaction after the other. */
    List<List<Move>> parts() {
        return parts;
    }

    /** How often x (0) or y (1) is written by all of them together. */
    int writes(int key) {
        return parts.stream()
                .flatMap(List::stream)
                .mapToInt(move -> move.shape().writes(key))
                .sum();
    }

    /** A transaction of a template. */
    record Move(MiniShape shape, boolean rollsBack) {
        private static Move of(String text) {
            String shape = text.strip();
            boolean rollsBack = shape.startsWith("!");
            return new Move(MiniShape.of(rollsBack ? shape.substring(1) : shape), rollsBack);
        }
    }
}
