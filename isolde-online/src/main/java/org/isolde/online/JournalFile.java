package org.isolde.online;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file that is only appended to. An interface, so that tests can have a disk that fails. */
interface JournalFile extends Closeable {
    /** Writes all that remains in the buffer. */
    void write(ByteBuffer buffer) throws IOException;

    /** Returns when all that was written has reached the disk. */
    void force() throws IOException;

    /** Makes or opens files. */
    @FunctionalInterface
    interface Opener {
        /** Opens a file to go on at an offset; what is behind it goes. */
        JournalFile open(Path path, long offset) throws IOException;
    }

    /** Files of the file system. */
    static JournalFile onDisk(Path path, long offset) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            channel.truncate(offset);
            channel.position(offset);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        return new JournalFile() {
            @Override
            public void write(ByteBuffer buffer) throws IOException {
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
            }

            @Override
            public void force() throws IOException {
                channel.force(false);
            }

            @Override
            public void close() throws IOException {
                channel.close();
            }
        };
    }

    /** Makes the names in a folder durable; where the system can't, it needs no such thing. */
    static void forceFolder(Path folder) throws IOException {
        if (java.io.File.separatorChar == '/') {
            try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }
}
