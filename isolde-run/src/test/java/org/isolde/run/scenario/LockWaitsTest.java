package org.isolde.run.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import org.isolde.run.scenario.LockWaits.InnodbLockWaits;
import org.junit.jupiter.api.Test;

class LockWaitsTest {
    @Test
    void innodbTellsWhoWaitsNowAndWhoDidInTheLastDeadlock() {
        String status = """
                ------------------------
                LATEST DETECTED DEADLOCK
                ------------------------
                *** (1) TRANSACTION:
                TRANSACTION 40, ACTIVE 0 sec starting index read
                mysql tables in use 1, locked 1
                LOCK WAIT 3 lock struct(s), heap size 1128, 2 row lock(s)
                MariaDB thread id 7, OS thread handle 1, query id 90 localhost root Updating
                update t set a = 1
                ------------
                TRANSACTIONS
                ------------
                Trx id counter 46
                LIST OF TRANSACTIONS FOR EACH SESSION:
                ---TRANSACTION 45, ACTIVE 1 sec starting index read
                mysql tables in use 1, locked 1
                LOCK WAIT 2 lock struct(s), heap size 1128, 1 row lock(s)
                MySQL thread id 8, OS thread handle 2, query id 91 localhost root Updating
                update t set a = 'LOCK WAIT '
                ------- TRX HAS BEEN WAITING 1 SEC FOR THIS LOCK TO BE GRANTED:
                ---TRANSACTION 44, ACTIVE 1 sec
                2 lock struct(s), heap size 1128, 1 row lock(s), undo log entries 1
                MariaDB thread id 9, OS thread handle 3, query id 92 localhost root
                ---TRANSACTION (0x7f), not started
                0 lock struct(s), heap size 1128, 0 row lock(s)
                --------
                FILE I/O
                --------
                """;
        assertEquals(Set.of(8L), InnodbLockWaits.waiting(status));
    }
}
