package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What {@code check} says to people, to the letter, for small histories with an anomaly each. */
class CheckTextTest {
    @Test
    void anAbortedRead() {
        assertSays("""
                {"isolde":1}
                {"session":0,"id":"setup","status":"aborted","ops":[["w","x",1]],"begin":10,"end":20}
                {"session":1,"id":"reader","ops":[["r","x",1]],"begin":15,"end":30}
                """, "", 1, """
                standard input: 2 transactions, 2 operations, 2 sessions, 1 key
                  ru         read uncommitted             satisfied
                  g1         Adya's read committed        VIOLATED
                  rc         read committed               VIOLATED
                  ryw        read your writes             VIOLATED
                  mr         monotonic reads              VIOLATED
                  mw         monotonic writes             VIOLATED
                  wfr        writes follow reads          VIOLATED
                  ra         read atomic                  VIOLATED
                  cc         causal consistency           VIOLATED
                  pc         prefix consistency           VIOLATED
                  cs         cursor stability             VIOLATED
                  cv         consistent view              VIOLATED
                  rr         repeatable read              VIOLATED
                  psi        parallel snapshot isolation  VIOLATED
                  si         snapshot isolation           VIOLATED
                  strong-si  strong snapshot isolation    VIOLATED
                  ser        serializable                 VIOLATED
                  sser       strict serializable          VIOLATED
                  lin        linearizable                 VIOLATED
                  strongest that holds: ru (read uncommitted)
                  weakest that is broken: g1 (Adya's read committed), lin (linearizable)

                AbortedRead (G1a) breaks g1, Adya's read committed
                  A transaction read a value of a transaction that was rolled back.
                  reader read x = 1, which setup wrote, and that transaction was rolled back.
                    setup (session 0, aborted, 10 to 20): w(x)=1
                    reader (session 1, 15 to 30): r(x)=1
                """);
    }

    @Test
    void aNonMonotonicRead() {
        assertSays("""
                w 1 1
                w 2 2
                ---
                w 1 3
                w 2 4
                ===
                r 2 4
                r 1 1
                """, "", 1, """
                standard input: 3 transactions, 6 operations, 2 sessions, 2 keys
                  ru         read uncommitted             satisfied
                  g1         Adya's read committed        satisfied
                  rc         read committed               VIOLATED
                  ryw        read your writes             satisfied
                  mr         monotonic reads              satisfied
                  mw         monotonic writes             satisfied
                  wfr        writes follow reads          satisfied
                  ra         read atomic                  VIOLATED
                  cc         causal consistency           VIOLATED
                  pc         prefix consistency           VIOLATED
                  cs         cursor stability             satisfied
                  cv         consistent view              VIOLATED
                  rr         repeatable read              VIOLATED
                  psi        parallel snapshot isolation  VIOLATED
                  si         snapshot isolation           VIOLATED
                  ser        serializable                 VIOLATED
                  not applicable: strong-si sser lin (--level says why)
                  strongest that holds: ryw (read your writes), mr (monotonic reads), mw (monotonic writes), wfr
                  (writes follow reads), cs (cursor stability)
                  weakest that is broken: rc (read committed), cv (consistent view)

                NonMonotonicRead (G-single) breaks rc, read committed
                  A transaction saw a newer state and afterwards, within the same transaction, an older one.
                  - T0:0 comes before T0:1 in session 0.
                  - T1:0 read 1 = 1 from T0:0, although T1:0 had before read 2 = 4 from T0:1; T0:1 also wrote 1, so
                    it must come before T0:0.
                    T0:0 (session 0): w(1)=1 w(2)=2
                    T0:1 (session 0): w(1)=3 w(2)=4
                    T1:0 (session 1): r(2)=4 r(1)=1

                FracturedRead (G-single) breaks cv, consistent view
                  A transaction saw some of another one's writes and missed others.
                  - T1:0 read 2 = 4 from T0:1, although T1:0 read 1 = 1 from T0:0; T0:0 also wrote 2, so it must
                    come before T0:1.
                  - T1:0 read 1 = 1 from T0:0, although T1:0 had before read 2 = 4 from T0:1; T0:1 also wrote 1, so
                    it must come before T0:0.
                    T0:0 (session 0): w(1)=1 w(2)=2
                    T0:1 (session 0): w(1)=3 w(2)=4
                    T1:0 (session 1): r(2)=4 r(1)=1
                """);
    }

