package org.isolde.history.format;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.isolde.history.Scalars;

/** A folder in which every file is a session: its files in the order of their numbers, then of their names. */
final class Folder {
    private Folder() {}

    /** The files whose names end so, hidden ones left out. */
    static List<Path> files(Path folder, String... endings) throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.list(folder)) {
            all.filter(Files::isRegularFile).forEach(file -> {
                String name = file.getFileName().toString();
                for (String ending : endings) {
                    if (name.endsWith(ending) && !name.startsWith(".")) {
                        files.add(file);
                        break;
                    }
                }
            });
        }
        files.sort(Comparator.comparingLong(Folder::number).thenComparing(Path::getFileName));
        return files;
    }

    /** The number at the end of a name such as T12.log, or the largest of all. */
    private static long number(Path file) {
        String name = baseName(file);
        int from = name.length();
        while (from > 0 && Character.isDigit(name.charAt(from - 1))) {
            from--;
        }
        if (from == name.length() || name.length() - from > 18) {
            return Long.MAX_VALUE;
        }
        long number = Long.parseLong(name.substring(from));
        return from > 0 && name.charAt(from - 1) == '-' ? -number : number;
    }

    private static String baseName(Path file) {
        String name = file.getFileName().toString();
        int dot = name.lastIndexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }

    /** The session that a file stands for: its name without the extension. */
    static long session(Path file, Scalars scalars) {
        return scalars.text(baseName(file));
    }

    /** The first bytes of a file. */
    static byte[] head(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(1 << 12);
        }
    }
}
