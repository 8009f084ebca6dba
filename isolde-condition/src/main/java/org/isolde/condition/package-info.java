/**
 * Conditions: what a {@code where} says of a row.
 *
 * <p>The question: <em>does this row match?</em> A {@link Condition} is a small tree, read from SQL's text and printed as
 * such; an {@link Evaluator} puts it to rows in SQL's three-valued logic ({@link Truth}), and a row matches where the
 * condition is true. The values of a row are 64-bit integers, texts and null.
 *
 * <p>What holds: equal trees mean the same and print the same, and reading what was printed gives an equal tree. The
 * language is small enough that databases agree on it; where they might not, it is stricter than they are. An integer is
 * never compared with a text, a remainder by zero and a sum beyond 64 bits are errors and not null, and all parts of a
 * condition are evaluated, so that an error does not depend on the order in which somebody looks at them.
 *
 * <p>To begin reading: {@link Condition}, {@link Operand}, {@code Parser}. It knows nothing of histories, of databases,
 * or of any other part of Isolde.
 */
package org.isolde.condition;