    @Test
    void aCausalityViolation() {
        assertSays("""
                w(1,1,0,0)
                r(1,1,1,1)
                w(2,2,1,1)
                r(2,2,2,2)
                r(1,0,2,2)
                """, "wfr,ra,cc", 1, """
                standard input: 3 transactions, 5 operations, 3 sessions, 2 keys
                  wfr        writes follow reads          VIOLATED
                  ra         read atomic                  satisfied
                  cc         causal consistency           VIOLATED

                SessionGuaranteeViolation (G-single-session) breaks wfr, writes follow reads
                  A session missed what it, or one that it had seen, had done or seen before.
                  - T2 read 1 = 0, the initial value, although T2 read 2 = 2 from T1, and that had read from T0; T0
                    also wrote 1, so it must come before the initial state.
                  - T0 overwrote the initial value of 1; the initial state comes before every transaction.
                    T0 (session 0): w(1)=1
                    T1 (session 1): r(1)=1 w(2)=2
                    T2 (session 2): r(2)=2 r(1)=0

                CausalityViolation (G-single-session) breaks cc, causal consistency
                  A transaction saw an effect and missed its cause.
                  - T2 read 1 = 0, the initial value, although T0 happened before T2 (T0 -> T1 -> T2); T0 also wrote
                    1, so it must come before the initial state.
                  - T0 overwrote the initial value of 1; the initial state comes before every transaction.
                    T0 (session 0): w(1)=1
                    T1 (session 1): r(1)=1 w(2)=2
                    T2 (session 2): r(2)=2 r(1)=0
                """);
    }

    @Test
    void aLostUpdate() {
        assertSays("""
                {"isolde":1,"initial":0}
                {"session":"alice","id":1,"ops":[["r","balance",0],["w","balance",100]]}
                {"session":"bob","id":2,"ops":[["r","balance",0],["w","balance",50]]}
                """, "", 1, """
                standard input: 2 transactions, 4 operations, 2 sessions, 1 key
                  ru         read uncommitted             satisfied
                  g1         Adya's read committed        satisfied
                  rc         read committed               satisfied
                  ryw        read your writes             satisfied
                  mr         monotonic reads              satisfied
                  mw         monotonic writes             satisfied
                  wfr        writes follow reads          satisfied
                  ra         read atomic                  satisfied
                  cc         causal consistency           satisfied
                  pc         prefix consistency           satisfied
                  cs         cursor stability             VIOLATED
                  cv         consistent view              VIOLATED
                  rr         repeatable read              VIOLATED
                  psi        parallel snapshot isolation  VIOLATED
                  si         snapshot isolation           VIOLATED
                  ser        serializable                 VIOLATED
                  not applicable: strong-si sser lin (--level says why)
                  strongest that holds: pc (prefix consistency)
                  weakest that is broken: cs (cursor stability)

                LostUpdate (G-single) breaks cs, cursor stability
                  Two transactions read the same version of a key and both overwrote it, so one of the updates was
                  lost.
                  - T2 read balance = 0, which was the initial value; T1 overwrote it with 100, so T2 comes before
                    T1.
                  - T1 had read balance = 0 as well, and T2 overwrote it with 50: whichever of the two came second
                    overwrote what it had not seen.
                    T1 (session alice): r(balance)=0 w(balance)=100
                    T2 (session bob): r(balance)=0 w(balance)=50
                """);
    }

