package org.isolde.run.certificate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.isolde.run.rows.RowMark;
import org.isolde.run.rows.RowSnapshot;
import org.isolde.run.rows.RowVersion;
import org.junit.jupiter.api.Test;

class VisibleRowsTest {
    /** Rows that come and go, numbers with gaps that are not in the order of commits, and any snapshot: as one looks at all. */
    @Test
    void findsWhatLookingAtAllRowsFinds() {
        Random random = new Random(5);
        ChangeLog log = new ChangeLog();
        Map<Long, RowVersion> alive = new TreeMap<>();
        List<Long> numbers = new ArrayList<>();
        long version = 0;
        for (int n = 0; n < 1000; n++) {
            // a server that crashed twice
            long number = (n / 400 << 30) * (1L << 18) + 2L * (n ^ random.nextInt(4) % 2);
            if (numbers.contains(number)) {
                continue;
            }
            numbers.add(number);
            log.begin(number);
            for (int change = random.nextInt(3); change >= 0; change--) {
                long id = random.nextInt(12);
                RowVersion before = alive.get(id);
                version++;
                if (before == null) {
                    alive.put(id, new RowVersion(RowVersion.bornAs(id, version), version, id, 0L, null, null));
                    log.inserted(alive.get(id));
                } else if (random.nextBoolean()) {
                    alive.remove(id);
                    log.deleted(id);
                } else {
                    alive.put(id, new RowVersion(before.row(), version, id, 1L, null, before.version()));
                    log.updated(id, alive.get(id));
                }
            }
            log.commit();
        }
        assertEquals(null, log.problem());
        VisibleRows visible = new VisibleRows(log);
        for (int i = 0; i < 2000; i++) {
            long upTo = numbers.get(random.nextInt(numbers.size())) + random.nextInt(3) - 1;
            long[] but = random.longs(random.nextInt(4), 0, 40)
                    .map(back -> upTo - back)
                    .toArray();
            long own = random.nextBoolean() ? RowMark.NONE : upTo - random.nextInt(10);
            RowSnapshot snapshot = new RowSnapshot(upTo, but);
            Map<String, Long> expected = new TreeMap<>();
            log.rows().forEach((row, changes) -> {
                int place = VisibleRows.place(changes, snapshot, own);
                if (place >= 0 && !changes.get(place).isDeletion()) {
                    expected.put(row, changes.get(place).version());
                }
            });
            Map<String, Long> found = new TreeMap<>();
            visible.of(snapshot, own).forEach(change -> found.put(change.after().row(), change.version()));
            assertEquals(expected, found);
        }
    }
}
