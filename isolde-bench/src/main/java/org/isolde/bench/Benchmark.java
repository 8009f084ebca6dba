package org.isolde.bench;

import java.io.IOException;

/** One of the benchmarks that can be asked for by name. */
interface Benchmark {
    /** Runs it, and returns a section of Markdown. */
    String run(Laboratory laboratory, Sizes sizes) throws IOException, InterruptedException;
}
