/**
 * Is this acyclic, in which order, and if not, what is the shortest cycle? Graphs, as few arrays as they can be.
 *
 * <p>Every level that Isolde decides ends in that question; who asks it, about which transactions, and what an edge
 * means, stands in the packages that use this one. Here nothing is known of histories: nodes are the ints from 0 on,
 * edges are pairs of them, and all that an edge may carry is whether it was <em>seen</em> or <em>inferred</em> (the
 * cheaper a cycle, the fewer inferred edges it has, for each of them must be explained by others), a kind, or a label
 * of the caller's.
 *
 * <p>A graph has one of three shapes, by what becomes of it:
 * <ul>
 *   <li>{@link Digraph} is finished when it is made. It is asked for a topological order, for its strongly connected
 *       components ({@link StronglyConnected}, Tarjan's algorithm), and for the shortest cycle in each ({@link
 *       ShortestCycle}).
 *   <li>{@link GrowingGraph} begins with edges that are known and takes more, one at a time, for good: what saturation
 *       infers.
 *   <li>{@link IncrementalOrder} takes edges and gives the latest back, as a search does, and keeps a topological order
 *       all the while, or says which cycle an edge would close (Pearce and Kelly's algorithm).
 * </ul>
 *
 * <p>They are made of the same few parts: {@link IntList}, a column that grows; {@link EdgeList}, two of them; {@link
 * Offsets}, which sorts items by group into two columns, without which there is no adjacency; {@link CheapestPaths},
 * Dijkstra's algorithm; {@link TimeSort}, which sorts numbers by the times beside them.
 *
 * <p>What holds throughout:
 * <ul>
 *   <li>No object an edge or a node, no recursion, and no array of the size of the graph for less than a whole graph:
 *       work on a component costs what the component costs. Scratch space is stamped, not cleared.
 *   <li>The same edges in the same order give the same answer, the choice among equals included, so that a report can
 *       be compared with that of yesterday.
 *   <li>In a {@code Digraph} nobody is node 0: it has no edges, and neither orders nor components name it, so that 0
 *       may stand for none.
 *   <li>Fields are public and final where walking them is the point (the columns of a graph); nobody else writes them.
 * </ul>
 *
 * <p>To begin reading: {@link Digraph}. It uses nothing of Isolde but itself.
 */
package org.isolde.check.graph;
