package org.isolde.online;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/** A storage that does what another does, but where something is overridden. */
class StorageAround implements Storage {
    private final Storage inner;

    StorageAround(Storage inner) {
        this.inner = inner;
    }

    /** A file that does what another does. */
    static class FileAround implements StoredFile {
        private final StoredFile inner;

        FileAround(StoredFile inner) {
            this.inner = inner;
        }

        @Override
        public int read(ByteBuffer into, long at) throws IOException {
            return inner.read(into, at);
        }

        @Override
        public void write(ByteBuffer from, long at) throws IOException {
            inner.write(from, at);
        }

        @Override
        public long size() throws IOException {
            return inner.size();
        }

        @Override
        public void truncate(long size) throws IOException {
            inner.truncate(size);
        }

        @Override
        public void force() throws IOException {
            inner.force();
        }

        @Override
        public void close() throws IOException {
            inner.close();
        }
    }

    @Override
    public StoredFile open(Path file) throws IOException {
        return inner.open(file);
    }

    @Override
    public boolean exists(Path file) throws IOException {
        return inner.exists(file);
    }

    @Override
    public List<String> names(Path folder) throws IOException {
        return inner.names(folder);
    }

    @Override
    public void makeFolder(Path folder) throws IOException {
        inner.makeFolder(folder);
    }

    @Override
    public void delete(Path file) throws IOException {
        inner.delete(file);
    }

    @Override
    public void move(Path from, Path to) throws IOException {
        inner.move(from, to);
    }

    @Override
    public void forceNames(Path folder) throws IOException {
        inner.forceNames(folder);
    }

    @Override
    public long room(Path folder) throws IOException {
        return inner.room(folder);
    }
}
