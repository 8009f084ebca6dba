package org.isolde.cli;

import java.util.ArrayList;
import java.util.List;
import org.isolde.report.TextLayout;

/** Texts in columns, one a session, time going down: what one does stands below what another did before. */
final class SideBySide {
    private static final int GAP = 2;

    private final int columns;
    private final int width;
    private final int margin;
    private final StringBuilder text = new StringBuilder();

    /**
     * @param heads the heads of the columns
     * @param margin how much room there is to the left of them
     */
    SideBySide(List<String> heads, int margin) {
        this.columns = heads.size();
        this.margin = margin;
        this.width = (TextLayout.WIDTH - margin + GAP) / Math.max(1, columns) - GAP;
        text.append(" ".repeat(margin));
        for (String head : heads) {
            String shown = head.length() > width ? head.substring(0, width) : head;
            text.append(shown).append(" ".repeat(width + GAP - shown.length()));
        }
        finish();
    }

    /**
     * Adds lines to a column.
     *
     * @param label in the margin of the first line
     * @param first what stands before the first word; further lines are indented as far, and a bit more
     */
    void add(int column, String label, String first, String words) {
        String left = label;
        for (String line : wrap(words, first)) {
            text.append(left)
                    .append(" ".repeat(Math.max(0, margin + column * (width + GAP) - left.length())))
                    .append(line);
            finish();
            left = "";
        }
    }

    private void finish() {
        while (text.charAt(text.length() - 1) == ' ') {
            text.setLength(text.length() - 1);
        }
        text.append(System.lineSeparator());
    }

    private List<String> wrap(String words, String first) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(first);
        String indent = " ".repeat(first.length());
        boolean empty = true;
        for (String word : words.split(" ")) {
            if (!empty && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line = new StringBuilder(indent).append("  ");
                empty = true;
            }
            line.append(empty ? "" : " ").append(word);
            empty = false;
        }
        lines.add(line.toString());
        return lines;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
