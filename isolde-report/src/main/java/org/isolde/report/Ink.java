package org.isolde.report;

/** How parts of a text are set off: by colours on a terminal, by nothing in a file. */
public interface Ink {
    /** No colours at all. */
    Ink PLAIN = new Ink() {
        @Override
        public String strong(String text) {
            return text;
        }

        @Override
        public String good(String text) {
            return text;
        }

        @Override
        public String bad(String text) {
            return text;
        }

        @Override
        public String faint(String text) {
            return text;
        }
    };

    String strong(String text);

    String good(String text);

    String bad(String text);

    String faint(String text);
}
