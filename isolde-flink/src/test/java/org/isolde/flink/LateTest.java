package org.isolde.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.isolde.history.Level;
import org.junit.jupiter.api.Test;

/** Who comes when verdicts are final is told beside, and what was final stays so; later reads see what he wrote. */
class LateTest {
    private final List<StreamTransaction> stream = new ArrayList<>();
    private final TransactionLines lines = new TransactionLines("0");

    private void line(String session, int seq, long start, long commit, String ops) throws Exception {
        byte[] line = ("{\"session\":\"" + session + "\",\"seq\":" + seq + ",\"start\":" + start + ",\"commit\":"
                        + commit + ",\"ops\":[" + ops + "]}")
                .getBytes(StandardCharsets.UTF_8);
        lines.parse(line, 0, line.length, stream::add);
    }

    @Test
    void oneThatWritesBelowTheWatermarkIsLate() throws Exception {
        for (int i = 0; i < 1000; i++) {
            if (i == 500) {
                line("late", 0, 11, 12, "[\"w\",\"x\",5]");
            }
            // before it came nobody had written the key; whoever looks behind it and comes later sees it
            String read = i == 100 ? "[\"r\",\"x\",0]," : i == 900 ? "[\"r\",\"x\",5]," : "";
            line("a", i, i * 10L, i * 10L + 5, read + "[\"w\"," + i % 10 + "," + i + "]");
        }
        VerdictOptions options = VerdictOptions.of(Level.SI)
                .withInitial("0")
                .withSettle(Duration.ofMillis(50))
                .withRetain(Duration.ofHours(1));
        TestJob.Outcome outcome = new TestJob(stream, options).pace(1).run();
        assertEquals(Map.of(), outcome.findings());
        assertEquals(1, outcome.late());
        assertEquals(1, outcome.tally().late());
        assertEquals(1001, outcome.tally().transactions());
    }
}
