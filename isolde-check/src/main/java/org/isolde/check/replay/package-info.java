/**
 * Does the order of the input explain the history, as it stands?
 *
 * <p>A recorded history mostly arrives in the order in which transactions committed, or nearly. So before anything is
 * computed that order is taken for the commit order, and walked along once. {@link SerialReplay} asks whether every
 * read saw the last write before it: then the order is a witness of every level up to {@code ser}, and of those about
 * real time if it agrees with that. {@link SnapshotReplay} asks whether every transaction can have a snapshot somewhere
 * before its commit: then it is a witness of {@code pc}, {@code si} or {@code strong-si}.
 *
 * <p>The invariant: a replay that succeeds is a proof, and one that fails says nothing, for another order may explain
 * the history. So nothing here is ever violated, and whoever must have an answer goes on to an engine. Both are linear.
 *
 * <p>{@code SerialReplay} also counts, in whatever order an engine found, the compare-and-sets that failed although the
 * value was the expected one: {@code ser} and {@code sser} ask that there be none.
 *
 * <p>To begin reading: {@link SerialReplay}. It may use {@code facts} and {@code graph}.
 */
package org.isolde.check.replay;
