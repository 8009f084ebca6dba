package org.isolde.sql.ast;

import java.util.List;

/** A function of single rows, by what it takes and gives; what it is called is the dialect's business. */
public enum Function {
    ABSOLUTE(Type.INTEGER, Type.INTEGER),
    ABSOLUTE_REAL(Type.REAL, Type.REAL),
    SIGN(Type.INTEGER, Type.INTEGER),
    NEGATE(Type.INTEGER, Type.INTEGER),
    FLOOR(Type.REAL, Type.REAL),
    TO_REAL(Type.REAL, Type.INTEGER),
    LENGTH(Type.INTEGER, Type.TEXT),
    LOWER(Type.TEXT, Type.TEXT),
    UPPER(Type.TEXT, Type.TEXT),
    CONCAT(Type.TEXT, Type.TEXT, Type.TEXT),
    /** Text, first character from 1, number of characters. */
    SUBSTRING(Type.TEXT, Type.TEXT, Type.INTEGER, Type.INTEGER),
    /** Text, what is looked for, what comes in its place. */
    REPLACE(Type.TEXT, Type.TEXT, Type.TEXT, Type.TEXT),
    GREATEST(Type.INTEGER, Type.INTEGER, Type.INTEGER),
    LEAST(Type.INTEGER, Type.INTEGER, Type.INTEGER);

    private final Type result;
    private final List<Type> parameters;

    Function(Type result, Type... parameters) {
        this.result = result;
        this.parameters = List.of(parameters);
    }

    public Type result() {
        return result;
    }

    public List<Type> parameters() {
        return parameters;
    }
}
