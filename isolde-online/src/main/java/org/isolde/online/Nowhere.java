package org.isolde.online;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/** Where the journal of a monitor goes whose state is not kept: it needs none. */
final class Nowhere implements Storage {
    private static final StoredFile FILE = new StoredFile() {
        @Override
        public int read(ByteBuffer into, long at) {
            return -1;
        }

        @Override
        public void write(ByteBuffer from, long at) {
            from.position(from.limit());
        }

        @Override
        public long size() {
            return 0;
        }

        @Override
        public void truncate(long size) {}

        @Override
        public void force() {}

        @Override
        public void close() {}
    };

    @Override
    public StoredFile open(Path file) {
        return FILE;
    }

    @Override
    public boolean exists(Path file) {
        return false;
    }

    @Override
    public List<String> names(Path folder) {
        return List.of();
    }

    @Override
    public void makeFolder(Path folder) {}

    @Override
    public void delete(Path file) {}

    @Override
    public void move(Path from, Path to) {}

    @Override
    public void forceNames(Path folder) {}

    @Override
    public long room(Path folder) {
        return Long.MAX_VALUE;
    }
}
