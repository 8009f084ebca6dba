package org.isolde.sql.generate;

/**
 * What test cases are like.
 *
 * @param prefix what names of tables begin with
 * @param tables how many tables, at most; two at least
 * @param rows how many rows a table has in the beginning, at most
 * @param transactions how many transactions a case has
 * @param open how many of them are open at once, at most
 * @param statements how many statements a transaction has, at most; without those for savepoints
 * @param depth how deep expressions are nested
 * @param aborts the share of transactions that are meant to be rolled back
 * @param savepoints the share of transactions with a savepoint
 * @param locks the share of plain queries that lock their rows
 * @param touching the share of statements that are to touch rows; for those that are tried first
 * @param checks the share of tables with checks
 * @param casesOfSchema how many cases in a row have the same tables
 */
public record GeneratorOptions(
        String prefix,
        int tables,
        int rows,
        int transactions,
        int open,
        int statements,
        int depth,
        double aborts,
        double savepoints,
        double locks,
        double touching,
        double checks,
        int casesOfSchema) {
    /** Six transactions, three at once, as in TxCheck. */
    public static final GeneratorOptions DEFAULT =
            new GeneratorOptions("isolde_t", 3, 8, 6, 3, 3, 3, 0.15, 0.15, 0.1, 0.9, 0.4, 10);

    public GeneratorOptions {
        if (tables < 2
                || rows < 1
                || transactions < 1
                || open < 1
                || statements < 1
                || depth < 1
                || casesOfSchema < 1) {
            throw new IllegalArgumentException("a test case has at least two tables, and one of all else");
        }
    }

    public GeneratorOptions withPrefix(String other) {
        return new GeneratorOptions(
                other,
                tables,
                rows,
                transactions,
                open,
                statements,
                depth,
                aborts,
                savepoints,
                locks,
                touching,
                checks,
                casesOfSchema);
    }
}
