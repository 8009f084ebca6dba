package org.isolde.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * What is done where the user, or the system, asks the process to end: by Ctrl-C, SIGTERM or SIGHUP.
 *
 * <p>A shutdown hook would do it too, but can't tell the exit code, unless it halts the JVM and so keeps profilers and libraries
 * from cleaning up. Signals that are ignored, as under {@code nohup}, stay so.
 */
final class EndSignals implements AutoCloseable {
    private final Map<Signal, SignalHandler> before = new LinkedHashMap<>();

    /** @param end called for each signal, by a thread of its own */
    EndSignals(Runnable end) {
        for (String name : new String[] {"INT", "TERM", "HUP"}) {
            try {
                Signal signal = new Signal(name);
                before.put(signal, Signal.handle(signal, received -> end.run()));
            } catch (IllegalArgumentException e) {
                // not known here, or left to the system by -Xrs: the process ends by shutdown hooks then, with its code
            }
        }
    }

    /** Signals mean what they meant before. */
    @Override
    public void close() {
        before.forEach(Signal::handle);
    }
}
