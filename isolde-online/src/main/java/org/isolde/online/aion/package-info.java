/**
 * Aion (Chronos and Aion, algorithm 3): checks transactions one at a time, as late and out of order as they come.
 *
 * <p>The engine is a function of its input: the same transactions at the same times of the monitor's clock give the same
 * findings in the same order, whatever was spilled to disk or saved and restored in between. Recovery rests on that.
 */
package org.isolde.online.aion;
