package org.isolde.sql.known;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.isolde.run.Isolation;
import org.isolde.sql.oracle.Verdict;

/**
 * What is known of databases and not fixed. Each is recognised as narrowly as its page describes it, since whatever fits is not reported:
 * by the kind of mismatch, and by statements that have to stand in the case in a certain order.
 */
public final class KnownBehaviours {
    private static final List<KnownBehaviour> ALL = List.of(
            new KnownBehaviour(
                    "h2-savepoint",
                    "h2",
                    "2.3.232",
                    "2.5.252",
                    Set.of(Isolation.REPEATABLE_READ),
                    Signatures::isRolledBackInsertSeen,
                    "A row that was inserted and rolled back to a savepoint is still seen by its transaction, if its table was"
                            + " first read in between.",
                    "docs/findings/h2-savepoint.md"),
            new KnownBehaviour(
                    "h2-descending-index",
                    "h2",
                    "2.3.232",
                    "2.5.252",
                    Set.of(Isolation.REPEATABLE_READ, Isolation.SNAPSHOT, Isolation.SERIALIZABLE),
                    Signatures::isReadBackwardsBehindAnOwnWrite,
                    "Read from the end of an index, in a descending order or for the largest value, a table shows the wrong"
                            + " rows, or in the wrong order, behind a write or a lock by the transaction itself.",
                    "docs/findings/h2-descending-index.md"),
            new KnownBehaviour(
                    "duckdb-lost-update",
                    "duckdb",
                    "2.0.0",
                    "2.0.0",
                    Set.of(Isolation.SNAPSHOT),
                    Signatures::isUpdateLostBesideThatOfAnIndex,
                    "An update is lost that follows a committed one of an indexed column of the same row, instead of failing.",
                    "docs/findings/duckdb-lost-update.md"),
            new KnownBehaviour(
                    "duckdb-update-beside-delete",
                    "duckdb",
                    "2.0.0",
                    "2.0.0",
                    Set.of(Isolation.SNAPSHOT),
                    Signatures::isUpdateLostBesideADeletion,
                    "A row that one transaction updates is deleted by another one at the same time, and both commit.",
                    "https://github.com/duckdb/duckdb/issues/17223"));

    private KnownBehaviours() {}

    public static List<KnownBehaviour> all() {
        return ALL;
    }

    /**
     * What a mismatch is known as.
     *
     * @param kind the name of the database's kind
     * @param version of the database, as it tells it
     * @param reduced what came of the case when nothing more could be left out
     */
    public static Optional<KnownBehaviour> of(String kind, String version, Isolation isolation, Verdict reduced) {
        return ALL.stream()
                .filter(each -> each.isOf(kind, version, isolation))
                .filter(each -> each.signature().test(reduced))
                .findFirst();
    }
}
