package org.isolde.online.aion;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.isolde.history.Scalars;
import org.isolde.online.MemoryMap;
import org.isolde.online.axiom.Decoder;
import org.isolde.online.axiom.Encoder;
import org.isolde.online.axiom.VersionBlock;
import org.junit.jupiter.api.Test;

class PartedRecordTest {
    private final Scalars scalars = new Scalars();
    private final Sessions sessions = new Sessions(new MemoryMap());
    private final Random random = new Random(5);

    PartedRecordTest() throws IOException {}

    private long text(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return scalars.entry(Scalars.Kind.TEXT, utf8, 0, utf8.length);
    }

    private KeyChain chain(int versions, boolean hybrid) {
        KeyChain chain = new KeyChain(1, new byte[] {1});
        VersionBlock block = chain.newBlock(sessions);
        long commit = random.nextInt(1000) - 500;
        for (int i = 0; i < versions; i++) {
            commit += random.nextInt(4);
            long value = random.nextBoolean() ? random.nextInt(1 << 20) : text("v" + random.nextInt(100));
            long logical = hybrid ? random.nextInt(3) + 3L * i : 0;
            block.insert(
                    i,
                    commit - random.nextInt(50),
                    hybrid ? 1 : 0,
                    commit,
                    logical,
                    value,
                    random.nextInt(9),
                    random.nextInt(1000),
                    false);
        }
        chain.insertBlock(0, block);
        chain.longest = 50;
        if (random.nextBoolean()) {
            chain.addUnknown(text("unknown"));
            chain.addUnknown(7);
        }
        return chain;
    }

    private static List<List<Long>> entries(VersionBlock block, List<List<Long>> into) {
        for (int i = 0; i < block.count; i++) {
            into.add(List.of(
                    block.commit(i),
                    block.commitLogical(i),
                    block.start(i),
                    block.startLogical(i),
                    block.value(i),
                    (long) block.session(i),
                    block.seq(i)));
        }
        return into;
    }

    @Test
    void bothPartsTogetherAreTheWhole() {
        PartedRecord parted = new PartedRecord(4);
        int done = 0;
        for (int round = 0; round < 2000; round++) {
            KeyChain chain = chain(1 + random.nextInt(30), round % 2 == 0);
            VersionBlock all = chain.blocks[0];
            Encoder record = new Encoder().raw(new byte[3]);
            chain.write(record, scalars);
            int end = record.size();
            long needed = all.commit(random.nextInt(all.count));
            record.raw(new byte[] {9, 9});
            if (!parted.part(record.bytes(), 3, end, needed)) {
                continue;
            }
            done++;
            assertTrue(all.count >= 4);
            VersionBlock old =
                    new VersionBlock(sessions).read(new Decoder(parted.old().toBytes()), scalars);
            KeyChain rest = new KeyChain(1, new byte[] {1});
            rest.read(new Decoder(parted.rest().toBytes()), scalars, sessions);
            assertEquals(old.count, parted.versions());
            assertEquals(old.commit(0), parted.firstPhysical());
            assertEquals(old.commitLogical(0), parted.firstLogical());
            assertTrue(rest.spilled);
            assertFalse(rest.isResident(old.commit(old.count - 1), old.commitLogical(old.count - 1)));
            assertTrue(rest.isResident(rest.blocks[0].commit(0), rest.blocks[0].commitLogical(0)));
            assertTrue(rest.blocks[0].commit(0) <= needed, "what is needed stays, with the version before");
            assertEquals(chain.longest, rest.longest);
            assertEquals((chain.unknown() != null), (rest.unknown() != null));
            assertEquals(
                    (chain.unknown() != null && chain.unknown().contains(7)),
                    (rest.unknown() != null && rest.unknown().contains(7)));
            assertEquals(entries(all, new ArrayList<>()), entries(rest.blocks[0], entries(old, new ArrayList<>())));
        }
        assertTrue(done > 200, "parted " + done);
    }

    @Test
    void listsStayAsTheyAre() {
        KeyChain chain = chain(20, false);
        chain.list = true;
        Encoder record = new Encoder();
        chain.write(record, scalars);
        assertFalse(new PartedRecord(4).part(record.bytes(), 0, record.size(), Long.MAX_VALUE));
    }

    @Test
    void aScalarIsTheSameFromTheNameOfAKey() {
        for (long code : new long[] {0, 1, -1, 1L << 40, text(""), text("key"), text("a\0b\0\0"), text("\0")}) {
            byte[] part = new Encoder().octet(8).keyPart(code, scalars).toBytes();
            assertArrayEquals(
                    new Encoder().scalar(code, scalars).toBytes(),
                    new Encoder().scalarOfKeyPart(part, 1, part.length).toBytes(),
                    Arrays.toString(part));
        }
    }
}
