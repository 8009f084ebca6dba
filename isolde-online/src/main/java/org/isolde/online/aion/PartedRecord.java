package org.isolde.online.aion;

import org.isolde.online.axiom.Decoder;
import org.isolde.online.axiom.Encoder;
import org.isolde.online.axiom.VersionBlock;

/**
 * The record of a key, as {@link KeyChain} writes it, parted: its older versions become a block of their own, the rest a shorter record. Values
 * stay the bytes that they are, so none of them takes memory.
 */
final class PartedRecord {
    private final int least;
    private final Encoder old = new Encoder();
    private final Encoder rest = new Encoder();

    /** What the entries of the block have. */
    private int flags;

    // the entry that was read last
    private long commit;
    private long span;
    private long commitLogical;
    private long startLogical;

    private int versions;
    private long firstPhysical;
    private long firstLogical;

    /**
     * @param least from how many versions on a record is parted
     */
    PartedRecord(int least) {
        this.least = least;
    }

    /** The block of the older versions, as it goes to disk. */
    Encoder old() {
        return old;
    }

    /** How many versions these are. */
    int versions() {
        return versions;
    }

    /** When the first of the older versions was committed. */
    long firstPhysical() {
        return firstPhysical;
    }

    long firstLogical() {
        return firstLogical;
    }

    /** The record without them. */
    Encoder rest() {
        return rest;
    }

    /**
     * Parts a record; of a list none is.
     *
     * @param needed from which time on versions stay, with the one before
     * @return false if it is not worth it
     */
    boolean part(byte[] bytes, int from, int end, long needed) {
        Decoder in = new Decoder(bytes, from, end);
        int head = in.octet();
        in.number();
        in.number();
        int unknownFrom = in.at();
        in.number();
        for (long left = in.number(); left > 0; left--) {
            in.skipScalar();
        }
        int unknownEnd = in.at();
        if (KeyChain.isList(head) || in.number() != 1) {
            return false;
        }
        int entries = (int) in.number();
        flags = in.octet();
        int cut = entries - Math.max(1, entries / 8);
        if (entries < least || (flags & VersionBlock.LISTS) != 0) {
            return false;
        }
        int oldFrom = in.at();
        commit = 0;
        read(in);
        firstPhysical = commit;
        firstLogical = commitLogical;
        skip(in);
        for (int i = 1; i < cut; i++) {
            read(in);
            skip(in);
        }
        int oldEnd = in.at();
        long horizon = commit;
        long horizonLogical = commitLogical;
        read(in);
        if (commit > needed || (commit == horizon && commitLogical == horizonLogical)) {
            return false;
        }
        versions = cut;
        old.clear().number(cut).octet(flags).raw(bytes, oldFrom, oldEnd);
        rest.clear().octet(head | KeyChain.SPILLED).number(horizon).number(horizonLogical);
        rest.raw(bytes, unknownFrom, unknownEnd).number(1).number(entries - cut).octet(flags);
        // the times of entries are told by the one before, but for the first
        rest.number(commit).number(span);
        if ((flags & VersionBlock.HYBRID) != 0) {
            rest.number(commitLogical).number(startLogical);
        }
        rest.raw(bytes, in.at(), end);
        return true;
    }

    /** Reads the times of an entry. */
    private void read(Decoder in) {
        commit += in.number();
        span = in.number();
        if ((flags & VersionBlock.HYBRID) != 0) {
            commitLogical = in.number();
            startLogical = in.number();
        } else {
            commitLogical = 0;
            startLogical = 0;
        }
    }

    /** Passes over the rest of it. */
    private static void skip(Decoder in) {
        in.skipScalar();
        in.number();
        in.number();
    }
}
