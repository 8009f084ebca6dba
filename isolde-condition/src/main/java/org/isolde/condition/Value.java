package org.isolde.condition;

/** What an operand is in the row at hand. One for each place in a condition, used again for each row. */
final class Value {
    private boolean isNull;
    private long integer;

    /** The text, or null for an integer. */
    private String text;

    void setNull() {
        isNull = true;
        text = null;
    }

    void set(long value) {
        isNull = false;
        integer = value;
        text = null;
    }

    void set(String value) {
        isNull = false;
        text = value;
    }

    boolean isNull() {
        return isNull;
    }

    boolean isText() {
        return text != null;
    }

    long integer() {
        return integer;
    }

    String text() {
        return text;
    }

    /** Less than 0, 0, or more, as this is less, equal, or greater; both are integers, or both texts. */
    int compareTo(Value other) {
        return text == null ? Long.compare(integer, other.integer) : compare(text, other.text);
    }

    /** By code point: {@link String#compareTo} puts what is beyond 16 bits before what is from U+E000 on. */
    private static int compare(String left, String right) {
        int length = Math.min(left.length(), right.length());
        for (int i = 0; i < length; i++) {
            char a = left.charAt(i);
            char b = right.charAt(i);
            if (a != b) {
                boolean surrogates = Character.isSurrogate(a) != Character.isSurrogate(b);
                return surrogates && a >= Character.MIN_SURROGATE && b >= Character.MIN_SURROGATE
                        ? (Character.isSurrogate(a) ? 1 : -1)
                        : Character.compare(a, b);
            }
        }
        return Integer.compare(left.length(), right.length());
    }
}
