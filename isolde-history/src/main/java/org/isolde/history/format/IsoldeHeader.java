package org.isolde.history.format;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.isolde.history.HistoryBuilder;
import org.isolde.history.Scalars;

/**
 * The first line of the native format.
 *
 * @param initial the code of the initial value in the scalars that it was read with
 * @param scalars the table of that code
 * @param tellsInitial whether it says what keys are at first, or that they are nothing; else the initial value is null
 * @param initialVersions whether there are initial versions at all
 * @param sessions how many sessions there are at a time; 0 if that is not said
 * @param fields all further fields, each as its JSON text
 */
record IsoldeHeader(
        long initial,
        Scalars scalars,
        boolean tellsInitial,
        boolean initialVersions,
        long sessions,
        Map<String, String> fields) {
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");
    static final String EXPECTED = "a header such as {\"isolde\":1,\"initial\":0} on the first line";

    /** Reads the line at the cursor and goes to the next. */
    static IsoldeHeader read(JsonCursor json, Scalars scalars) throws IOException {
        json.nextLine();
        int start = json.at;
        json.expect('{', EXPECTED);
        boolean version = false;
        long initial = Scalars.NULL;
        boolean tellsInitial = false;
        boolean initialVersions = true;
        long sessions = 0;
        Map<String, String> fields = new LinkedHashMap<>();
        while (json.name()) {
            String name = json.text();
            switch (name) {
                case "isolde":
                    if (json.integer("the format's version, 1") != 1) {
                        throw json.complaint(
                                "a later version of this format; this Isolde reads version 1, {\"isolde\":1}");
                    }
                    version = true;
                    break;
                case "initial":
                    initial = json.scalar(scalars, "an integer, a text or null as the initial value");
                    tellsInitial = true;
                    break;
                case "initialVersions":
                    initialVersions = json.bool("true or false for \"initialVersions\"");
                    break;
                case "sessions":
                    String text = json.raw();
                    sessions = NUMBER.matcher(text).matches() ? Long.parseLong(text) : 0;
                    fields.put(name, text);
                    break;
                case "live":
                    // how it was written, not where it comes from: a copy is no live recording
                    json.skip();
                    break;
                default:
                    fields.put(name, json.raw());
            }
        }
        if (!version) {
            json.at = start;
            throw json.bad(EXPECTED);
        }
        json.endLine();
        return new IsoldeHeader(initial, scalars, tellsInitial || !initialVersions, initialVersions, sessions, fields);
    }

    void applyTo(HistoryBuilder builder) {
        if (tellsInitial) {
            builder.initialValue(initial, scalars);
        }
        if (!initialVersions) {
            builder.withoutInitialVersions();
        }
        fields.forEach(builder::header);
    }
}
