/**
 * What follows from dependencies that are known without search?
 *
 * <p>The strong levels speak of version orders, and these are mostly not recorded. But whoever read a version of a key
 * and wrote the key overwrote that version; lists and given orders say more. What this makes known of the serialization
 * graph is there whatever the rest may be, so a cycle in it breaks the levels that forbid it. And sometimes it is all
 * there is to know:
 *
 * <ul>
 *   <li>{@link Updates} says who overwrote what it had read. Two that overwrote one version are a DIVERGENCE (MTC, Wei
 *       et al., definition 10), a lost update. If every write is preceded by a read of its key and nothing diverges,
 *       the version orders are determined, and {@link MiniGraph}, which is MTC's algorithm 1, decides by one
 *       topological sort.
 *   <li>{@link Followers} says who comes behind each version where lists show all that was seen; what nobody saw has
 *       its place behind that. {@link DependencyOrder} is the sort, for these as for mini-transactions.
 *   <li>{@code VersionSteps} and {@code Dependencies} are as much of Adya's direct serialization graph as any
 *       history gives away. {@link AdyaCycles} finds in it a shortest cycle of each kind (G0, G1c, lost update,
 *       G-single, G-nonadjacent, G2-item), plain, closed by sessions, or closed by real time: {@code CycleSearch},
 *       breadth-first over pairs of a node and a state of the {@code CycleAutomaton}.
 * </ul>
 *
 * <p>The invariant: what is found is there, whatever the rest of the version orders may be; that nothing is found
 * decides nothing, unless the version orders are determined. {@link CycleKind} gives a cycle its name, by its edges
 * alone, and {@link CycleProof} what the proof checker must be told before it.
 *
 * <p>To begin reading: {@link Updates}, then {@link AdyaCycles}. It may use {@code facts}, {@code graph} and {@code
 * refute}.
 */
package org.isolde.check.known;
