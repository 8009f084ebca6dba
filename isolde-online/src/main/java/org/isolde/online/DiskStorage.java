package org.isolde.online;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.List;
import java.util.stream.Stream;
import org.isolde.history.file.PrivateFolder;

/** The file system. */
public final class DiskStorage implements Storage {
    private record DiskFile(FileChannel channel) implements StoredFile {
        @Override
        public int read(ByteBuffer into, long at) throws IOException {
            return channel.read(into, at);
        }

        @Override
        public void write(ByteBuffer from, long at) throws IOException {
            long place = at;
            while (from.hasRemaining()) {
                place += channel.write(from, place);
            }
        }

        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public void truncate(long size) throws IOException {
            channel.truncate(size);
        }

        @Override
        public void force() throws IOException {
            // the length of a file is forced with its bytes; what else this leaves out are times
            channel.force(false);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    @Override
    public StoredFile open(Path file) throws IOException {
        return new DiskFile(
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE));
    }

    @Override
    public boolean exists(Path file) {
        return Files.exists(file);
    }

    @Override
    public List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        } catch (NoSuchFileException e) {
            return List.of();
        }
    }

    @Override
    public void makeFolder(Path folder) throws IOException {
        ArrayDeque<Path> missing = new ArrayDeque<>();
        for (Path each = folder.toAbsolutePath(); !Files.isDirectory(each); each = each.getParent()) {
            missing.push(each);
        }
        for (Path each : missing) {
            PrivateFolder.create(each);
            forceNames(each.getParent());
        }
    }

    @Override
    public void delete(Path file) throws IOException {
        Files.deleteIfExists(file);
    }

    @Override
    public void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void forceNames(Path folder) throws IOException {
        // Windows can't open a folder, and keeps names in a log of its own
        if (File.separatorChar == '/') {
            try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    @Override
    public long room(Path folder) throws IOException {
        return Files.getFileStore(folder).getUsableSpace();
    }
}
