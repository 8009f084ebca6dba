package org.isolde.http;

import java.time.Duration;

/**
 * How much of a server one sender may take, and all of them together.
 *
 * @param head how long the head of a request may take to come
 * @param silence how long the other side may be silent in a body, or take nothing of an answer
 * @param body how long a body may be waited for altogether
 * @param linger how long what was sent and nobody reads is taken in, so that the sender gets to see its answer
 * @param threads how many requests are answered at once, those of watchers among them
 * @param senders how many of them may be sending something
 * @param watchers how many of them may be watching
 */
record Limits(Duration head, Duration silence, Duration body, Duration linger, int threads, int senders, int watchers) {
    /** There are threads left for short questions when all senders and watchers have theirs. */
    static final Limits USUAL = new Limits(
            Duration.ofSeconds(10),
            Duration.ofSeconds(60),
            Duration.ofMinutes(5),
            Duration.ofSeconds(10),
            320,
            240,
            64);
}
