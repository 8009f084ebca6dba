/**
 * The monitor: takes transactions as they come, makes them durable, and has them checked, one after the other.
 *
 * <p>A block of lines goes one way: the {@code Sequencer} stamps it, the {@code Journal} puts it on disk, and the {@code
 * Checker} hands it to the engine, in the same order. The engine is a function of what is in the journal, so a monitor that
 * was killed reads its journal again, and is where it was.
 */
package org.isolde.online;
