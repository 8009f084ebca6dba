package org.isolde.run.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.isolde.run.DatabaseException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The order of steps and what is told of them, without a database. A step is a session and a word, as in {@code "A lock"}:
 * {@code lock} waits for the only lock there is, {@code end} frees it, {@code fail} is an error; the rest is done at once.
 */
@Timeout(60)
class InterleavedExecutionTest {
    private static final Patience SHORT =
            new Patience(Duration.ofMillis(500), Duration.ofSeconds(1), Duration.ofMillis(300));

    private final Semaphore lock = new Semaphore(1);

    private static final class WordRules implements InterleavedExecution.Rules<String, String> {
        @Override
        public String session(String step) {
            return step.substring(0, 1);
        }

        @Override
        public boolean skips(String earlier, String answer, String step) {
            return answer.equals("error");
        }

        @Override
        public boolean releases(String step, String answer) {
            return step.endsWith(" end");
        }
    }

    private final class Words implements StepExecutor<String, String> {
        private volatile Thread thread;

        @Override
        public String execute(String step) throws Exception {
            thread = Thread.currentThread();
            switch (step.substring(2)) {
                case "lock" -> lock.acquire();
                case "end" -> lock.release();
                case "fail" -> {
                    return "error";
                }
                case "break" -> throw new IllegalStateException("broken");
                default -> {}
            }
            return "ok";
        }

        @Override
        public void cancel() {
            thread.interrupt();
        }

        @Override
        public void abort() {}

        @Override
        public void close() {}
    }

    private List<String> run(String... steps) throws DatabaseException, InterruptedException {
        try (InterleavedExecution<String, String> execution =
                new InterleavedExecution<>(new WordRules(), SHORT, null)) {
            for (String session : Arrays.stream(steps)
                    .map(step -> step.substring(0, 1))
                    .distinct()
                    .toList()) {
                execution.addSession(session, new Words(), 0);
            }
            return execution.run(List.of(steps)).stream()
                    .map(event -> event.step() + " " + event.kind())
                    .toList();
        }
    }

    @Test
    void stepsAreSentOneAfterTheOther() throws Exception {
        assertEquals(
                List.of("A x SENT", "A x ANSWERED", "B y SENT", "B y ANSWERED", "A z SENT", "A z ANSWERED"),
                run("A x", "B y", "A z"));
    }

    /** B's next step queues behind the one that waits, and goes before C's once it is answered. */
    @Test
    void aSessionThatWaitsIsPassedOver() throws Exception {
        assertEquals(
                List.of(
                        "A lock SENT",
                        "A lock ANSWERED",
                        "B lock SENT",
                        "B lock WAITS",
                        "A end SENT",
                        "A end ANSWERED",
                        "B lock ANSWERED",
                        "B y SENT",
                        "B y ANSWERED",
                        "C z SENT",
                        "C z ANSWERED"),
                sorted(run("A lock", "B lock", "B y", "A end", "C z")));
    }

    /** The lock is free before the answer to what freed it is here, so either may be seen first. */
    private static List<String> sorted(List<String> events) {
        int end = events.indexOf("A end ANSWERED");
        int freed = events.indexOf("B lock ANSWERED");
        if (freed == end - 1) {
            List<String> swapped = new ArrayList<>(events);
            Collections.swap(swapped, end, freed);
            return swapped;
        }
        return events;
    }

    @Test
    void whatFollowsAnErrorIsSkippedInThatSessionAlone() throws Exception {
        assertEquals(
                List.of("A fail SENT", "A fail ANSWERED", "A x SKIPPED", "B y SENT", "B y ANSWERED"),
                run("A fail", "A x", "B y"));
    }

    @Test
    void whatWouldWaitForEverIsCancelled() throws Exception {
        assertEquals(
                List.of(
                        "A lock SENT",
                        "A lock ANSWERED",
                        "B lock SENT",
                        "B lock WAITS",
                        "B lock CANCELLED",
                        "B y SKIPPED"),
                run("A lock", "B lock", "B y"));
    }

    @Test
    void whatIsNoAnswerEndsTheExecution() {
        DatabaseException problem = assertThrows(DatabaseException.class, () -> run("A break", "B x"));
        assertEquals("session A failed: java.lang.IllegalStateException: broken", problem.getMessage());
    }
}
