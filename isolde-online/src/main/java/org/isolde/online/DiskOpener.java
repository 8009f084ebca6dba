package org.isolde.online;

import java.io.IOException;
import java.nio.file.Path;
import org.isolde.online.aion.DiskMap;

/** Opens what the monitor keeps on disk. */
@FunctionalInterface
public interface DiskOpener {
    /**
     * @param folder where it is, or is to be; made if it is not there
     * @param memory about how many bytes of memory it may take for itself
     */
    DiskMap open(Path folder, long memory) throws IOException;
}
