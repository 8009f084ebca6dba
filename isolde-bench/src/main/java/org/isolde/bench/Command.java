package org.isolde.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A command line whose runs are measured.
 *
 * @param name what it is called in the tables
 * @param words the program and its arguments
 * @param environment what is added to the environment
 * @param input the file that it reads
 */
record Command(String name, List<String> words, Map<String, String> environment, Path input) {
    /** Whether it may give up before it knows the answer. */
    boolean isLimited() {
        return words.contains("--timeout");
    }

    @Override
    public String toString() {
        return String.join(" ", words);
    }
}
