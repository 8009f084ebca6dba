package org.isolde.generate;

import java.io.IOException;
import java.util.Arrays;
import org.isolde.history.OpKind;
import org.isolde.history.Rows;
import org.isolde.history.Scalars;

/**
 * A table of a store that is serial, strict or si: as {@link AtomicStore} and {@link SnapshotStore}, of rows, and with a
 * certificate. A transaction's statements are answered all at once, from the state that it sees; two that overlap in a store
 * si and change the same primary key don't both commit.
 *
 * <p>Transactions are numbered as they begin to see something. A snapshot of a store si has all of them so far but those in
 * flight, one of the other stores just all of them so far.
 *
 * <p>Invariant: {@code seen[slot]} are the statements of the transaction in flight there; {@code inFlight[slot]} is its number
 * while others can't see it, else 0.
 */
final class RowStore implements Store {
    static final String TABLE = "t";
    private static final String[] COLUMNS = {"c0", "c1", "c2"};

    private final GeneratorOptions options;
    private final InFlight running;
    private final RowSink sink;
    private final VersionLog versions;
    private final RowTable table;
    private final RowConditions conditions;
    private final RowClient client;
    private final RowStatements[] seen;
    private final long[] inFlight;
    private long lastNumber;

    /** Codes of rows: of the last one of each primary key that was asked for, and by their numbers in the version orders. */
    private final long[] keyCode;

    private final int[] codedIncarnation;
    private long[] rowCode = new long[64];
    private int rows;
    /** The number of the last row of each primary key. */
    private final int[] rowOf;

    private final long tableCode;
    private final long[] columnCodes = new long[COLUMNS.length];
    private final long[] values = new long[COLUMNS.length];
    private long[] itemKeys = new long[16];
    private long[] itemVersions = new long[16];

    /**
     * @param versions where the order of versions is kept; null if there is to be no certificate
     */
    RowStore(GeneratorOptions options, InFlight running, RandomSource random, VersionLog versions, RowSink sink) {
        this.options = options;
        this.running = running;
        this.sink = sink;
        this.versions = versions;
        Scalars scalars = sink.scalars();
        int keys = options.keys();
        table = new RowTable(keys);
        conditions = new RowConditions(keys, options.rows().matches(), scalars);
        client = new RowClient(options, running, random, table, conditions);
        seen = new RowStatements[options.concurrency()];
        Arrays.setAll(seen, slot -> new RowStatements());
        inFlight = new long[seen.length];
        keyCode = new long[keys];
        codedIncarnation = new int[keys];
        rowOf = new int[keys];
        tableCode = scalars.text(TABLE);
        Arrays.setAll(columnCodes, column -> scalars.text(COLUMNS[column]));
    }

    // ---- transactions

    @Override
    public void begin(int slot) {
        if (options.store() == SimulatedStore.SI) {
            execute(slot);
        }
    }

    @Override
    public boolean advance(int slot) {
        if (options.store() == SimulatedStore.SI) {
            running.effective[slot] &= !conflicts(slot);
            commit(slot);
            return false;
        }
        if (running.step[slot]++ > 0) {
            return false;
        }
        execute(slot);
        commit(slot);
        return true;
    }

    private void execute(int slot) {
        RowStatements statements = seen[slot];
        running.start[slot] = running.tick();
        statements.upTo = lastNumber;
        statements.but = Arrays.stream(inFlight).filter(number -> number > 0).toArray();
        Arrays.sort(statements.but);
        statements.number = nextNumber();
        inFlight[slot] = statements.number;
        client.execute(statements);
    }

    /** The number of the next transaction, and how many there are so far. */
    long nextNumber() {
        return ++lastNumber;
    }

    private boolean conflicts(int slot) {
        RowStatements statements = seen[slot];
        for (int entry = 0; entry < statements.count; entry++) {
            if (statements.isChange(entry) && table.writtenAt[statements.key[entry]] > running.start[slot]) {
                return true;
            }
        }
        return false;
    }

    private void commit(int slot) {
        running.commit[slot] = running.tick();
        inFlight[slot] = 0;
        RowStatements statements = seen[slot];
        for (int entry = 0; running.effective[slot] && entry < statements.count; entry++) {
            if (statements.isChange(entry)) {
                install(statements, entry);
                table.writtenAt[statements.key[entry]] = running.commit[slot];
            }
        }
    }

