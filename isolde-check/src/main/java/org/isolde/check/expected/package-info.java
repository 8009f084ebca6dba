/**
 * Does the database's own serial order explain what the clients saw?
 *
 * <p>Many serializable databases can say in which order their transactions took effect. That order is replayed here
 * (Enne: Clark et al., algorithm 4): one transaction after the other on one state, and each read, each condition and each
 * aggregate must give what the state gives at that moment, own writes included. Predicates need no theory then: a condition
 * is put to what is there.
 *
 * <p>What holds: {@code SerialOrder} says in which order, and who may stand elsewhere or not at all, for an outcome may be
 * unknown. {@code Replay} is the algorithm, {@link ExpectedOrder} its answer. The state of a table is a {@code Table}; a
 * condition on it is {@code Asked}. A condition costs its matches and not the table: whatever it says of a single column is
 * a set of ranges over the sorted values of that column ({@code Ranges}), and an index of the column
 * ({@code ColumnIndex}) counts and lists the rows in them. What has no such part is put to the rows that changed since it
 * was asked last. A condition that may fail (an integer against a text, an overflow) is put to every row, so that the
 * failure does not depend on an index.
 *
 * <p>To begin reading: {@code Replay}. It is an engine like the others: it knows no other one, and no words.
 */
package org.isolde.check.expected;
