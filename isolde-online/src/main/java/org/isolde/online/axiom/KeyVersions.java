package org.isolde.online.axiom;

import java.io.IOException;
import java.util.Arrays;
import org.isolde.history.Scalars;

/**
 * All that EXT, NOCONFLICT and SAME_COMMIT have to know of one key: its versions in their order, and what transactions of unknown outcome wrote. It stands
 * alone, names and texts included, so that it can be kept by anybody, written down, and taken up elsewhere.
 *
 * <p>Invariant: versions behind {@link #forget the mark} are all there, and the last one before it is. Of a key that was appended to, all are kept: its list is
 * all of them. Codes are of {@link #scalars}, which is null while all of them are integers; sessions are numbers in {@link #names}.
 *
 * <p>Versions are in blocks, in their order; none is empty unless it is the only one. What was written down before is written again only where it has changed: the
 * last block, which changes most, with all that is not in blocks, and each of the others by itself.
 *
 * <p>A caller has a table of codes of its own and gives it with them; what he gets are codes of that table, too.
 */
public final class KeyVersions implements SessionOrder {
    /** Where the blocks of a key are written that are not the last. */
    public interface Store {
        byte[] get(long block) throws IOException;

        void put(long block, byte[] record) throws IOException;

        void remove(long block) throws IOException;
    }

    /** What a read comes to. */
    public enum Answer {
        RIGHT,
        WRONG,
        /** It can't be judged: what it saw may be of unknown outcome, or what was there is forgotten. */
        OPEN
    }

    private static final int LIST = 1;
    private static final int FORGOTTEN = 2;
    private static final int ANY_UNKNOWN = 4;

    /** So many values of unknown outcome are kept apart; beyond, any wrong read of the key may have seen one. */
    private static final int MOST_UNKNOWN = 1000;

    /** A session that is asked about and has no version here. */
    private static final int GUEST = Integer.MAX_VALUE;

    private static final int FEW = 8;

    /** A block of so many versions is cut in two. */
    private static final int MOST_IN_A_BLOCK = 64;

    /** Old blocks are let go when they are one of so many. */
    private static final int SLACK = 16;

    /** What a key without versions takes in memory, roughly. */
    public static final int KEY_BYTES = 400;

    private static final int VERSION_BYTES = 60;

    private final int mostInABlock;
    private VersionBlock[] blocks = new VersionBlock[1];
    private int blockCount = 1;
    /** How many versions there are in all blocks. */
    private int size;
    /** Block by block: when its first version was committed; the number under which it was written down, or 0; whether it has changed since. */
    private long[] firsts = new long[1];

    private long[] numbers = new long[1];
    private boolean[] changed = new boolean[1];
    private long nextNumber = 1;
    /** The numbers of blocks that were written down and are no more. */
    private long[] gone = {};

    private int goneCount;
    /** Where {@link #seek} has come to. */
    private int blockAt;

    private int entryAt;

    /** The longest time from start to commit of any version. */
    private long longest;

    private boolean list;
    /** Whether versions are forgotten; the commit of the last of them. */
    private boolean forgotten;

    private long forgottenPhysical;
    private long forgottenLogical;
    private CodeSet unknown;
    private boolean anyUnknown;

    private Scalars scalars;
    private long[] names = new long[2];
    private int nameCount;
    /** Where names are found when there are many: one more than the number, or 0; null if they are few, or must be entered first. */
    private int[] slots;

    /** Who is asked about and has perhaps no version here; his code is of another table as long as that is not null. */
    private long guest;

    private Scalars guestTable;

    private final Found found = new Found();
    private final Place mark = new Place();

    public KeyVersions() {
        this(MOST_IN_A_BLOCK);
    }

    KeyVersions(int mostInABlock) {
        this.mostInABlock = mostInABlock;
        blocks[0] = new VersionBlock(this);
    }

    @Override
    public int compare(int a, int b) {
        if (guestTable != null && (a == GUEST || b == GUEST)) {
            guest = adopt(guest, guestTable);
            guestTable = null;
        }
        long left = a == GUEST ? guest : names[a];
        long right = b == GUEST ? guest : names[b];
        return scalars == null ? Long.compare(left, right) : scalars.compare(left, right);
    }

