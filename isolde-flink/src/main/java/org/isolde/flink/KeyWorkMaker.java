package org.isolde.flink;

import java.io.IOException;
import java.util.Arrays;
import java.util.function.Consumer;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.isolde.history.OpKind;
import org.isolde.history.Scalars;
import org.isolde.online.axiom.Decoder;
import org.isolde.online.axiom.Encoder;
import org.isolde.online.axiom.JsonText;
import org.isolde.online.axiom.OwnOperations;

/**
 * Takes a transaction apart: what it read of its own writes is looked at in place, and what is left, external reads and writes, becomes messages for whoever keeps the keys. One transaction
 * at a time: {@link #begin}, a head, {@link #look} or {@link #unknown}, {@link #send}.
 */
final class KeyWorkMaker {
    /** Codes of texts are kept from one transaction to the next up to here. */
    private static final int MOST_CODES = 1 << 14;

    private static final long NO_ID = Long.MAX_VALUE;

    /** Who is told that a transaction did not read what it had written. */
    interface Internal {
        /** @param expected as JSON; null if that can't be said */
        void found(Name key, String expected, String seen);
    }

    private final boolean batch;
    private final int keyGroups;
    private final Internal internal;
    private final Consumer<KeyWork> out;
    private final OwnOperations<TouchedKey> own = new OwnOperations<>(new Own());
    private final TouchedKeys keys = new TouchedKeys();
    private final Encoder head = new Encoder();
    private final Encoder[] parts;
    private final Name[] firstKeys;
    private final Name[] someKeys;
    private Scalars scalars = new Scalars();
    private long taken;
    private Name session;
    private long seq;
    private long id;

    /**
     * @param batch whether there is a message for each key
     * @param targets how many parts keep the keys
     * @param keyGroups in how many groups they do
     */
    KeyWorkMaker(boolean batch, int targets, int keyGroups, Internal internal, Consumer<KeyWork> out) {
        this.batch = batch;
        this.keyGroups = keyGroups;
        this.internal = internal;
        this.out = out;
        parts = new Encoder[batch ? 1 : targets];
        Arrays.setAll(parts, i -> new Encoder());
        firstKeys = new Name[parts.length];
        someKeys = new Name[parts.length];
        int left = parts.length;
        for (int number = 0; left > 0; number++) {
            Name name = Name.of(number, scalars, head);
            int target = target(name);
            left -= someKeys[target] == null ? 1 : 0;
            someKeys[target] = name;
        }
    }

    private int target(Name key) {
        return batch ? 0 : KeyGroupRangeAssignment.assignKeyToParallelOperator(key, keyGroups, parts.length);
    }

    /** The next transaction; its number and its name are read from its record. */
    void begin(Name of, Decoder in) {
        if (scalars.size() > MOST_CODES) {
            scalars = new Scalars();
        }
        keys.clear();
        session = of;
        seq = in.number();
        id = in.octet() == 0 ? NO_ID : in.scalar(scalars);
    }

    long seq() {
        return seq;
    }

    /** The name of the transaction as JSON; null if it has none. */
    String idJson() {
        return id == NO_ID ? null : JsonText.of(id, scalars);
    }

    /** Begins the messages. */
    Encoder head(int kind) {
        byte[] name = session.part();
        head.clear().octet(kind).number(name.length).raw(name).number(seq).octet(id == NO_ID ? 0 : 1);
        if (id != NO_ID) {
            head.scalar(id, scalars);
        }
        return head;
    }

    /** Nothing is asked of a transaction of unknown outcome; what it wrote is a set. */
    void unknown(Decoder in) throws IOException {
        own.begin(++taken);
        while (in.hasMore()) {
            byte kind = (byte) in.octet();
            TouchedKey key = keys.of(new Name(in.raw((int) in.number())));
            if (kind == OpKind.LIST_READ) {
                list(in);
            } else {
                long value = in.scalar(scalars);
                if (OpKind.isWrite(kind)) {
                    own.operation(key, OpKind.APPEND, value, null);
                }
            }
        }
    }

    /** Looks at the operations; returns whether it writes. */
    boolean look(Decoder in) throws IOException {
        own.begin(++taken);
        while (in.hasMore()) {
            byte kind = (byte) in.octet();
            TouchedKey key = keys.of(new Name(in.raw((int) in.number())));
            if (kind == OpKind.LIST_READ) {
                long[] seen = list(in);
                // a list read is a read of the last element, too
                own.operation(key, kind, seen.length == 0 ? Scalars.NULL : seen[seen.length - 1], seen);
            } else {
                own.operation(key, kind, in.scalar(scalars), null);
            }
        }
        return !own.written().isEmpty();
    }

    private long[] list(Decoder in) {
        long[] list = new long[(int) in.number()];
        for (int i = 0; i < list.length; i++) {
            list[i] = in.scalar(scalars);
        }
        return list;
    }

    /** Sends what is left of the transaction to whoever keeps its keys. */
    void send() {
        boolean speaks = true;
        for (int i = 0; i < keys.size(); i++) {
            TouchedKey key = keys.get(i);
            int writes = own.hasWritten(key) ? key.writeCount() - key.firstVersion() : 0;
            if (key.reads.size() == 0 && writes == 0) {
                continue;
            }
            int target = target(key.name);
            Encoder part = parts[target];
            if (firstKeys[target] == null) {
                firstKeys[target] = key.name;
                part.clear().raw(head.bytes(), 0, head.size()).octet(speaks ? 1 : 0);
                speaks = false;
            }
            part.number(key.name.part().length).raw(key.name.part());
            part.number(key.reads.size()).raw(key.reads.bytes(), 0, key.reads.size());
            part.number(writes);
            if (writes > 0) {
                part.octet(key.isAppended() ? 1 : 0);
                for (int at = key.firstVersion(); at < key.writeCount(); at++) {
                    part.scalar(key.writes()[at], scalars);
                }
            }
            if (batch) {
                emit(0);
            }
        }
        for (int target = 0; target < parts.length; target++) {
            emit(target);
        }
        own.end();
    }

    private void emit(int target) {
        if (firstKeys[target] != null) {
            out.accept(new KeyWork(target, firstKeys[target], parts[target].toBytes()));
            firstKeys[target] = null;
        }
    }

    /** Tells everybody who keeps keys where the watermark of a part of the sessions is. */
    void mark(int part, long upTo, boolean free, long bound) {
        byte[] record = head.clear()
                .octet(KeyWork.MARK)
                .number(part)
                .number(upTo)
                .octet(free ? 1 : 0)
                .number(bound)
                .toBytes();
        for (int target = 0; target < parts.length; target++) {
            // a message has a key of whoever gets it
            out.accept(new KeyWork(target, someKeys[target], record));
        }
    }

    /** Takes what a look at the transaction comes to. */
    private final class Own implements OwnOperations.Listener<TouchedKey> {
        @Override
        public void internal(TouchedKey key, long[] expected, long[] seen, boolean list) {
            internal.found(key.name, expected == null ? null : json(expected, list), json(seen, list));
        }

        private String json(long[] value, boolean list) {
            return list ? JsonText.of(value, scalars) : JsonText.of(value[0], scalars);
        }

        @Override
        public void external(TouchedKey key, long seen, boolean negated) {
            key.reads.octet(negated ? KeyWork.NEGATED : KeyWork.VALUE).scalar(seen, scalars);
        }

        @Override
        public void externalList(TouchedKey key, long[] seen, int prefix) {
            key.reads.octet(KeyWork.LIST).number(prefix).number(seen.length);
            for (long element : seen) {
                key.reads.scalar(element, scalars);
            }
        }
    }
}