    private void install(RowStatements statements, int entry) {
        int key = statements.key[entry];
        int incarnation = statements.incarnation[entry];
        if (versions != null) {
            if (table.incarnation[key] != incarnation) {
                rowOf[key] = newRow(code(key, incarnation));
            }
            if (isLastOfRow(statements, entry)) {
                versions.add(rowOf[key], statements.version[entry]);
            }
        }
        table.install(
                key,
                incarnation,
                statements.version[entry],
                statements.kind[entry] == RowStatements.WRITE,
                statements.c1[entry],
                statements.c2[entry]);
    }

    private static boolean isLastOfRow(RowStatements statements, int entry) {
        for (int behind = entry + 1; behind < statements.count; behind++) {
            if (statements.isChange(behind)
                    && statements.key[behind] == statements.key[entry]
                    && statements.incarnation[behind] == statements.incarnation[entry]) {
                return false;
            }
        }
        return true;
    }

    // ---- what is written down

    private int newRow(long code) {
        if (rows == rowCode.length) {
            rowCode = Arrays.copyOf(rowCode, 2 * rows);
        }
        rowCode[rows] = code;
        return rows++;
    }

    /** Notes the one version of a row that is no client's. */
    void addVersion(long code, int version) {
        if (versions != null) {
            versions.add(newRow(code), version);
        }
    }

    /** The code of a row in version orders. */
    long rowCode(int row) {
        return rowCode[row];
    }

    private long code(int key, int incarnation) {
        if (codedIncarnation[key] != incarnation) {
            codedIncarnation[key] = incarnation;
            keyCode[key] = sink.scalars().text(TABLE + "/" + key + (incarnation == 1 ? "" : "#" + incarnation));
        }
        return keyCode[key];
    }

    /** What a certificate says of a transaction; nobody sees one that did not commit, which needs no number. */
    void writeCertificate(int slot) {
        if (versions != null) {
            if (running.effective[slot]) {
                sink.number(seen[slot].number);
            }
            sink.snapshot(seen[slot].upTo, seen[slot].but);
        }
    }

    void writeStatements(int slot) throws IOException {
        RowStatements s = seen[slot];
        for (int entry = 0; entry < s.count; entry++) {
            switch (s.kind[entry]) {
                case RowStatements.PREDICATE -> {
                    writeRows(s, entry);
                    entry += s.c1[entry];
                }
                case RowStatements.AGGREGATE -> {
                    Rows.Aggregate aggregate = Rows.Aggregate.values()[s.incarnation[entry]];
                    sink.predicate(
                            tableCode,
                            conditions.code(s.key[entry]),
                            aggregate,
                            aggregate == Rows.Aggregate.COUNT ? null : COLUMNS[2],
                            orNull(s.c1[entry]));
                }
                case RowStatements.WRITE ->
                    writeVersion(
                            code(s.key[entry], s.incarnation[entry]),
                            s.version[entry],
                            s.key[entry],
                            s.c1[entry],
                            orNull(s.c2[entry]));
                case RowStatements.DELETE ->
                    sink.row(OpKind.DELETE, code(s.key[entry], s.incarnation[entry]), s.version[entry]);
                default ->
                    sink.row(
                            OpKind.READ,
                            code(s.key[entry], s.incarnation[entry]),
                            s.version[entry] == 0 ? Scalars.NULL : s.version[entry]);
            }
        }
    }

    void writeVersion(long code, int version, long c0, long c1, long c2) throws IOException {
        values[0] = c0;
        values[1] = c1;
        values[2] = c2;
        sink.version(code, version, columnCodes, values);
    }

    private void writeRows(RowStatements s, int entry) throws IOException {
        int count = s.c1[entry];
        if (count > itemKeys.length) {
            itemKeys = new long[2 * count];
            itemVersions = new long[2 * count];
        }
        for (int i = 0; i < count; i++) {
            int item = entry + 1 + i;
            itemKeys[i] = code(s.key[item], s.incarnation[item]);
            itemVersions[i] = s.version[item];
        }
        sink.predicate(tableCode, conditions.code(s.key[entry]), itemKeys, itemVersions, count);
    }

    private static long orNull(int value) {
        return value == RowTable.NULL ? Scalars.NULL : value;
    }
}
