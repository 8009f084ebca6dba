package org.isolde.online;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Files in memory that a power cut takes away, but for what was forced: bytes by {@code force} of their file, names by
 * {@code forceNames} of their folder. Of the rest each part stays or goes, as chance has it, for a disk does not write in
 * order.
 */
final class ForgetfulStorage implements Storage {
    /** So many bytes reach the disk together. */
    private static final int SECTOR = 64;

    /** A file or folder, whatever its name. */
    static final class Inode {
        private final boolean isFolder;
        private byte[] bytes = {};
        private byte[] forced = {};
        private Map<String, Inode> names = new TreeMap<>();
        private Map<String, Inode> forcedNames = new TreeMap<>();

        private Inode(boolean isFolder) {
            this.isFolder = isFolder;
        }
    }

    private final Inode root = new Inode(true);
    private Predicate<String> ignored = force -> false;
    /** Each life of the machine has its number: files of an earlier one are of no use. */
    private int life;

    private boolean isOff;
    private long steps;
    private long lastStep = Long.MAX_VALUE;
    private long room = Long.MAX_VALUE;

    /** The power goes at this step from now; each thing that is done is a step. */
    synchronized void cutAfter(long count) {
        lastStep = steps + count;
    }

    /** Does not do what is forced under such a name: "bytes of FILE" or "names in FOLDER". */
    synchronized void ignoring(Predicate<String> forces) {
        ignored = forces;
    }

    synchronized void room(long bytes) {
        room = bytes;
    }

    synchronized boolean isOff() {
        return isOff;
    }

    /** Something else happens on the same machine. */
    synchronized void use() throws IOException {
        step();
    }

    private void step() throws IOException {
        if (isOff || ++steps > lastStep) {
            isOff = true;
            throw new IOException("the power is off");
        }
    }

    /** The power is back: what was not forced is there, in part or not at all, as chance has it. */
    synchronized void restart(Random random) {
        int keeps = random.nextInt(3);
        forget(root, () -> keeps == 2 || (keeps == 1 && random.nextBoolean()), new HashMap<>());
        on();
    }

    /** A process was killed, and the machine is up: nothing is forgotten, but files have to be opened again. */
    synchronized void on() {
        life++;
        isOff = false;
        lastStep = Long.MAX_VALUE;
    }

    private void forget(Inode inode, java.util.function.BooleanSupplier stays, Map<Inode, Boolean> seen) {
        if (seen.put(inode, true) != null) {
            return;
        }
        if (!inode.isFolder) {
            inode.bytes = remains(inode, stays);
            inode.forced = inode.bytes;
            return;
        }
        Map<String, Inode> now = new TreeMap<>(inode.forcedNames);
        for (String name : inode.names.keySet()) {
            if (inode.names.get(name) != inode.forcedNames.get(name) && stays.getAsBoolean()) {
                now.put(name, inode.names.get(name));
            }
        }
        for (String name : inode.forcedNames.keySet()) {
            if (!inode.names.containsKey(name) && stays.getAsBoolean()) {
                now.remove(name);
            }
        }
        inode.names = now;
        inode.forcedNames = new TreeMap<>(now);
        now.values().forEach(each -> forget(each, stays, seen));
    }

    private static byte[] remains(Inode file, java.util.function.BooleanSupplier stays) {
        int length = stays.getAsBoolean() ? file.bytes.length : file.forced.length;
        byte[] result = Arrays.copyOf(file.forced, length);
        for (int at = 0; at < length; at += SECTOR) {
            if (stays.getAsBoolean() && at < file.bytes.length) {
                System.arraycopy(
                        file.bytes, at, result, at, Math.min(SECTOR, Math.min(length, file.bytes.length) - at));
            }
        }
        return result;
    }

    private Inode find(Path path) {
        Inode at = root;
        for (Path name : path.toAbsolutePath()) {
            at = at == null ? null : at.names.get(name.toString());
        }
        return at;
    }

    private Inode folder(Path path) throws NoSuchFileException {
        Inode folder = find(path);
        if (folder == null || !folder.isFolder) {
            throw new NoSuchFileException(path.toString());
        }
        return folder;
    }

