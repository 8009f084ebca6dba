/**
 * Aion (Chronos and Aion, algorithm 3): checks transactions one at a time, as late and out of order as they come.
 *
 * <p>The engine is a function of its input: the same transactions at the same times of the monitor's clock give the same
 * findings in the same order, whatever was spilled to disk or saved and restored in between. Recovery rests on that.
 *
 * <p>What it knows takes bounded memory. Keys are in use ({@code KeyChain}), packed ({@code PackedKeys}), or on disk; old versions are on disk
 * ({@code OldBlocks}); transactions whose reads are open are recent, and looked at whenever a version comes that they see, or on disk in segments
 * ({@code OpenReads}), and judged once more when they settle. Packing needs no disk. What leaves memory for the disk does so behind a save, which
 * writes what has changed and the place in the journal in one: {@code AionState} says when.
 */
package org.isolde.online.aion;
