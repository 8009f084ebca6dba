/**
 * The monitor's disk, on RocksDB. This package alone is compiled against RocksDB's jar, which comes at run time; the rest
 * knows it by {@link org.isolde.online.DiskOpener}.
 */
package org.isolde.online.rocks;
