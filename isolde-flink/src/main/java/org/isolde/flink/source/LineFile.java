package org.isolde.flink.source;

import java.io.Serializable;

/**
 * A file to be read.
 *
 * @param path as Flink names it
 * @param bytes how long it is
 * @param before how many bytes the files before it have
 * @param cut whether several may read it, each a part: its transactions have numbers, and it is not packed
 * @param numbered whether its transactions have numbers
 */
record LineFile(String path, long bytes, long before, boolean cut, boolean numbered) implements Serializable {}