    private long adopt(long code, Scalars from) {
        if (Scalars.isPlain(code)) {
            return code;
        }
        if (scalars == null) {
            scalars = new Scalars();
        }
        return scalars.adopt(code, from);
    }

    /** A code of this key in a caller's table. */
    private long given(long code, Scalars to) {
        return Scalars.isPlain(code) ? code : to.adopt(code, scalars == null ? to : scalars);
    }

    /** Sets the session of a transaction's places to a guest: what he is called here is asked for only where timestamps are equal. */
    private void visit(Moments moments, long session, Scalars from) {
        renewIfWasted();
        guest = session;
        guestTable = from;
        moments.read.session = GUEST;
        moments.commit.session = GUEST;
    }

    /** Sets the session of a transaction's places to what it is called here from now on. */
    private void enter(Moments moments, long session, Scalars from) {
        renewIfWasted();
        long code = adopt(session, from);
        int number = number(code);
        if (number < 0) {
            if (nameCount == names.length) {
                names = Arrays.copyOf(names, nameCount * 2);
            }
            number = nameCount;
            names[nameCount++] = code;
            slots = slots == null || 2 * nameCount > slots.length ? null : slots;
            if (slots != null) {
                slots[slot(code)] = nameCount;
            }
        }
        moments.read.session = number;
        moments.commit.session = number;
    }

    private int number(long code) {
        if (nameCount <= 2 * FEW) {
            int number = nameCount - 1;
            while (number >= 0 && names[number] != code) {
                number--;
            }
            return number;
        }
        if (slots == null) {
            slots = new int[4 * Integer.highestOneBit(nameCount)];
            for (int i = 0; i < nameCount; i++) {
                slots[slot(names[i])] = i + 1;
            }
        }
        return slots[slot(code)] - 1;
    }

