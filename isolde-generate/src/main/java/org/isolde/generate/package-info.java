/**
 * Synthetic histories: what would clients see of a database of this kind?
 *
 * <p>{@link Generator} lets random clients work on a simulated store and writes down what they saw. The stores are
 * small and known: {@link SimulatedStore} names for each the strongest level that all its histories satisfy, so that
 * tests and measurements know what a checker must say. What a store never does can be put in by hand: {@link
 * InjectedAnomaly} has the fourteen anomalies of MTC (table I and figure 5), {@link TimestampViolation} what timestamps
 * can be wrong about, each on keys of its own.
 *
 * <p>A history of rows has a table in place of keys ({@code RowStore}, {@code RowClient}), the database's own certificate, and
 * anomalies that only predicate reads show ({@link InjectedRowAnomaly}).
 *
 * <p>The invariants: equal {@link GeneratorOptions} give equal histories, on every machine ({@link RandomSource} is the
 * only chance, and the header of a history has the options that made it); a history goes to a {@code TransactionSink}
 * one transaction at a time, so that it may be longer than memory. {@link ArrivalOrder} and {@link Delays} say in which
 * order it arrives.
 *
 * <p>Workloads on real databases share the random numbers and the popularity of keys ({@link KeyDistribution}, {@link
 * KeySampler}).
 *
 * <p>To begin reading: {@link Generator}, then {@code Store}, the interface of the simulated ones. It may use {@code
 * org.isolde.history}, and no other part of Isolde.
 */
package org.isolde.generate;
