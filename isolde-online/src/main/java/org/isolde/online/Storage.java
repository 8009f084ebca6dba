package org.isolde.online;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/**
 * The files of a monitor. After a power cut those bytes are there that were forced, under those names that were forced; of all
 * else anything may be. An interface, so that tests can have a disk that is full, or one that forgets.
 */
public interface Storage {
    /** An open file. */
    interface StoredFile extends Closeable {
        /** Reads what is there, at least one byte; -1 at the end. */
        int read(ByteBuffer into, long at) throws IOException;

        /** Writes all that remains in the buffer. */
        void write(ByteBuffer from, long at) throws IOException;

        long size() throws IOException;

        /** Lets the file end here, if it is longer. */
        void truncate(long size) throws IOException;

        /** Returns when all that was written to the file has reached the disk, whoever wrote it. */
        void force() throws IOException;

        /** Fills the buffer. */
        default void readFully(ByteBuffer into, long at) throws IOException {
            long place = at;
            while (into.hasRemaining()) {
                int read = read(into, place);
                if (read < 0) {
                    throw new EOFException("the file ends at byte " + place);
                }
                place += read;
            }
        }
    }

    /** Opens a file to read and write, and makes it if it is not there. */
    StoredFile open(Path file) throws IOException;

    boolean exists(Path file) throws IOException;

    /** What is in a folder; nothing if there is no such folder. */
    List<String> names(Path folder) throws IOException;

    /** Makes a folder and those above it, where they are missing, and forces the names of those that it made. */
    void makeFolder(Path folder) throws IOException;

    /** Removes a file, if it is there. */
    void delete(Path file) throws IOException;

    /** Gives a file another name, at once; a file that has it is replaced. */
    void move(Path from, Path to) throws IOException;

    /** Returns when all names in a folder have reached the disk: new, changed and removed ones. */
    void forceNames(Path folder) throws IOException;

    /** How many bytes can still be written. */
    long room(Path folder) throws IOException;
}
