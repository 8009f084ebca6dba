package org.isolde.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Tells a browser of events as they come, as server-sent events. Nothing is on its way before {@link #flush}. */
public final class EventOutput implements AutoCloseable {
    private final OutputStream out;

    /** @param out of an answer of the type {@link Request#EVENTS} */
    public EventOutput(OutputStream out) {
        this.out = out;
    }

    /** @param data without line feeds */
    public void event(String name, byte[] data) throws IOException {
        out.write(("event: " + name + "\ndata: ").getBytes(StandardCharsets.US_ASCII));
        out.write(data);
        out.write('\n');
        out.write('\n');
    }

    public void event(String name, String data) throws IOException {
        event(name, data.getBytes(StandardCharsets.UTF_8));
    }

    /** Tells nothing, by which it is noticed if they have gone. */
    public void stillThere() throws IOException {
        out.write(": still there\n\n".getBytes(StandardCharsets.US_ASCII));
    }

    public void flush() throws IOException {
        out.flush();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
