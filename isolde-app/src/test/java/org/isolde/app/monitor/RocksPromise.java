package org.isolde.app.monitor;

import java.io.IOException;
import java.nio.file.Path;

/** A test that must run where RocksDB's classes are. */
public interface RocksPromise {
    void check(Path folder) throws IOException;
}
