/**
 * Which algorithm decides which level, and in which order are they tried?
 *
 * <p>The same level is linear with the right evidence and NP-complete without it. {@link Planner} is the one place that
 * knows: its stages are an ordered list of ways, cheapest first, and every way settles a level or says nothing. Read
 * from top to bottom they say what the engines do for Isolde:
 *
 * <pre>
 * lin, and what timestamps decide    lin, timestamps     also where values repeat
 * the expected serial order          expected            ser and sser, predicates included
 * the order of the input             replay              mostly enough
 * reads and evidence that are wrong  facts               break every level; reads leave ru
 * mini-transactions                  known               version orders are determined
 * lists                              known               they show all versions that were seen, in order
 * a cycle of known dependencies      known
 * saturation and search              polygraph           for what is still open
 * saturation                         weak                the levels from ru to cc
 * </pre>
 *
 * <p>The invariants: that a level follows from a stronger one that holds is a way like the others, and applied nowhere
 * else; the same goes for what {@code ser} and {@code sser} ask of compare-and-sets that failed. Who runs out of budget
 * leaves a level undecided. Facts are made once, when the first way asks for them, and so is whatever several ways
 * share: the {@code Question} has them. The ways themselves are {@code InputWays}, {@code ExpectedWays},
 * {@code StrongWays} and {@code WeakWays}. Why a level was decided the way it was, and how long it took, goes into the {@code PlanLog}.
 *
 * <p>To begin reading: {@code Planner.stages}. It may use everything beneath the door, and nobody but the door uses it.
 */
package org.isolde.check.plan;
