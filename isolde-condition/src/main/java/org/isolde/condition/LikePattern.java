package org.isolde.condition;

import java.util.Arrays;

/** A pattern of {@code like}, taken apart. */
final class LikePattern {
    private static final int ANY = -1;
    private static final int ONE = -2;

    /** Code points, {@link #ANY} and {@link #ONE}. */
    private final int[] parts;

    private LikePattern(int[] parts) {
        this.parts = parts;
    }

    static LikePattern of(String pattern) throws ConditionException {
        int[] points = pattern.codePoints().toArray();
        int length = 0;
        for (int i = 0; i < points.length; i++, length++) {
            if (points[i] == '\\') {
                if (++i == points.length) {
                    throw new ConditionException("the pattern '" + pattern + "' ends with its escape \\; write \\\\");
                }
                points[length] = points[i];
            } else {
                points[length] = points[i] == '%' ? ANY : points[i] == '_' ? ONE : points[i];
            }
        }
        return new LikePattern(Arrays.copyOf(points, length));
    }

    /** Goes back to the last {@code %} alone: what an earlier one takes more, the last one can take as well. */
    boolean matches(String text) {
        int[] points = text.codePoints().toArray();
        int place = 0;
        int part = 0;
        int lastAny = -1;
        int placeOfAny = 0;
        while (place < points.length) {
            if (part < parts.length && parts[part] == ANY) {
                lastAny = part++;
                placeOfAny = place;
            } else if (part < parts.length && (parts[part] == ONE || parts[part] == points[place])) {
                part++;
                place++;
            } else if (lastAny >= 0) {
                part = lastAny + 1;
                place = ++placeOfAny;
            } else {
                return false;
            }
        }
        while (part < parts.length && parts[part] == ANY) {
            part++;
        }
        return part == parts.length;
    }
}