    private int slot(long code) {
        int mask = slots.length - 1;
        int slot = (int) ((code * 0x9E3779B97F4A7C15L) >>> 32) & mask;
        while (slots[slot] != 0 && names[slots[slot] - 1] != code) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    /** Texts of guests and of what is forgotten are let go when they are most. */
    private void renewIfWasted() {
        if (scalars != null && scalars.size() > 8 * FEW + 4 * (size + nameCount)) {
            renew();
        }
    }

    /** The session of a version's writer, in a caller's table. */
    public long session(int number, Scalars to) {
        return given(names[number], to);
    }

    /** How many versions are kept. */
    public int size() {
        return size;
    }

    /** What it takes in memory, roughly. */
    public long bytes() {
        long texts = scalars == null ? 0 : scalars.bytes();
        return KEY_BYTES + (long) VERSION_BYTES * size + texts + (unknown == null ? 0 : unknown.bytes());
    }

    /** A transaction of unknown outcome wrote a value. */
    public void addUnknown(long value, Scalars from) {
        if (unknown == null) {
            unknown = new CodeSet();
        }
        if (unknown.size() < MOST_UNKNOWN) {
            unknown.add(adopt(value, from));
        } else {
            anyUnknown |= !unknown.contains(adopt(value, from));
        }
    }

    /**
     * Takes what a transaction wrote to the key.
     *
     * @param moments where it is; the sessions of these places are set here
     * @param session its session
     * @param values its writes, of which those from the first to before the end become versions
     * @param overlapping is told of the writers that it overlaps, at most so many; null if that is allowed
     * @param tied is told of those who have the same commit timestamp
     * @return how many it overlaps; negative, -1 less that number, if it can't be known of all, for it began before what is forgotten
     */
    public long write(
            Moments moments,
            long start,
            long startLogical,
            long session,
            Scalars from,
            long[] values,
            int first,
            int end,
            boolean appended,
            int most,
            Overlap.Visitor overlapping,
            Overlap.Visitor tied)
            throws IOException {
        enter(moments, session, from);
        long pairs = 0;
        boolean cut = overlapping != null && isForgotten(moments.read);
        if (overlapping != null && size > 0) {
            Overlap overlap = new Overlap(moments.read, moments.commit, longest, most, overlapping);
            for (int i = blockOf(moments.read); i < blockCount && !overlap.isOver(blocks[i]); i++) {
                overlap.count(blocks[i]);
            }
            pairs = overlap.count();
        }
        list |= appended;
        int to = blockOf(moments.commit);
        VersionBlock block = blocks[to];
        int at = block.before(moments.commit);
        if (to == 0 && at == 0 && isForgotten(moments.commit)) {
            // whoever could see it can't be judged either
            return -1 - pairs;
        }
        for (int i = first; i < end; i++) {
            block.insert(
                    at + i - first,
                    start,
                    startLogical,
                    moments.commit.physical,
                    moments.commit.logical,
                    adopt(values[i], from),
                    moments.commit.session,
                    moments.commit.seq,
                    i > first);
        }
        firsts[to] = block.commit(0);
        changed[to] = true;
        size += end - first;
        long span = moments.commit.physical - start;
        longest = Math.max(longest, span < 0 ? Long.MAX_VALUE : span);
        block.sameCommit(at + end - first - 1, tied);
        if (block.count >= mostInABlock) {
            split(to, to == blockCount - 1 && at + end - first == block.count);
        }
        return cut ? -1 - pairs : pairs;
    }

    // ---- blocks

    /** The block in which entries at the time of a place are, or would be: no time is in two of them. */
    private int blockOf(Place place) {
        if (blockCount == 1) {
            return 0;
        }
        int next = Times.search(firsts, 1, 0, blockCount, place.physical);
        while (next < blockCount && blocks[next].compareCommit(0, place.physical, place.logical) <= 0) {
            next++;
        }
        return Math.max(0, next - 1);
    }

    /** Turns to the last version before a place; false if there is none. */
    private boolean seek(Place place) {
        blockAt = blockOf(place);
        entryAt = blocks[blockAt].before(place) - 1;
        if (entryAt < 0 && blockAt > 0) {
            blockAt--;
            entryAt = blocks[blockAt].count - 1;
        }
        return entryAt >= 0;
    }

    private void split(int which, boolean nearEnd) {
        VersionBlock rest = blocks[which].split(nearEnd);
        if (rest == null) {
            return;
        }
        if (blockCount == blocks.length) {
            blocks = Arrays.copyOf(blocks, blockCount * 2);
            firsts = Arrays.copyOf(firsts, blockCount * 2);
            numbers = Arrays.copyOf(numbers, blockCount * 2);
            changed = Arrays.copyOf(changed, blockCount * 2);
        }
        move(which + 1, which + 2);
        blocks[which + 1] = rest;
        firsts[which + 1] = rest.commit(0);
        numbers[which + 1] = 0;
        changed[which + 1] = true;
    }

    /** Moves the blocks from one on to another place. */
    private void move(int from, int to) {
        int count = blockCount - from;
        System.arraycopy(blocks, from, blocks, to, count);
        System.arraycopy(firsts, from, firsts, to, count);
        System.arraycopy(numbers, from, numbers, to, count);
        System.arraycopy(changed, from, changed, to, count);
        Arrays.fill(blocks, Math.min(blockCount, to + count), blockCount, null);
        blockCount = to + count;
    }

    private void removeFirstBlocks(int count) {
        for (int i = 0; i < count; i++) {
            size -= blocks[i].count;
            if (numbers[i] != 0) {
                gone = goneCount == gone.length ? Arrays.copyOf(gone, Math.max(FEW, goneCount * 2)) : gone;
                gone[goneCount++] = numbers[i];
            }
        }
        move(count, 0);
        if (blocks.length > FEW && blocks.length > 4 * blockCount) {
            int room = 2 * blockCount;
            blocks = Arrays.copyOf(blocks, room);
            firsts = Arrays.copyOf(firsts, room);
            numbers = Arrays.copyOf(numbers, room);
            changed = Arrays.copyOf(changed, room);
        }
    }

    /** Whether versions behind a place may be forgotten. */
    private boolean isForgotten(Place place) {
        return forgotten && place.compareTime(forgottenPhysical, forgottenLogical) < 0;
    }

    /** What a read of one value comes to; {@link #there} then tells what it should have seen. */
    public Answer judge(Moments moments, long session, long seen, boolean negated, long initial, Scalars from) {
        visit(moments, session, from);
        boolean any = seek(moments.read);
        guestTable = null;
        if (any) {
            found.entry(blocks[blockAt], entryAt);
            found.value = given(found.value, from);
        } else {
            found.initial(initial);
            if (forgotten) {
                return Answer.OPEN;
            }
        }
        if (!ReadRule.isWrong(found.value, seen, negated)) {
            return Answer.RIGHT;
        }
        boolean open = anyUnknown || (unknown != null && ReadRule.isOpen(unknown, adopt(seen, from), null, negated));
        return open ? Answer.OPEN : Answer.WRONG;
    }

    /** What a list read comes to, of which so many elements are from before its transaction. */
    public Answer judge(Moments moments, long session, long[] seen, int prefix, Scalars from) {
        found.initial(Scalars.NULL);
        if (forgotten) {
            return Answer.OPEN;
        }
        visit(moments, session, from);
        long[] mine = seen.clone();
        for (int i = 0; i < mine.length; i++) {
            mine[i] = adopt(mine[i], from);
        }
        int next = 0;
        int last = blockOf(moments.read);
        for (int i = 0; i <= last && next >= 0; i++) {
            next = blocks[i].match(moments.read, mine, prefix, next);
        }
        guestTable = null;
        if (next == prefix) {
            return Answer.RIGHT;
        }
        return anyUnknown || ReadRule.isOpen(unknown, 0, mine, false) ? Answer.OPEN : Answer.WRONG;
    }

    /** What was there for the read that was judged last, and who had written it: its session is a number of {@link #session}, or -1. */
    public Found there() {
        return found;
    }

    /** The list that was there. */
    public long[] list(Moments moments, long session, Scalars to) {
        visit(moments, session, to);
        long[] all = new long[size];
        int count = 0;
        int last = blockOf(moments.read);
        for (int i = 0; i <= last; i++) {
            int end = blocks[i].before(moments.read);
            for (int j = 0; j < end; j++) {
                all[count++] = given(blocks[i].value(j), to);
            }
        }
        guestTable = null;
        return Arrays.copyOf(all, count);
    }

    /** Forgets what nobody sees who looks from a time on: all before the last version that is before it, but for a little. */
    public void forget(long physical) {
        VersionBlock first = blocks[0];
        if (list || size < 2 || (first.count > 1 && first.commit(1) >= physical)) {
            return;
        }
        mark.set(physical, Long.MIN_VALUE, Place.COMMIT, -1, -1);
        if (!seek(mark) || blockAt < blockCount / SLACK) {
            return;
        }
        if (blockAt > 0) {
            forgetUpTo(blocks[blockAt - 1], blocks[blockAt - 1].count - 1);
            removeFirstBlocks(blockAt);
        }
        first = blocks[0];
        int old = entryAt;
        if (old >= FEW || (old > 0 && old >= first.count / 2)) {
            forgetUpTo(first, old - 1);
            first.removeFirst(old);
            firsts[0] = first.commit(0);
            changed[0] = true;
            size -= old;
        }
        if (nameCount > FEW && nameCount > 2 * size) {
            forgetNames();
        }
    }

    private void forgetUpTo(VersionBlock block, int entry) {
        forgotten = true;
        forgottenPhysical = block.commit(entry);
        forgottenLogical = block.commitLogical(entry);
    }

    /** Keeps the names of sessions that have versions, and the texts that are in use. */
    private void forgetNames() {
        int[] renamed = new int[nameCount];
        Arrays.fill(renamed, -1);
        long[] kept = new long[FEW];
        int count = 0;
        for (int b = 0; b < blockCount; b++) {
            for (int i = 0; i < blocks[b].count; i++) {
                int number = blocks[b].session(i);
                if (renamed[number] < 0) {
                    kept = count == kept.length ? Arrays.copyOf(kept, count * 2) : kept;
                    kept[count] = names[number];
                    renamed[number] = count++;
                }
            }
        }
        for (int b = 0; b < blockCount; b++) {
            blocks[b].renumber(renamed);
            changed[b] = true;
        }
        names = kept;
        nameCount = count;
        slots = null;
        if (scalars != null) {
            renew();
        }
    }

    private void renew() {
        Scalars before = scalars;
        scalars = new Scalars();
        for (int i = 0; i < nameCount; i++) {
            names[i] = scalars.adopt(names[i], before);
        }
        slots = null;
        unknown = unknown == null ? null : unknown.renamed(value -> scalars.adopt(value, before));
        for (int b = 0; b < blockCount; b++) {
            blocks[b].adopt(before, scalars);
        }
    }

    /**
     * Writes it down.
     *
     * @param out takes the last block, and all that is not in blocks
     * @param store takes the other blocks, those that have changed since it was last written down or read, which was there
     */
    public void write(Encoder out, Store store) throws IOException {
        for (int i = 0; i < goneCount; i++) {
            store.remove(gone[i]);
        }
        goneCount = 0;
        for (int i = 0; i < blockCount - 1; i++) {
            if (changed[i]) {
                numbers[i] = numbers[i] == 0 ? nextNumber++ : numbers[i];
                store.put(numbers[i], record(blocks[i]));
                changed[i] = false;
            }
        }
        out.octet((list ? LIST : 0) | (forgotten ? FORGOTTEN : 0) | (anyUnknown ? ANY_UNKNOWN : 0));
        out.number(longest);
        if (forgotten) {
            out.number(forgottenPhysical).number(forgottenLogical);
        }
        out.number(nameCount);
        for (int i = 0; i < nameCount; i++) {
            out.scalar(names[i], scalars);
        }
        out.number(unknown == null ? 0 : unknown.size());
        if (unknown != null) {
            unknown.forEach(value -> out.scalar(value, scalars));
        }
        out.number(nextNumber).number(blockCount);
        for (int i = 0; i < blockCount - 1; i++) {
            out.number(numbers[i]);
        }
        blocks[blockCount - 1].write(out, scalars);
    }

    private byte[] record(VersionBlock block) {
        Encoder out = new Encoder();
        block.write(out, scalars);
        return out.toBytes();
    }

    /** Reads what was written down. */
    public static KeyVersions read(Decoder in, Store store) throws IOException {
        return read(in, store, MOST_IN_A_BLOCK);
    }

    static KeyVersions read(Decoder in, Store store, int mostInABlock) throws IOException {
        KeyVersions key = new KeyVersions(mostInABlock);
        Scalars texts = new Scalars();
        int flags = in.octet();
        key.list = (flags & LIST) != 0;
        key.forgotten = (flags & FORGOTTEN) != 0;
        key.anyUnknown = (flags & ANY_UNKNOWN) != 0;
        key.longest = in.number();
        if (key.forgotten) {
            key.forgottenPhysical = in.number();
            key.forgottenLogical = in.number();
        }
        key.nameCount = (int) in.number();
        key.names = new long[Math.max(2, key.nameCount)];
        for (int i = 0; i < key.nameCount; i++) {
            key.names[i] = in.scalar(texts);
        }
        for (long left = in.number(); left > 0; left--) {
            key.unknown = key.unknown == null ? new CodeSet() : key.unknown;
            key.unknown.add(in.scalar(texts));
        }
        key.nextNumber = in.number();
        key.blockCount = (int) in.number();
        key.blocks = new VersionBlock[key.blockCount];
        key.firsts = new long[key.blockCount];
        key.numbers = new long[key.blockCount];
        key.changed = new boolean[key.blockCount];
        for (int i = 0; i < key.blockCount - 1; i++) {
            key.numbers[i] = in.number();
        }
        for (int i = 0; i < key.blockCount; i++) {
            boolean last = i == key.blockCount - 1;
            VersionBlock block = new VersionBlock(key).read(last ? in : new Decoder(store.get(key.numbers[i])), texts);
            key.blocks[i] = block;
            key.firsts[i] = block.count == 0 ? 0 : block.commit(0);
            // the last one is not in the store
            key.changed[i] = last;
            key.size += block.count;
        }
        // one entry is null, which every table has
        key.scalars = texts.size() > 1 ? texts : null;
        return key;
    }
}
