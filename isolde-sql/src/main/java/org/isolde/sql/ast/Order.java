package org.isolde.sql.ast;

/** What rows are ordered by. */
public record Order(Expression expression, boolean descending) implements Node {}
