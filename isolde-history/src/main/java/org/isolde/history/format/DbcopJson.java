package org.isolde.history.format;

import java.io.IOException;
import org.isolde.history.BadHistoryException;
import org.isolde.history.Scalars;

/**
 * The JSON of newer dbcop versions: {@code {"params":..,"info":..,"start":..,"end":..,"data":[sessions]}}, or the sessions alone;
 * a transaction is {@code {"events":[..],"committed":true}}, an event {@code {"Write":{"variable":v,"version":n}}},
 * {@code {"Read":{..}}} or, shorter, {@code ["w",v,n]}.
 */
final class DbcopJson {
    private final JsonCursor json = new JsonCursor(true);
    private final DbcopEvents events;
    private final Scalars scalars;

    DbcopJson(Source source, DbcopEvents events) {
        this.events = events;
        this.scalars = events.scalars();
        json.reset(source.stream());
    }

    void read() throws IOException {
        if (json.peek() == '[') {
            sessions();
        } else {
            boolean data = false;
            json.expect('{', "an object with the field \"data\"");
            while (json.name()) {
                if (isNamed("data")) {
                    if (data) {
                        throw json.complaint("a history with two fields \"data\"");
                    }
                    data = true;
                    sessions();
                } else if (isNamed("info") && json.peek() == '"') {
                    json.string("a text");
                    events.info(json.text());
                } else {
                    json.skip();
                }
            }
            if (!data) {
                throw json.complaint("expected the field \"data\" with the sessions");
            }
        }
        if (json.peek() != 0) {
            throw json.bad("the end of the file behind the history");
        }
    }

    private boolean isNamed(String name) {
        return json.packedText() == ByteCursor.pack(name);
    }

    private void sessions() throws IOException {
        json.expect('[', "an array of sessions");
        while (json.element()) {
            events.beginSession();
            json.expect('[', "a session, an array of transactions");
            while (json.element()) {
                transaction();
            }
        }
    }

    private void transaction() throws IOException {
        json.expect('{', "a transaction {\"events\": [...], \"committed\": true}");
        boolean seen = false;
        boolean committed = true;
        while (json.name()) {
            if (isNamed("events")) {
                if (seen) {
                    throw json.complaint("a transaction with two fields \"events\"");
                }
                seen = true;
                json.expect('[', "an array of events");
                while (json.element()) {
                    event();
                }
            } else if (json.text().equals("committed")) {
                committed = json.bool("true or false");
            } else {
                json.skip();
            }
        }
        if (!seen) {
            throw json.complaint("expected the field \"events\" in a transaction");
        }
        events.endTransaction(committed);
    }

    private void event() throws IOException {
        if (json.take('[')) {
            compact();
            return;
        }
        json.expect('{', "an event {\"Read\": {...}} or {\"Write\": {...}}");
        if (!json.name()) {
            throw json.complaint("expected \"Read\" or \"Write\" in an event");
        }
        boolean write = isNamed("Write");
        if (!write && !isNamed("Read")) {
            throw json.complaint("expected \"Read\" or \"Write\" in an event, found " + Text.quote(json.text()));
        }
        json.expect('{', "an object with \"variable\" and \"version\"");
        long variable = Scalars.NULL;
        long version = Scalars.NULL;
        while (json.name()) {
            if (isNamed("variable")) {
                variable = json.scalar(scalars, "a variable");
            } else if (isNamed("version")) {
                version = json.scalar(scalars, "a version");
            } else {
                json.skip();
            }
        }
        if (json.name()) {
            throw json.complaint("expected one event, found another beside it: " + Text.quote(json.text()));
        }
        add(write, variable, version);
    }

    /** The short spelling, behind its bracket. */
    private void compact() throws IOException {
        next();
        json.string("\"r\" or \"w\"");
        boolean write = isNamed("w");
        if (!write && !isNamed("r")) {
            throw json.complaint("expected \"r\" or \"w\", found " + Text.quote(json.text()));
        }
        next();
        long variable = json.scalar(scalars, "a variable");
        next();
        long version = json.scalar(scalars, "a version");
        if (json.element()) {
            throw json.bad("the end of the event");
        }
        add(write, variable, version);
    }

    private void next() throws IOException {
        if (!json.element()) {
            throw json.complaint("an event ends too early; expected one such as [\"r\", variable, version]");
        }
    }

    private void add(boolean write, long variable, long version) throws BadHistoryException {
        if (variable == Scalars.NULL || (write && version == Scalars.NULL)) {
            throw json.complaint("expected \"variable\" and \"version\" in an event");
        }
        if (write) {
            events.write(variable, version, true);
        } else {
            events.read(variable, version, true);
        }
    }
}
