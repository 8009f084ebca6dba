package org.isolde.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.isolde.history.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobCallTest {
    private static JobPlan plan(String call) {
        return JobCall.read(List.of(call.split(" ", -1))).plan();
    }

    @Test
    void aCheckHasNoTimes() {
        JobPlan plan = plan("check one.jsonl two");
        assertEquals(JobPlan.Kind.CHECK, plan.kind());
        assertEquals(List.of("one.jsonl", "two"), plan.files());
        assertEquals(Level.SI, plan.level());
        assertTrue(plan.sessionOrder());
        assertFalse(plan.skipBadLines());
        assertFalse(plan.json());
        assertEquals(0, plan.parallelism());
        assertEquals(List.of(), plan.topics());
        assertNull(plan.backend());
        assertNull(plan.settle());
        assertNull(plan.retain());
        assertNull(plan.checkpointEvery());
        assertEquals(Duration.ofSeconds(60), plan("check one.jsonl --state s").checkpointEvery());
    }

    @Test
    void aMonitorHasTheTimesOfItsHelp() {
        JobPlan plan = plan("monitor --kafka h:1 --topic a,b");
        assertEquals(JobPlan.Kind.MONITOR, plan.kind());
        assertEquals("h:1", plan.kafka());
        assertEquals(List.of("a", "b"), plan.topics());
        assertEquals(Duration.ofSeconds(5), plan.settle());
        assertEquals(Duration.ofMinutes(1), plan.retain());
        assertEquals(Duration.ofSeconds(10), plan.checkpointEvery());
    }

    @Test
    void whatIsGivenIsInThePlan() {
        JobPlan plan = plan("monitor --level=ser --no-session-order --skip-bad-lines --json --initial=-3 --settle 2s"
                + " --retain=3s --checkpoint-every 10ms --parallelism 32768 --backend RocksDB --state s --out o f");
        assertEquals(Level.SER, plan.level());
        assertFalse(plan.sessionOrder());
        assertTrue(plan.skipBadLines());
        assertTrue(plan.json());
        assertEquals("-3", plan.initial());
        assertEquals(Duration.ofSeconds(2), plan.settle());
        assertEquals(Duration.ofSeconds(3), plan.retain());
        assertEquals(Duration.ofMillis(10), plan.checkpointEvery());
        assertEquals(32_768, plan.parallelism());
        assertEquals(JobPlan.Backend.ROCKSDB, plan.backend());
        assertEquals("s", plan.state());
        assertEquals("o", plan.out());
        assertEquals(List.of("f"), plan.files());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "watch f | 'watch' is no job",
                "check | nothing to check",
                "check f --speed 3 | unknown option --speed",
                "check f --level | --level needs a value: LEVEL",
                "check f --level si,ser | si or for ser",
                "check f --level rc | si or for ser",
                "check f --kafka h:1 --topic t | files or --kafka, not both",
                "check --kafka h:1 | --kafka needs --topic",
                "check f --topic t | --topic needs --kafka",
                "check f --out-topic t | bootstrap.servers",
                "check f --kafka-properties p | neither is there",
                "monitor --kafka h:1 --topic t --kafka-properties none.properties | no such file",
                "monitor - | standard input",
                "check f --settle 5s | --settle is for streams",
                "check f --retain 5s | --retain is for streams",
                "monitor f --settle soon | --settle: ",
                "monitor f --checkpoint-every 9ms | too often",
                "check f --parallelism 0 | from 1 to 32768",
                "check f --parallelism 32769 | from 1 to 32768",
                "check f --initial [1] | is no value",
                "check f --backend tape | heap and rocksdb"
            })
    void whatCanNotBeIsRefusedWithTheCure(String call, String says) {
        String message = assertThrows(JobCallException.class, () -> plan(call)).getMessage();
        assertTrue(message.contains(says), message);
    }
}
