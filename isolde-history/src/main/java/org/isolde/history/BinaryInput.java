package org.isolde.history;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** The bytes of a binary history: a file that several threads read at will, or a stream read once from front to back. */
abstract class BinaryInput {
    /** Fills a buffer with the bytes from an offset on; a stream is only ever asked for the next ones. */
    final void fill(ByteBuffer buffer, long offset) throws IOException {
        long at = offset;
        while (buffer.hasRemaining()) {
            int read = read(buffer, at);
            if (read < 0) {
                throw BadHistoryException.atOffset(
                        at,
                        "the file ends here, but " + buffer.remaining() + " more bytes are announced: it is truncated");
            }
            at += read;
        }
    }

    abstract int read(ByteBuffer buffer, long offset) throws IOException;

    /** The number of bytes, or -1 if that is not known before the end. */
    abstract long size() throws IOException;

    /** Whether there is a byte at an offset. */
    abstract boolean goesOn(long offset) throws IOException;

    /** A buffer that suits this input. */
    abstract ByteBuffer buffer(int bytes);

    static BinaryInput of(FileChannel channel) {
        return new BinaryInput() {
            @Override
            int read(ByteBuffer buffer, long offset) throws IOException {
                return channel.read(buffer, offset);
            }

            @Override
            long size() throws IOException {
                return channel.size();
            }

            @Override
            boolean goesOn(long offset) throws IOException {
                return channel.size() > offset;
            }

            @Override
            ByteBuffer buffer(int bytes) {
                return ByteBuffer.allocateDirect(bytes);
            }
        };
    }

    static BinaryInput of(InputStream stream) {
        return new BinaryInput() {
            @Override
            int read(ByteBuffer buffer, long offset) throws IOException {
                int read = stream.read(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining());
                if (read > 0) {
                    buffer.position(buffer.position() + read);
                }
                return read;
            }

            @Override
            long size() {
                return -1;
            }

            @Override
            boolean goesOn(long offset) throws IOException {
                return stream.read() >= 0;
            }

            @Override
            ByteBuffer buffer(int bytes) {
                return ByteBuffer.allocate(bytes);
            }
        };
    }
}
