package org.isolde.run.record;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.isolde.history.OpKind;
import org.junit.jupiter.api.Test;

class OperationListTest {
    private final OperationList operations = new OperationList();

    @Test
    void writesAndAppendsCanBeUndone() {
        operations.add(OpKind.READ, 1, 10);
        operations.addList(2, new long[] {1});
        assertFalse(operations.wrote());
        operations.add(OpKind.APPEND, 2, 11);
        assertTrue(operations.wrote());
        operations.clear();
        operations.add(OpKind.WRITE, 2, 11);
        assertTrue(operations.wrote());
    }

    /** It may have been committed by itself, whatever comes behind it. */
    @Test
    void aCompareAndSetCantBeUndone() {
        operations.add(OpKind.WRITE, 1, 10);
        operations.addCompareAndSet(2, 1, 11);
        assertFalse(operations.wrote());
        operations.failLast();
        assertTrue(operations.wrote());
    }
}
