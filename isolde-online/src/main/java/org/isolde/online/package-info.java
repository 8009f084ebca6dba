/**
 * Is what comes right now still right? The monitor takes transactions as they come, makes them durable, and has them checked,
 * one after the other, by their timestamps.
 *
 * <p>A block of lines goes one way, through three threads. Whoever brings it ({@code LineFeed} from a file,
 * {@code Ingest} over HTTP, {@link org.isolde.online.Monitor#add} in a program) has it parsed: a bad line refuses it before
 * anything has happened. The {@code Sequencer} gives it its place and its time; its thread writes all that has come to the
 * {@code Journal}, waits for the disk once, and lets the senders go. The {@code Pump} hands it to the engine,
 * {@link org.isolde.online.aion.Aion}, writes what that finds to the {@code ViolationLog}, and saves the engine's state
 * together with the place in the journal, a {@code Checkpoint}, in one write.
 *
 * <p>What holds:
 *
 * <ul>
 *   <li>What was answered is on disk, and stays taken whatever happens. What a power cut leaves is said by {@code Storage},
 *       through which all files go but RocksDB's own; where the disk has lost something, the monitor refuses to go on until
 *       it is told to ({@code JournalRepair}).
 *   <li>The engine is a function of the blocks and their times. So a monitor that was killed reads its journal from the
 *       checkpoint on, and is where it was: nothing is lost, and nothing told twice.
 *   <li>What is on its way is bounded; while too much is, senders wait. What the engine knows is bounded in memory, and the rest on
 *       disk; that changes no finding.
 * </ul>
 *
 * <p>Begin with {@link org.isolde.online.Monitor}, which puts the parts together; then {@code Sequencer} and {@code Pump}.
 * {@link org.isolde.online.MonitorServer} is the same over HTTP. Of databases nothing is known here, and RocksDB, the disk map
 * that is used in earnest, is known to its package alone.
 */
package org.isolde.online;
