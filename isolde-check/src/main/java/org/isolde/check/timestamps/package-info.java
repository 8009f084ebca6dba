/**
 * Did the database do what its own timestamps say?
 *
 * <p>Where every committed transaction has a start and a commit timestamp, the order is given and each read has one
 * right answer, so {@code si}, {@code ser} and {@code sser} are decided by one replay: {@link Chronos}, after algorithm
 * 2 of "Chronos and Aion" (section 3.2; the definitions are 3.1 and 3.2). For {@code si} a transaction sees what had
 * committed when it started, for the other two what had committed when it committed itself. Values may repeat, and all
 * violations of each {@link org.isolde.check.TimestampAxiom} are counted, not just enough of them.
 *
 * <p>The invariants: {@link EventOrder} is the one rule for ties (docs/levels.md has it; the proof checker keeps the
 * same with code of its own). {@code EventReplay} keeps, between two events, the {@code frontier} of each key (its last
 * committed value) and how many {@code ongoing} writers it has, the paper's words; workers replay one part of the time each
 * and share nothing, and what is listed doesn't depend on their number. A read of what a transaction of unknown outcome wrote is
 * <em>open</em>: it is neither right nor wrong, and leaves the level undecided.
 *
 * <p>The same question of a stream, late and out of order, is the monitor's (algorithm 3, {@code
 * org.isolde.online.aion}).
 *
 * <p>To begin reading: {@link Chronos}, then {@code EventReplay}. It may use {@code facts} for the order that it
 * answers with, {@code graph} and {@code refute}; not who counts, nor who read from whom, which it is told by the
 * timestamps.
 */
package org.isolde.check.timestamps;
