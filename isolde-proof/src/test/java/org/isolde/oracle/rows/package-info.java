/**
 * The oracle of rows and predicates: which levels does a tiny history of rows satisfy, by the words of the definitions?
 *
 * <p>Invariant: written from the definitions and from no checker. What it shares with the oracle of items are relations, the
 * levels' conditions on a dependency graph, and what is known of item reads; conditions on rows are evaluated by {@code
 * org.isolde.condition}, which is held against databases.
 *
 * <p>To begin reading: {@link org.isolde.oracle.rows.RowHistory}, {@link org.isolde.oracle.rows.RowOracle}.
 */
package org.isolde.oracle.rows;
