package org.isolde.online.rocks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import org.isolde.online.DiskStorage;
import org.isolde.online.Storage;

/** The file system, where a power cut undoes all that was done to names since they were forced. */
final class UnforcedNames implements Storage {
    private final DiskStorage disk = new DiskStorage();
    private final ArrayDeque<Undo> unforced = new ArrayDeque<>();

    /** How to have a name as it was. */
    private interface Undo {
        void run() throws IOException;
    }

    void powerCut() throws IOException {
        while (!unforced.isEmpty()) {
            unforced.pop().run();
        }
    }

    @Override
    public StoredFile open(Path file) throws IOException {
        if (!exists(file)) {
            unforced.push(() -> disk.delete(file));
        }
        return disk.open(file);
    }

    @Override
    public boolean exists(Path file) {
        return disk.exists(file);
    }

    @Override
    public List<String> names(Path folder) throws IOException {
        return disk.names(folder);
    }

    @Override
    public void makeFolder(Path folder) throws IOException {
        disk.makeFolder(folder);
    }

    @Override
    public void delete(Path file) throws IOException {
        if (exists(file)) {
            byte[] bytes = Files.readAllBytes(file);
            unforced.push(() -> Files.write(file, bytes));
        }
        disk.delete(file);
    }

    @Override
    public void move(Path from, Path to) throws IOException {
        disk.move(from, to);
        unforced.push(() -> disk.move(to, from));
    }

    @Override
    public void forceNames(Path folder) throws IOException {
        disk.forceNames(folder);
        unforced.clear();
    }

    @Override
    public long room(Path folder) throws IOException {
        return disk.room(folder);
    }
}
