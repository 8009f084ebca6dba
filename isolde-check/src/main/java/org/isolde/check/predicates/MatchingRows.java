package org.isolde.check.predicates;

import org.isolde.check.facts.VersionChains;
import org.isolde.check.graph.IntList;

/** The rows that match before a place of a time line, one by one; the place only moves on. */
final class MatchingRows {
    private final VersionChains chains;
    private final TimeLine line;
    private final IntList keys = new IntList();
    /** The place of a key in the list, plus one. */
    private final int[] at;

    /** Of a key in the list, the version by which it began to match. */
    private final int[] began;

    private int done;

    MatchingRows(VersionChains chains, TimeLine line, int keys) {
        this.chains = chains;
        this.line = line;
        this.at = new int[keys];
        this.began = new int[keys];
    }

    /** At the beginning of the line nothing matches. */
    void restart() {
        for (int i = 0; i < keys.size(); i++) {
            at[keys.get(i)] = 0;
        }
        keys.clear();
        done = 0;
    }

    void advance(int to) {
        for (; done < to; done++) {
            int version = line.version(done);
            int key = chains.key(version);
            if (line.begins(done)) {
                keys.add(key);
                began[key] = version;
                at[key] = keys.size();
            } else {
                int last = keys.removeLast();
                if (last != key) {
                    keys.set(at[key] - 1, last);
                    at[last] = at[key];
                }
                at[key] = 0;
            }
        }
    }

    int size() {
        return keys.size();
    }

    int key(int index) {
        return keys.get(index);
    }

    boolean contains(int key) {
        return at[key] != 0;
    }

    /** The version by which a row that matches began to. */
    int began(int key) {
        return began[key];
    }
}
