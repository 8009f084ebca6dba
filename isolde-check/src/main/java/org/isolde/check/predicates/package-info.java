/**
 * What do predicate reads say of who comes before whom?
 *
 * <p>A predicate read asks which rows match a condition, so whoever makes a row match, or match no more, before or after it
 * matters to it, also if the row did not come back. With a <em>certificate</em> this is known: the order of the versions of
 * every row, and for each predicate read its version set, the version of each row that the condition was put to. This is
 * Emme (Clark, Donaldson, Wickerson and Rigger), algorithms 1 to 3, made to cost less than predicate reads times writes:
 *
 * <ul>
 *   <li>{@code Changers}: the versions that change the matches of a condition, found once for equal conditions, by the values
 *       of a column where the condition bounds one ({@code ColumnIndex}).
 *   <li>{@code Visibility}: a snapshot, "all up to this number but some", has seen a beginning of one order of all writers,
 *       missed an end of it, and only in between each must be looked at. So no version set is ever unfolded.
 *   <li>{@code TimeLine}: the changers of a condition along that order. What a read depends on is a beginning of it, and what
 *       depends on the read an end; so whether all dependencies lead forward in the order takes two comparisons a read, and
 *       where they do, no edge is ever made.
 *   <li>{@link PredicateEdges}: where they don't, those whose changes were seen lead to a point, and points lead to the reads
 *       behind them; so
 *       a read costs a few edges, however many changed what it asked for.
 * </ul>
 *
 * <p>{@link Emme} goes through all conditions, holds each version set to what can be in one, and each result to what the
 * condition gives on it ({@code Answer}). The invariant: every edge is a dependency, or stands for version order
 * between the same two, so that a cycle of edges is a cycle of dependencies; {@link PredicateExplanation} says which.
 *
 * <p>To begin reading: {@link Emme}. It may use {@code facts}, {@code graph} and {@code refute}, and is used by the engines
 * that look for cycles and orders.
 */
package org.isolde.check.predicates;
