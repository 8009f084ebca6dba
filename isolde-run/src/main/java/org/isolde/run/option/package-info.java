/**
 * Options, each declared once: its name, its type, its default, a sentence of help, and for which databases it is.
 *
 * <p>All that users meet is made of the declaration: the command line and its help, the form of the page, the table in
 * docs/command-line.md, the call that repeats a test, and what the files of a run say of it. What was chosen travels as
 * {@link org.isolde.run.option.Options} to where it is used, and is read there by the declaration, typed:
 * {@code options.get(RunOptions.RETRIES)}. Nothing in between has to know of it.
 *
 * <p>Invariant: a value is what its type allows, whoever set it. Workloads' options are declared in
 * {@link org.isolde.run.workload.WorkloadOptions}, those of a run in {@link org.isolde.run.runner.RunOptions}; what uses
 * a run declares its own.
 */
package org.isolde.run.option;
