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
 * <p>A caller has a table of codes of its own and gives it with them; what he gets are codes of that table, too.
 */
public final class KeyVersions implements SessionOrder {
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

    private VersionBlock block;
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
    private long guest;

    private final Found found = new Found();
    private final Place mark = new Place();

    public KeyVersions() {
        block = new VersionBlock(this);
    }

    @Override
    public int compare(int a, int b) {
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

    /** Sets the session of a transaction's places to what it is called here. */
    private void enter(Moments moments, long session, Scalars from, boolean stays) {
        if (scalars != null && scalars.size() > 8 * FEW + 4 * (block.count + nameCount)) {
            // texts of guests and of what is forgotten
            renew();
        }
        long code = adopt(session, from);
        int number = nameCount - 1;
        while (number >= 0 && names[number] != code) {
            number--;
        }
        if (number < 0 && stays) {
            if (nameCount == names.length) {
                names = Arrays.copyOf(names, nameCount * 2);
            }
            number = nameCount;
            names[nameCount++] = code;
        } else if (number < 0) {
            guest = code;
            number = GUEST;
        }
        moments.read.session = number;
        moments.commit.session = number;
    }

    /** The session of a version's writer, in a caller's table. */
    public long session(int number, Scalars to) {
        return given(names[number], to);
    }

    /** How many versions are kept. */
    public int size() {
        return block.count;
    }

    /** Whether nothing is known of the key. */
    public boolean isEmpty() {
        return block.count == 0 && unknown == null && !anyUnknown && !forgotten;
    }

    /** A transaction of unknown outcome wrote a value. */
    public void addUnknown(long value, Scalars from) {
        if (unknown == null) {
            unknown = new CodeSet();
        }
        if (unknown.size() < MOST_UNKNOWN) {
            unknown.add(adopt(value, from));
        } else {
            anyUnknown |= unknown.add(adopt(value, from));
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
        enter(moments, session, from, true);
        long pairs = 0;
        boolean cut = overlapping != null && isForgotten(moments.read);
        if (overlapping != null && block.count > 0) {
            Overlap overlap = new Overlap(moments.read, moments.commit, longest, most, overlapping);
            if (!overlap.isOver(block)) {
                overlap.count(block);
            }
            pairs = overlap.count();
        }
        list |= appended;
        int at = block.before(moments.commit);
        if (at == 0 && isForgotten(moments.commit)) {
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
        long span = moments.commit.physical - start;
        longest = Math.max(longest, span < 0 ? Long.MAX_VALUE : span);
        block.sameCommit(at + end - first - 1, tied);
        return cut ? -1 - pairs : pairs;
    }

    /** Whether versions behind a place may be forgotten. */
    private boolean isForgotten(Place place) {
        return forgotten && place.compareTime(forgottenPhysical, forgottenLogical) < 0;
    }

    /** What a read of one value comes to; {@link #there} then tells what it should have seen. */
    public Answer judge(Moments moments, long session, long seen, boolean negated, long initial, Scalars from) {
        enter(moments, session, from, false);
        int before = block.before(moments.read);
        if (before == 0) {
            found.initial(initial);
        } else {
            found.entry(block, before - 1);
            found.value = given(found.value, from);
        }
        if (before == 0 && forgotten) {
            return Answer.OPEN;
        }
        if (!ReadRule.isWrong(found.value, seen, negated)) {
            return Answer.RIGHT;
        }
        boolean open = anyUnknown || (unknown != null && ReadRule.isOpen(unknown, adopt(seen, from), null, negated));
        return open ? Answer.OPEN : Answer.WRONG;
    }

    /** What a list read comes to, of which so many elements are from before its transaction. */
    public Answer judge(Moments moments, long session, long[] seen, int prefix, Scalars from) {
        enter(moments, session, from, false);
        found.initial(Scalars.NULL);
        if (forgotten) {
            return Answer.OPEN;
        }
        long[] mine = seen.clone();
        for (int i = 0; i < mine.length; i++) {
            mine[i] = adopt(mine[i], from);
        }
        if (block.match(moments.read, mine, prefix, 0) == prefix) {
            return Answer.RIGHT;
        }
        return anyUnknown || ReadRule.isOpen(unknown, 0, mine, false) ? Answer.OPEN : Answer.WRONG;
    }

    /** What was there for the read that was judged last, and who had written it: its session is a number of {@link #session}, or -1. */
    public Found there() {
        return found;
    }

    /** The list that was there. */
    public long[] list(Moments moments, Scalars to) {
        long[] all = new long[block.before(moments.read)];
        for (int i = 0; i < all.length; i++) {
            all[i] = given(block.value(i), to);
        }
        return all;
    }

    /** Forgets what nobody sees who looks from a time on. */
    public void forget(long physical) {
        if (list || block.count < 2) {
            return;
        }
        mark.set(physical, Long.MIN_VALUE, Place.COMMIT, -1, -1);
        int old = block.before(mark) - 1;
        if (old < 1 || (old < FEW && old < block.count / 2)) {
            return;
        }
        forgotten = true;
        forgottenPhysical = block.commit(old - 1);
        forgottenLogical = block.commitLogical(old - 1);
        block.removeFirst(old);
        if (nameCount > FEW && nameCount > 2 * block.count) {
            forgetNames();
        }
    }

    /** Keeps the names of sessions that have versions, and the texts that are in use. */
    private void forgetNames() {
        int[] renamed = new int[nameCount];
        Arrays.fill(renamed, -1);
        long[] kept = new long[FEW];
        int count = 0;
        for (int i = 0; i < block.count; i++) {
            int number = block.session(i);
            if (renamed[number] < 0) {
                kept = count == kept.length ? Arrays.copyOf(kept, count * 2) : kept;
                kept[count] = names[number];
                renamed[number] = count++;
            }
        }
        block.renumber(renamed);
        names = kept;
        nameCount = count;
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
        unknown = unknown == null ? null : unknown.renamed(value -> scalars.adopt(value, before));
        block.adopt(before, scalars);
    }

    public void write(Encoder out) {
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
        block.write(out, scalars);
    }

    public static KeyVersions read(Decoder in) {
        KeyVersions key = new KeyVersions();
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
        key.block.read(in, texts);
        // one entry is null, which every table has
        key.scalars = texts.size() > 1 ? texts : null;
        return key;
    }
}
