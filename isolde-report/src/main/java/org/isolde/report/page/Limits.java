package org.isolde.report.page;

/**
 * How much of everything a page shows, so that it stays small and can be read.
 *
 * @param findings findings that are told in full
 * @param transactions transactions in the table of one finding
 * @param operations operations of one transaction
 * @param cases cases of one finding
 * @param casePictures how many of them have a picture
 * @param text letters of a long text, such as a reason
 * @param name letters of a name, a key or an operation
 * @param history bytes of a history that is shown as text
 * @param parameters parameters of the run
 */
record Limits(
        int findings,
        int transactions,
        int operations,
        int cases,
        int casePictures,
        int text,
        int name,
        int history,
        int parameters) {
    /** What is usual. */
    static final Limits USUAL = new Limits(20, 60, 60, 40, 8, 1200, 160, 24_000, 200);

    /** About half of everything, for pages that came out too large. */
    Limits half() {
        return new Limits(
                Math.max(1, findings / 2),
                Math.max(4, transactions / 2),
                Math.max(4, operations / 2),
                Math.max(1, cases / 2),
                casePictures / 2,
                Math.max(100, text / 2),
                Math.max(24, name / 2),
                history / 2,
                Math.max(20, parameters / 2));
    }
}
