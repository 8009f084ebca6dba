package org.isolde.online;

import java.io.IOException;
import java.util.ArrayDeque;

/** Closes several things, the last first, each whatever became of the others. */
final class Closing {
    private final ArrayDeque<AutoCloseable> open = new ArrayDeque<>();

    <T extends AutoCloseable> T later(T one) {
        open.push(one);
        return one;
    }

    /**
     * @param because the problem that ends everything, which further ones are added to; null if there is none
     */
    void now(Exception because) throws IOException {
        Exception first = because;
        while (!open.isEmpty()) {
            try {
                open.pop().close();
            } catch (Exception e) {
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        if (because == null && first != null) {
            throw first instanceof IOException io ? io : new IOException(first.toString(), first);
        }
    }
}
