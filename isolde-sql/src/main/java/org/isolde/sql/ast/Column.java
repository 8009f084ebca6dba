package org.isolde.sql.ast;

/** A column of a table. */
public record Column(String name, Type type, boolean nullable) {}