    /** What a folder is, under whatever name; null if it is not there. */
    synchronized Inode inode(Path path) {
        return find(path);
    }

    synchronized byte[] bytes(Path file) {
        return find(file).bytes.clone();
    }

    /** Changes a file behind everybody's back, on disk too. */
    synchronized void bytes(Path file, byte[] bytes) {
        find(file).bytes = bytes.clone();
        find(file).forced = bytes.clone();
    }

    @Override
    public synchronized StoredFile open(Path file) throws IOException {
        step();
        Inode inode =
                folder(file.toAbsolutePath().getParent()).names.computeIfAbsent(name(file), each -> new Inode(false));
        return new OpenFile(inode, name(file), life);
    }

    private static String name(Path file) {
        return file.getFileName().toString();
    }

    private final class OpenFile implements StoredFile {
        private final Inode inode;
        private final String name;
        private final int born;

        OpenFile(Inode inode, String name, int born) {
            this.inode = inode;
            this.name = name;
            this.born = born;
        }

        private void touch() throws IOException {
            if (born != life) {
                throw new IOException("the power was off");
            }
            step();
        }

        @Override
        public int read(ByteBuffer into, long at) throws IOException {
            synchronized (ForgetfulStorage.this) {
                touch();
                if (at >= inode.bytes.length) {
                    return -1;
                }
                int length = (int) Math.min(into.remaining(), inode.bytes.length - at);
                into.put(inode.bytes, (int) at, length);
                return length;
            }
        }

        @Override
        public void write(ByteBuffer from, long at) throws IOException {
            synchronized (ForgetfulStorage.this) {
                touch();
                int end = (int) at + from.remaining();
                // never the array that was forced
                inode.bytes = Arrays.copyOf(inode.bytes, Math.max(inode.bytes.length, end));
                from.get(inode.bytes, (int) at, from.remaining());
            }
        }

        @Override
        public long size() throws IOException {
            synchronized (ForgetfulStorage.this) {
                touch();
                return inode.bytes.length;
            }
        }

        @Override
        public void truncate(long size) throws IOException {
            synchronized (ForgetfulStorage.this) {
                touch();
                inode.bytes = Arrays.copyOf(inode.bytes, (int) Math.min(size, inode.bytes.length));
            }
        }

        @Override
        public void force() throws IOException {
            synchronized (ForgetfulStorage.this) {
                touch();
                if (!ignored.test("bytes of " + name)) {
                    inode.forced = inode.bytes;
                }
            }
        }

        @Override
        public void close() {}
    }

    @Override
    public synchronized boolean exists(Path file) throws IOException {
        step();
        return find(file) != null;
    }

    @Override
    public synchronized List<String> names(Path folder) throws IOException {
        step();
        Inode inode = find(folder);
        return inode == null ? List.of() : List.copyOf(inode.names.keySet());
    }

    @Override
    public synchronized void makeFolder(Path folder) throws IOException {
        if (folder == null || folder.getParent() == null) {
            return;
        }
        makeFolder(folder.toAbsolutePath().getParent());
        Inode above = find(folder.toAbsolutePath().getParent());
        if (!above.names.containsKey(name(folder))) {
            step();
            above.names.put(name(folder), new Inode(true));
            forceNames(folder.toAbsolutePath().getParent());
        }
    }

    @Override
    public synchronized void delete(Path file) throws IOException {
        step();
        folder(file.toAbsolutePath().getParent()).names.remove(name(file));
    }

    @Override
    public synchronized void move(Path from, Path to) throws IOException {
        step();
        Inode moved = folder(from.toAbsolutePath().getParent()).names.remove(name(from));
        folder(to.toAbsolutePath().getParent()).names.put(name(to), moved);
    }

    @Override
    public synchronized void forceNames(Path folder) throws IOException {
        step();
        Inode inode = folder(folder);
        if (!ignored.test("names in " + (folder.getFileName() == null ? "/" : name(folder)))) {
            inode.forcedNames = new TreeMap<>(inode.names);
        }
    }

    @Override
    public synchronized long room(Path folder) throws IOException {
        step();
        return room;
    }
}
