package org.isolde.history.format;

import java.io.IOException;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.isolde.history.BadHistoryException;
import org.isolde.history.OpKind;
import org.isolde.history.Scalars;
import org.isolde.history.Segment;
import org.isolde.history.Status;

/**
 * Brings the invocations and completions of a Jepsen history together, process by process, and makes transactions of
 * them in the order of their completions.
 *
 * <p>Invariant: {@code pendingBlock[p]} and {@code pendingEvent[p]} are the invocation that process {@code p}, which is a
 * session of the segment, has not completed yet, if any.
 */
final class EventPairing {
    private final Segment segment;
    private final Consumer<String> warnings;
    /** Null where keys are no rows. */
    private EdnRows rows;

    private EventBlock[] pendingBlock = new EventBlock[64];
    private int[] pendingEvent = new int[64];
    private long[] pendingPlace = new long[64];
    private long[] pendingLine = new long[64];

    private boolean invocations;
    private boolean indexed;
    private boolean lists;
    private final long[] noElements = {};
    private long[] list = new long[16];

    /**
     * @param warnings where it is said what had to be left out
     */
    EventPairing(Segment segment, Consumer<String> warnings) {
        this.segment = segment;
        this.warnings = warnings;
    }

    /** Takes the blocks in the order of the input; each is forgotten once it is done. */
    void pair(EventBlock[] blocks) throws IOException {
        indexed = true;
        long events = 0;
        boolean areRows = false;
        for (EventBlock block : blocks) {
            invocations |= block.hasInvocations;
            indexed &= block.indexed;
            lists |= block.hasLists;
            areRows |= block.hasRows;
            events += block.places;
        }
        if (events == 0) {
            throw BadHistoryException.of(
                    "no events; expected maps such as {:type :ok, :process 0, :f :txn," + " :value [[:r :x 1]]}");
        }
        translate(blocks);
        if (areRows) {
            rows = new EdnRows(segment);
            rows.survey(blocks, invocations);
        }
        long places = 0;
        long lines = 0;
        for (int i = 0; i < blocks.length; i++) {
            EventBlock block = blocks[i];
            blocks[i] = null;
            for (int event = 0; event < block.count; event++) {
                event(block, event, places, lines);
            }
            places += block.places;
            lines += block.lines;
        }
        for (int process = 0; process < pendingBlock.length; process++) {
            if (pendingBlock[process] != null) {
                unfinished(process);
            }
        }
        if (rows != null && rows.leftOut() > 0) {
            warnings.accept(
                    rows.leftOut() + " reads of nil are left out: the row was deleted, and it can't be told whether"
                            + " they come before its beginning or behind its end");
        }
    }

    /** Gives all blocks the codes of the segment, by first appearance in the input. */
    private void translate(EventBlock[] blocks) {
        Map<Scalars, long[]> codes = new IdentityHashMap<>();
        for (EventBlock block : blocks) {
            if (block.scalars != segment.scalars()) {
                block.translate(segment.scalars(), codes.computeIfAbsent(block.scalars, table -> {
                    long[] known = new long[table.size()];
                    known[0] = Scalars.NULL;
                    return known;
                }));
            }
        }
    }

    private void event(EventBlock block, int event, long places, long lines) throws BadHistoryException {
        int process = segment.session(block.process[event]);
        if (process == pendingBlock.length) {
            pendingBlock = Arrays.copyOf(pendingBlock, process * 2);
            pendingEvent = Arrays.copyOf(pendingEvent, process * 2);
            pendingPlace = Arrays.copyOf(pendingPlace, process * 2);
            pendingLine = Arrays.copyOf(pendingLine, process * 2);
        }
        long line = lines + block.line[event];
        boolean pending = pendingBlock[process] != null;
        if (block.type[event] == EventBlock.INVOKE) {
            if (pending) {
                throw BadHistoryException.atLine(
                        line,
                        "process " + block.process[event]
                                + " invokes an operation before its last one has completed; a process does one at a time");
            }
            pendingBlock[process] = block;
            pendingEvent[process] = event;
            pendingPlace[process] = places + block.place[event];
            pendingLine[process] = line;
            return;
        }
        if (!pending && invocations) {
            throw BadHistoryException.atLine(
                    line,
                    "process " + block.process[event]
                            + " completes an operation that it has not invoked; expected an :invoke before, or none at all");
        }
        complete(block, event, process, places + block.place[event], line);
        pendingBlock[process] = null;
    }

