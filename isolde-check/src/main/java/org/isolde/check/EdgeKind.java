package org.isolde.check;

/** The kinds of edges between transactions, by the letters that the literature uses. */
public enum EdgeKind {
    /** Session order. */
    SO("so"),
    /** Real time: one ended before the other began. */
    RT("rt"),
    /** The second read what the first wrote. */
    WR("wr"),
    /** The second overwrote what the first wrote. */
    WW("ww"),
    /** The second overwrote what the first read. */
    RW("rw"),
    /** The level forces the first before the second in the commit order. */
    CO("co");

    private final String text;

    EdgeKind(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }
}