    @Test
    void aWriteSkew() {
        assertSays("""
                {"isolde":1,"initial":0}
                {"session":"alice","id":"a","ops":[["r","x",0],["r","y",0],["w","x",1]],"begin":1,"end":10}
                {"session":"bob","id":"b","ops":[["r","x",0],["r","y",0],["w","y",2]],"begin":2,"end":9}
                """, "si,ser,sser,lin", 1, """
                standard input: 2 transactions, 6 operations, 2 sessions, 2 keys
                  si         snapshot isolation           satisfied
                  ser        serializable                 VIOLATED
                  sser       strict serializable          VIOLATED
                  lin        linearizable                 inapplicable: lin is about single operations, and transaction a is more than one read, write or compare-and-set
                  strongest of these that holds: si (snapshot isolation)
                  weakest that is broken: ser (serializable)

                WriteSkew (G2-item) breaks ser, serializable
                  Transactions each read what another one then overwrote: in no serial order could all of them have
                  read that.
                  - a read y = 0, which was the initial value; b overwrote it with 2, so a comes before b.
                  - b read x = 0, which was the initial value; a overwrote it with 1, so b comes before a.
                    a (session alice, 1 to 10): r(x)=0 r(y)=0 w(x)=1
                    b (session bob, 2 to 9): r(x)=0 r(y)=0 w(y)=2
                """);
    }

    @Test
    void aRealTimeViolation() {
        assertSays("""
                {"isolde":1,"initial":0}
                {"session":"writer","ops":[["r","x",0],["w","x",1]],"begin":1,"end":2}
                {"session":"reader","ops":[["r","x",0]],"begin":3,"end":4}
                """, "ser,sser", 1, """
                standard input: 2 transactions, 3 operations, 2 sessions, 1 key
                  ser        serializable                 satisfied
                  sser       strict serializable          VIOLATED

                RealTimeViolation (G-single-realtime) breaks sser, strict serializable
                  A transaction missed what had been committed before it began.
                  - writer:0 had ended (2) before reader:0 began (3).
                  - reader:0 read x = 0, which was the initial value; writer:0 overwrote it with 1, so reader:0
                    comes before writer:0.
                    writer:0 (session writer, 1 to 2): r(x)=0 w(x)=1
                    reader:0 (session reader, 3 to 4): r(x)=0
                """);
    }

    @Test
    void aDirtyWrite() {
        assertSays("""
                {"isolde":1}
                {"session":0,"ops":[["append","x",1],["append","y",1]]}
                {"session":1,"ops":[["append","x",2],["append","y",2]]}
                {"session":2,"ops":[["r","x",[1,2]],["r","y",[2,1]]]}
                """, "ru", 1, """
                standard input: 3 transactions, 6 operations, 3 sessions, 2 keys
                  ru         read uncommitted             VIOLATED

                DirtyWrite (G0) breaks ru, read uncommitted
                  Transactions overwrote each other in turns: no order of the transactions explains the versions.
                  - In the lists of key x, 1 of T0:0 stands before 2 of T1:0.
                  - In the lists of key y, 2 of T1:0 stands before 1 of T0:0.
                    T0:0 (session 0): append(x,1) append(y,1)
                    T1:0 (session 1): append(x,2) append(y,2)
                """);
    }

