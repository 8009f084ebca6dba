package org.isolde.online.aion;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.isolde.online.axiom.CodeSet;
import org.junit.jupiter.api.Test;

class CodeSetTest {
    @Test
    void itIsASet() {
        long seed = Long.getLong("isolde.seed", System.nanoTime());
        Random random = new Random(seed);
        CodeSet codes = new CodeSet();
        Set<Long> model = new HashSet<>();
        for (int i = 0; i < 5000; i++) {
            long code = random.nextBoolean() ? random.nextInt(3000) : Long.MIN_VALUE + random.nextInt(3000);
            assertEquals(model.contains(code), codes.contains(code), "seed " + seed);
            assertEquals(model.add(code), codes.add(code), "seed " + seed);
            assertEquals(model.size(), codes.size());
        }
        Set<Long> visited = new HashSet<>();
        codes.forEach(visited::add);
        assertEquals(model, visited);
        Set<Long> renamed = new HashSet<>();
        codes.renamed(code -> code + 1).forEach(code -> renamed.add(code - 1));
        assertEquals(model, renamed);
    }
}
