/**
 * Where do violations go? {@link org.isolde.flink.sink.ViolationSinks} writes them to files and topics, each exactly once.
 *
 * <p>Invariant: what can be read there is what a checkpoint has confirmed, or the end of the input.
 */
package org.isolde.flink.sink;
