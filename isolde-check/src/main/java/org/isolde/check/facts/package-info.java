/**
 * What is known of a history before any level is asked.
 *
 * <p>Which transactions count? Which reads can be relied on? Who read from whom, which version orders are given, what
 * does real time say, and does all this contradict itself? These are the same questions at every level, so they are
 * answered once a check, by {@link Facts}, and every engine reads the answers there.
 *
 * <p>The invariants:
 * <ul>
 *   <li>Facts are immutable. What is derived and not always needed is made when it is first asked for, and once ({@link
 *       Lazy}).
 *   <li>{@link Counted} alone says which transactions count (the committed ones, and the unknown ones that were read
 *       from), and refuses a history in which two of them wrote the same value. Its history is the one that all others
 *       see: of a list read behind own appends it has what was seen of others.
 *   <li>A read that is wrong by itself ({@link BadReads}) is told, and is then no evidence: {@link Facts#source}
 *       doesn't know it.
 *   <li>A version has one number, {@link Facts#version}; the initial one of each key has its own, behind all values.
 * </ul>
 *
 * <p>{@code ReadConsistency} is algorithm 4 of AWDIT (Møldrup and Pavlogiannis); {@code ListReads} and {@code
 * ListOrders} do the same for lists, and {@code VersionCycles} says whether any order of versions has all that the
 * history says of it. Then there is what several engines build on: {@link SeenEdges}, {@link CausalOrder} and its
 * {@link OrderRepair}; {@link RealTime}, 3 n edges instead of n^2; {@link Lanes}, along which reachability is one
 * number instead of a set; {@link Nodes}, where a transaction has a snapshot and a commit.
 *
 * <p>To begin reading: {@link Facts}, then {@link Counted}. It may use {@code graph}, {@code refute} for what is wrong
 * with reads and evidence, and histories.
 */
package org.isolde.check.facts;
