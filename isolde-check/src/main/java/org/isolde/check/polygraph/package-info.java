/**
 * Can the versions of all keys be put in orders such that no forbidden cycle arises, whatever the history says of them?
 *
 * <p>That is the question of the levels from {@code pc} to {@code sser} on histories without the evidence that would
 * answer it, and it is NP-complete. A polygraph (Papadimitriou 1979) has the known edges and, for each pair of versions
 * that nothing orders, a choice; Cobra (Tan et al. 2020) decides serializability by pruning and solving one, PolySI
 * (Huang et al. 2023) snapshot isolation. Here one engine decides nine levels, and {@link LevelRules} is the table of
 * how they differ.
 *
 * <p>In this order, and no further than needed:
 * <ol>
 *   <li>{@code KnownEdges}: session order, real time, reads-from, given versions, the initial version first.
 *   <li>Saturation, {@link Polygraph}: an ordering whose opposite would close a cycle holds. {@code Reach} says who
 *       reaches whom, one number a lane; only the last writer and reader of each lane are looked at, so a round never
 *       costs all pairs of writers.
 *   <li>{@code GreedyVersions}: the versions of each key in the order of their writers. It mostly fits where little is
 *       known.
 *   <li>{@code OpenPairs} of runs of versions, and a search for each strongly connected component ({@code
 *       ComponentSearch}): {@code ClauseSearch} is conflict-driven, and {@code ChoiceTheory} tells it which choices
 *       can't be taken together.
 * </ol>
 *
 * <p>The invariant: every edge that is inferred keeps its reason ({@code Derivations}), and every clause that is
 * learned those that it follows from ({@code ClauseLog}). So whatever ends without an order is a proof: {@code
 * RefutationBuilder} and {@code SearchRefutation} write it down, along {@code KnownPaths}.
 *
 * <p>To begin reading: {@link PolygraphSolver}, then {@link LevelRules}. It may use {@code facts}, {@code graph},
 * {@code budget} and {@code refute}.
 */
package org.isolde.check.polygraph;