    private void complete(EventBlock block, int event, int process, long place, long line) throws BadHistoryException {
        EventBlock from = block;
        int source = event;
        byte type = block.type[event];
        if (block.has(event, EventBlock.WITHOUT_VALUE)) {
            from = pendingBlock[process];
            source = pendingEvent[process];
            if (type == EventBlock.OK && (from == null || block.has(event, EventBlock.TRANSACTION))) {
                throw BadHistoryException.atLine(line, "an operation that is :ok has a :value, here it is nil");
            }
        }
        segment.begin(block.process[event], Segment.NO_ID, (int) Math.min(line, Integer.MAX_VALUE));
        // a :fail alone says that it did not happen, not that the value was another one: Knossos leaves it out
        boolean compared =
                type == EventBlock.FAIL && block.has(event, EventBlock.CAS) && block.has(event, EventBlock.UNEQUAL);
        if (type != EventBlock.OK && !compared) {
            segment.status(type == EventBlock.FAIL ? Status.ABORTED : Status.UNKNOWN);
        }
        if (from == null) {
            segment.dropTransaction();
            return;
        }
        if (compared) {
            int op = from.firstOp(source);
            segment.op(OpKind.CAS_FAILED, from.ops.keys[op], from.ops.values[op]);
        } else {
            operations(from, source, type, line);
        }
        if (type != EventBlock.OK && segment.operationsOfCurrent() == 0) {
            segment.dropTransaction();
            return;
        }
        times(block, event, process, place);
    }

    /** An invocation whose completion never came. */
    private void unfinished(int process) throws BadHistoryException {
        EventBlock block = pendingBlock[process];
        int event = pendingEvent[process];
        if (block.firstOp(event) == block.opsEnd[event]) {
            return;
        }
        long line = pendingLine[process];
        segment.begin(block.process[event], Segment.NO_ID, (int) Math.min(line, Integer.MAX_VALUE));
        segment.status(Status.UNKNOWN);
        operations(block, event, EventBlock.INFO, line);
        segment.realTime(indexed ? block.index[event] : pendingPlace[process], Long.MAX_VALUE);
        if (block.time[event] != EventBlock.UNKNOWN_TIME) {
            segment.displayTime(block.time[event], EventBlock.UNKNOWN_TIME);
        }
    }

    /**
     * @param type how the transaction ended
     */
    private void operations(EventBlock block, int event, byte type, long line) throws BadHistoryException {
        if (rows != null) {
            rows.emit(block, event, type, line);
            return;
        }
        boolean happened = type == EventBlock.OK;
        OpBuffer ops = block.ops;
        int element = block.firstElement(event);
        for (int i = block.firstOp(event); i < block.opsEnd[event]; i++) {
            if (ops.kinds[i] == OpKind.LIST_READ) {
                int length = (int) ops.values[i];
                if (length > list.length) {
                    list = new long[length * 2];
                }
                System.arraycopy(ops.elements, element, list, 0, length);
                element += length;
                segment.listRead(ops.keys[i], list, length);
            } else if (ops.kinds[i] == OpKind.READ && ops.values[i] == Scalars.NULL) {
                // nil is the initial version, but only if the transaction is known to have happened
                if (happened && lists) {
                    segment.listRead(ops.keys[i], noElements, 0);
                } else if (happened) {
                    segment.op(OpKind.READ, ops.keys[i], Scalars.NULL);
                }
            } else {
                segment.op(ops.kinds[i], ops.keys[i], ops.values[i]);
            }
        }
    }

    private void times(EventBlock block, int event, int process, long place) {
        EventBlock invocation = pendingBlock[process];
        int invoked = pendingEvent[process];
        if (invocation != null) {
            long begin = indexed ? invocation.index[invoked] : pendingPlace[process];
            long end = indexed ? block.index[event] : place;
            segment.realTime(begin, block.type[event] == EventBlock.INFO ? Long.MAX_VALUE : end);
        }
        long clockBegin = invocation == null ? EventBlock.UNKNOWN_TIME : invocation.time[invoked];
        long clockEnd = block.time[event];
        if (clockBegin != EventBlock.UNKNOWN_TIME || clockEnd != EventBlock.UNKNOWN_TIME) {
            segment.displayTime(clockBegin, clockEnd);
        }
    }
}
