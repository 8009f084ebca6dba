package org.isolde.flink.source;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.assigners.FileSplitAssigner;

/**
 * Hands out the parts of files in their order, whoever asks. The parts that are read at one time then lie beside each other, and
 * what a session has sent comes nearly in order: the less has to wait for what is before it.
 */
final class SplitsInOrder implements FileSplitAssigner {
    private static final Comparator<FileSourceSplit> ORDER = Comparator.comparing(FileSourceSplit::splitId);

    private final ArrayDeque<FileSourceSplit> waiting = new ArrayDeque<>();

    SplitsInOrder(Collection<FileSourceSplit> splits) {
        addSplits(splits);
    }

    @Override
    public Optional<FileSourceSplit> getNext(String hostname) {
        return Optional.ofNullable(waiting.pollFirst());
    }

    /** Also those that somebody gives back. */
    @Override
    public void addSplits(Collection<FileSourceSplit> splits) {
        List<FileSourceSplit> all = new ArrayList<>(waiting);
        all.addAll(splits);
        all.sort(ORDER);
        waiting.clear();
        waiting.addAll(all);
    }

    @Override
    public Collection<FileSourceSplit> remainingSplits() {
        return List.copyOf(waiting);
    }
}
