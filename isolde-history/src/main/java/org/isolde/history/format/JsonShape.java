package org.isolde.history.format;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;

/** What the beginning of a JSON input looks like, by which its format is told: the names of its first object. */
final class JsonShape {
    private JsonShape() {}

    /**
     * The names in the first object of an input, which stands alone, on the first line, or first in an array; those that
     * the head cuts off are missing. Empty if the input is something else.
     */
    static Set<String> names(byte[] head) {
        Set<String> names = new LinkedHashSet<>();
        JsonCursor json = new JsonCursor(true);
        json.reset(Arrays.copyOf(head, head.length + 1), 0, head.length);
        try {
            json.take('[');
            json.expect('{', "an object");
            while (json.name()) {
                names.add(json.text());
                json.skip();
            }
        } catch (IOException e) {
            // cut off, or no JSON: what was found so far is the answer
            return names;
        }
        return names;
    }
}
