package org.isolde.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A table in Markdown; columns of figures, those whose title begins with '>', are aligned to the right. */
final class Table {
    private final List<String> titles;
    private final List<List<String>> rows = new ArrayList<>();

    Table(String... titles) {
        this.titles = List.of(titles);
    }

    void row(String... cells) {
        if (cells.length != titles.size()) {
            throw new IllegalArgumentException(cells.length + " cells for " + titles.size() + " columns");
        }
        rows.add(List.of(cells));
    }

    @Override
    public String toString() {
        int[] widths = new int[titles.size()];
        for (int column = 0; column < widths.length; column++) {
            widths[column] = Math.max(3, title(column).length());
            for (List<String> row : rows) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        StringBuilder text = new StringBuilder("|");
        for (int column = 0; column < widths.length; column++) {
            cell(text, title(column), column, widths[column]);
        }
        text.append("\n|");
        for (int column = 0; column < widths.length; column++) {
            text.append('-').append("-".repeat(widths[column])).append(isRight(column) ? ":|" : "-|");
        }
        for (List<String> row : rows) {
            text.append("\n|");
            for (int column = 0; column < widths.length; column++) {
                cell(text, row.get(column), column, widths[column]);
            }
        }
        return text.append('\n').toString();
    }

    private boolean isRight(int column) {
        return titles.get(column).startsWith(">");
    }

    private String title(int column) {
        return isRight(column) ? titles.get(column).substring(1) : titles.get(column);
    }

    private void cell(StringBuilder text, String cell, int column, int width) {
        String padding = " ".repeat(width - cell.length());
        text.append(' ')
                .append(isRight(column) ? padding + cell : cell + padding)
                .append(" |");
    }

    static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    static String fixed(double number, int digits) {
        return String.format(Locale.ROOT, "%,." + digits + "f", number);
    }

    /** Times, to the millisecond where that means something. */
    static String seconds(double seconds) {
        return fixed(seconds, seconds < 10 ? 3 : 2);
    }

    static String megabytes(double bytes) {
        return bytes < 0 ? "unknown" : fixed(bytes / 1e6, 0);
    }
}
