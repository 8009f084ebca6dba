package org.isolde.sql.generate;

import static org.isolde.sql.HandMade.delete;
import static org.isolde.sql.HandMade.insert;
import static org.isolde.sql.HandMade.number;
import static org.isolde.sql.HandMade.select;
import static org.isolde.sql.HandMade.where;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.isolde.sql.ast.Predicate;
import org.isolde.sql.ast.Query;
import org.isolde.sql.ast.Source;
import org.isolde.sql.ast.Statement;
import org.isolde.sql.dialect.Dialects;
import org.isolde.sql.testcase.PlannedTransaction;
import org.isolde.sql.testcase.TestCase;
import org.junit.jupiter.api.Test;

class CostTest {
    private static final Query TEN = select("t", where("t", "c", 5)).query();

    private static Predicate anyOf(Query query) {
        return new Predicate.Exists(query, false);
    }

    private static Query from(Source source) {
        return new Query(TEN.items(), source, Predicate.TRUE);
    }

    @Test
    void rowsAreCountedOnceForEachRowAround() {
        // ten rows are fetched and looked at
        assertEquals(20, Cost.of(select("t", Predicate.TRUE), 10));
        assertEquals(10 + 10 * 21, Cost.of(select("s", anyOf(TEN)), 10));
        assertEquals(10 * 21, Cost.of(delete("s", anyOf(TEN)), 10));
        assertEquals(0, Cost.of(insert("s", 20, 7, number(1)), 10));
        assertEquals(0, Cost.of(new Statement.Savepoint("s0"), 10));
    }

    @Test
    void joinsAreLoops() {
        Source table = new Source.Base("t", "t");
        Source pair = new Source.Join(table, Source.Kind.CROSS, new Source.Base("s", "s"), Predicate.TRUE);
        assertEquals(10 + 10 * 10 + 100, Cost.of(new Statement.Select(from(pair), Statement.Lock.NONE), 10));
        Query query = from(table);
        Query named = new Query(
                List.of(new Query.CommonTable("w", query)),
                false,
                TEN.items(),
                new Source.Join(table, Source.Kind.INNER, new Source.Common("w", "r"), Predicate.TRUE),
                Predicate.TRUE,
                List.of(),
                Predicate.TRUE,
                List.of());
        assertEquals(10 + 10 * 20 + 100, Cost.of(new Statement.Select(named, Statement.Lock.NONE), 10));
    }

    @Test
    void aSubqueryForEachRowIsNeverTooMuch() {
        for (int rows : new int[] {1, 8, 100, 10_000}) {
            assertFalse(Cost.isTooMuch(select("s", anyOf(TEN)), rows));
        }
        assertTrue(Cost.isTooMuch(select("s", anyOf(TEN.withWhere(anyOf(TEN.withWhere(anyOf(TEN)))))), 100));
    }

    @Test
    void nothingIsMadeThatTakesTooLong() throws Exception {
        GeneratorOptions usual = GeneratorOptions.DEFAULT;
        GeneratorOptions deep = new GeneratorOptions(
                usual.prefix(),
                usual.tables(),
                usual.rows(),
                usual.transactions(),
                usual.open(),
                usual.statements(),
                6,
                usual.aborts(),
                usual.savepoints(),
                usual.locks(),
                usual.touching(),
                usual.checks(),
                usual.casesOfSchema());
        CaseGenerator generator = new CaseGenerator(1, deep, Dialects.of("h2").orElseThrow());
        for (int i = 0; i < 50; i++) {
            TestCase testCase = generator.generate(i, Probe.NONE);
            for (PlannedTransaction transaction : testCase.transactions()) {
                transaction.statements().forEach(each -> assertFalse(Cost.isTooMuch(each, deep.rows())));
            }
        }
        assertTrue(
                generator.statistics().costly() > 10,
                () -> "left out: " + generator.statistics().costly());
    }
}
