package org.isolde.app.serve;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isolde.http.HttpProblem;

/**
 * The tests and the fuzzing that the page has started: one runs at a time, for two would disturb each other, the others wait for their
 * turn, and the last ones that ended are remembered.
 */
final class TestQueue implements AutoCloseable {
    private static final int MOST_WAITING = 20;
    private static final int MOST_REMEMBERED = 50;
    private static final long SAMPLE_MILLIS = 500;

    private final Map<Integer, StartedRun> tests = new LinkedHashMap<>();
    private final Deque<StartedRun> waiting = new ArrayDeque<>();
    private final Thread dispatcher;
    private int last;
    private boolean closed;

    TestQueue() {
        dispatcher = new Thread(this::dispatch, "isolde-tests");
        dispatcher.setDaemon(true);
        dispatcher.start();
    }

    /** The number of the next one, which is still to be planned. */
    synchronized int next() throws HttpProblem {
        waiting.removeIf(StartedRun::isOver);
        if (waiting.size() >= MOST_WAITING) {
            throw new HttpProblem(429, MOST_WAITING + " tests are waiting already; wait for some to end.");
        }
        return ++last;
    }

    /** Lets a planned test wait for its turn. */
    synchronized void add(StartedRun test) {
        tests.put(test.id(), test);
        List<Integer> over = new ArrayList<>(tests.keySet());
        over.removeIf(id -> !tests.get(id).isOver());
        for (int i = 0; i < over.size() - MOST_REMEMBERED; i++) {
            tests.remove(over.get(i));
        }
        waiting.add(test);
        notifyAll();
    }

    synchronized StartedRun find(String id) throws HttpProblem {
        StartedRun test = id.matches("\\d{1,9}") ? tests.get(Integer.parseInt(id)) : null;
        if (test == null) {
            throw HttpProblem.notFound("test of that number");
        }
        return test;
    }

    /** All that are remembered, newest first. */
    synchronized List<StartedRun> all() {
        List<StartedRun> all = new ArrayList<>(tests.values());
        java.util.Collections.reverse(all);
        return all;
    }

    private void dispatch() {
        try {
            while (true) {
                StartedRun next;
                synchronized (this) {
                    while (waiting.isEmpty() && !closed) {
                        wait();
                    }
                    if (closed) {
                        return;
                    }
                    next = waiting.poll();
                }
                // a thread of its own, which ends with the test: on Ctrl-C the test waits for just that
                Thread worker = new Thread(next::run, "isolde-test-" + next.id());
                worker.setDaemon(true);
                worker.start();
                while (worker.isAlive()) {
                    worker.join(SAMPLE_MILLIS);
                    next.sample();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Cancels what runs and what waits. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        for (StartedRun test : all()) {
            test.cancel();
        }
        try {
            dispatcher.join(15_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