    /** Each level that timestamps decide has its counts; what the counts mean is said once. */
    @Test
    void byTimestamps() {
        assertSays("""
                {"isolde":1,"initial":0}
                {"session":1,"id":1,"ops":[["w","x",1]],"start":1,"commit":5}
                {"session":2,"id":2,"ops":[["w","x",2]],"start":3,"commit":6}
                {"session":3,"id":3,"ops":[["r","x",1]],"start":7,"commit":7}
                """, "si,ser", 1, """
                standard input: 3 transactions, 3 operations, 3 sessions, 1 key
                  si         snapshot isolation           VIOLATED by the database's timestamps
                             SESSION 0, INT 0, EXT 1, NOCONFLICT 1
                             EXT: reads of another value than the last one committed, once a transaction and key
                             NOCONFLICT: pairs of transactions that wrote the same key and ran at the same time
                  ser        serializable                 VIOLATED by the database's timestamps
                             SESSION 0, INT 0, EXT 1, NOCONFLICT 0

                NotFromSnapshot (EXT) breaks si, snapshot isolation
                  A transaction read another value than the one that was last committed, by the timestamps, when it
                  started.
                  T3 read x = 1, but at its start, 7, x = 2 held, written by T2 (3 to 6); 1 was written by T1 (1 to
                  5).
                    T1 (session 1, start 1, commit 5): w(x)=1
                    T2 (session 2, start 3, commit 6): w(x)=2
                    T3 (session 3, start 7, commit 7): r(x)=1

                OverlappingWriters (NOCONFLICT) breaks si, snapshot isolation
                  Two transactions that wrote the same key ran at the same time, by the timestamps, and both
                  committed.
                  T1 (1 to 5) and T2 (3 to 6) overlap, and both wrote x.
                    T1 (session 1, start 1, commit 5): w(x)=1
                    T2 (session 2, start 3, commit 6): w(x)=2
                """);
    }

    /** Only a start is wrong: ser, which looks at commits alone, holds where si does not. */
    @Test
    void serHoldsAndSiDoesNot() {
        assertSays("""
                {"isolde":1,"initial":0}
                {"session":1,"id":1,"ops":[["w","x",1]],"start":1,"commit":5}
                {"session":2,"id":2,"ops":[["r","x",1]],"start":3,"commit":6}
                """, "pc,psi,si,ser", 1, """
                standard input: 2 transactions, 2 operations, 2 sessions, 1 key
                  pc         prefix consistency           satisfied
                  psi        parallel snapshot isolation  satisfied
                  si         snapshot isolation           VIOLATED by the database's timestamps
                             SESSION 0, INT 0, EXT 1, NOCONFLICT 0
                             EXT: reads of another value than the last one committed, once a transaction and key
                  ser        serializable                 satisfied by the database's timestamps
                  strongest of these that holds: ser (serializable)
                  weakest that is broken: si (snapshot isolation)
                  (by timestamps, ser and sser look at commits alone and si at starts too, so they can hold where si
                  does not)

                NotFromSnapshot (EXT) breaks si, snapshot isolation
                  A transaction read another value than the one that was last committed, by the timestamps, when it
                  started.
                  T2 read x = 1, but at its start, 3, x = 0 held, which nobody had written yet; 1 was written by T1
                  (1 to 5).
                    T1 (session 1, start 1, commit 5): w(x)=1
                    T2 (session 2, start 3, commit 6): r(x)=1
                """);
    }

    @Test
    void nothingWrong() {
        assertSays("""
                w(1,1,0,0)
                r(1,1,1,1)
                """, "rc,ser,sser", 0, """
                standard input: 2 transactions, 2 operations, 2 sessions, 1 key
                  rc         read committed               satisfied
                  ser        serializable                 satisfied
                  sser       strict serializable          inapplicable: sser is about real time, and the history has no begin and end of transactions (or they were not to be used)
                  stands on 2 committed transactions: little, if it is to say something about a database
                """);
    }

    /**
     * @param levels the levels to ask for, or nothing for the default
     */
    private static void assertSays(String history, String levels, int code, String expected) {
        List<String> call = new ArrayList<>(List.of("check"));
        if (!levels.isEmpty()) {
            call.addAll(List.of("--level", levels));
        }
        call.add("-");
        Cli.Result result = Cli.runOn(history.getBytes(StandardCharsets.UTF_8), call.toArray(String[]::new))
                .expect(code);
        assertEquals(expected, result.out());
        assertEquals("", result.err());
    }
}
