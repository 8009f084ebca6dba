package org.isolde.flink.job;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.isolde.cluster.JobPlan;
import org.isolde.flink.source.LineFiles;

/**
 * The folder of a job's checkpoints. A job that is started again goes on from the newest one in there; the folder says of which job they
 * are, so that no other takes them for its own.
 */
final class StateFolder {
    private static final String METADATA = "_metadata";

    private final Path folder;
    private final FileSystem system;

    private StateFolder(Path folder) throws IOException {
        this.folder = folder;
        this.system = folder.getFileSystem();
    }

    /**
     * The state of a job.
     *
     * @throws JobException if it is another's
     */
    static StateFolder of(JobPlan plan) throws IOException {
        StateFolder state = new StateFolder(LineFiles.path(plan.state()));
        state.claim(plan);
        return state;
    }

    private void claim(JobPlan plan) throws IOException {
        String mine = "level " + plan.level().text() + "\nsession order " + plan.sessionOrder() + "\ninput "
                + (plan.kafka() == null ? plan.files() : plan.topics()) + "\noutput "
                + Stream.of(plan.out(), plan.outTopic())
                        .filter(Objects::nonNull)
                        .toList() + "\n";
        Path owner = new Path(folder, "isolde-job.txt");
        try (InputStream in = system.open(owner)) {
            String there = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            if (!there.equals(mine)) {
                throw new JobException("--state " + folder.getPath() + " is another job's ("
                        + there.strip().replace("\n", ", ") + "); name another folder");
            }
        } catch (FileNotFoundException e) {
            system.mkdirs(folder);
            try (OutputStream out = system.create(owner, FileSystem.WriteMode.NO_OVERWRITE)) {
                out.write(mine.getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    String uri() {
        return folder.toString();
    }

    /** The newest checkpoint or savepoint that is whole; null if there is none. */
    String newest() throws IOException {
        FileStatus newest = null;
        for (FileStatus found : list(folder)) {
            newest = later(newest, found);
            for (FileStatus checkpoint : found.isDir() ? list(found.getPath()) : new FileStatus[0]) {
                newest = later(newest, checkpoint);
            }
        }
        return newest == null ? null : newest.getPath().getParent().toString();
    }

    /** A folder counts as the metadata in it, which is written last. */
    private FileStatus later(FileStatus newest, FileStatus folder) throws IOException {
        if (!folder.isDir()) {
            return newest;
        }
        try {
            FileStatus metadata = system.getFileStatus(new Path(folder.getPath(), METADATA));
            return newest == null || metadata.getModificationTime() > newest.getModificationTime() ? metadata : newest;
        } catch (FileNotFoundException e) {
            return newest;
        }
    }

    private FileStatus[] list(Path path) throws IOException {
        FileStatus[] found = system.listStatus(path);
        return found == null ? new FileStatus[0] : found;
    }
}
