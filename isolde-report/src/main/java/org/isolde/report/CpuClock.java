package org.isolde.report;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** How long the calling thread has worked: on a busy machine no less gets done than on an idle one. */
final class CpuClock {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private CpuClock() {}

    /** Nanoseconds of work, from any beginning; of time where the machine can't tell. */
    static long nanos() {
        return THREADS.isCurrentThreadCpuTimeSupported() && THREADS.isThreadCpuTimeEnabled()
                ? THREADS.getCurrentThreadCpuTime()
                : System.nanoTime();
    }
}
