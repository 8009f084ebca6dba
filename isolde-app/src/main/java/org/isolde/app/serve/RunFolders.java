package org.isolde.app.serve;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.isolde.app.RunFolder;
import org.isolde.app.serve.RunSummary.State;
import org.isolde.http.HttpProblem;

/**
 * The run folders, newest first.
 *
 * <p>Invariant: a folder is known by one plain name, never by a path that somebody sent, and lies directly in the runs'
 * folder; links are left out, but for {@code latest}, and that only if it leads to a folder beside it. A folder is read
 * again only if one of its files has changed.
 */
final class RunFolders {
    private static final String LATEST = "latest";

    private final Path runs;
    private final Map<String, Cached> cache = new ConcurrentHashMap<>();

    private record Cached(List<Object> stamp, RunSummary summary) {}

    RunFolders(Path runs) {
        this.runs = runs;
    }

    Path path() {
        return runs;
    }

    List<RunSummary> all() throws IOException {
        List<RunSummary> all = new ArrayList<>();
        Map<String, Path> folders = folders();
        cache.keySet().retainAll(folders.keySet());
        for (Path folder : folders.values()) {
            all.add(summary(folder));
        }
        all.sort(Comparator.comparing(RunSummary::time, Comparator.nullsFirst(Comparator.naturalOrder()))
                .thenComparing(RunSummary::name)
                .reversed());
        return all;
    }

    RunSummary summary(Path folder) {
        String name = folder.getFileName().toString();
        List<Object> stamp = stamp(folder);
        Cached known = cache.get(name);
        if (known != null && known.stamp.equals(stamp)) {
            return known.summary;
        }
        RunSummary summary = new RunReader(folder).summary();
        if (summary.state() == State.RUNNING) {
            // whether its process lives is in no file
            cache.remove(name);
        } else {
            cache.put(name, new Cached(stamp, summary));
        }
        return summary;
    }

    /** What changes whenever a file that a summary is made of does. */
    private static List<Object> stamp(Path folder) {
        List<Object> stamp = new ArrayList<>();
        List<String> files = new ArrayList<>(List.of("", RunFolder.historyName(1), RunFolder.LOG));
        for (RunKind kind : RunKind.values()) {
            files.add(kind.result());
        }
        for (String file : files) {
            try {
                BasicFileAttributes attributes = Files.readAttributes(
                        folder.resolve(file), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
                stamp.add(attributes.lastModifiedTime().toMillis());
                stamp.add(attributes.size());
            } catch (IOException e) {
                stamp.add("absent");
            }
        }
        return stamp;
    }

    /** The folder of a run by its name. */
    Path find(String name) throws IOException, HttpProblem {
        Path folder = child(name);
        if (folder == null && name.equals(LATEST)) {
            folder = latest();
        }
        if (folder == null) {
            throw HttpProblem.notFound("run of that name");
        }
        return folder;
    }

    /** What lies directly in the runs' folder under that name, if it is a folder; else null. */
    private Path child(String name) {
        try {
            Path plain = Path.of(name);
            Path folder = runs.resolve(plain);
            // an empty name is the runs' folder itself
            boolean direct = !name.isEmpty()
                    && !plain.isAbsolute()
                    && plain.getNameCount() == 1
                    && plain.toString().equals(name);
            return direct && isRun(folder) ? folder : null;
        } catch (InvalidPathException e) {
            return null;
        }
    }

    /** Also refuses what leads up or stays: {@code ..} and {@code .} begin with a dot. */
    private static boolean isRun(Path entry) {
        String name = entry.getFileName().toString();
        return !name.isEmpty() && !name.startsWith(".") && Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS);
    }

    private Path latest() throws IOException {
        try {
            Path target = runs.resolve(LATEST).toRealPath();
            return runs.toRealPath().equals(target.getParent())
                    ? child(target.getFileName().toString())
                    : null;
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    private Map<String, Path> folders() throws IOException {
        Map<String, Path> folders = new HashMap<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(runs)) {
            for (Path entry : entries) {
                if (isRun(entry)) {
                    folders.put(entry.getFileName().toString(), entry);
                }
            }
        } catch (NoSuchFileException e) {
            // removed while the page is open; the next test makes it again
            return folders;
        } catch (java.nio.file.DirectoryIteratorException e) {
            throw e.getCause();
        }
        return folders;
    }
}
