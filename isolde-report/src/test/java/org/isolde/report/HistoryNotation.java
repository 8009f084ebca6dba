package org.isolde.report;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isolde.history.History;
import org.isolde.history.format.Format;
import org.isolde.history.format.Source;

/**
 * Small histories on one line: {@code A[1-4]{rx0 wx1}} is a transaction of session A from time 1 to 4 (or without times) that
 * reads 0, the initial value, from key x and writes 1; {@code ax1} appends, {@code rx[1,2]} reads a list, {@code cx01} is a
 * compare-and-set from 0 to 1, {@code fx0} one that failed; {@code A!{..}} aborted; {@code x<1 2>} is a version order;
 * {@code A(5-9)[1-4]{..}} starts at 5 and commits at 9 by the database's timestamps, {@code A+{..}} follows a gap in the numbers
 * of its session.
 */
final class HistoryNotation {
    private static final Pattern ITEM =
            Pattern.compile("(\\w)([!+]?)(?:\\((\\d+)-(\\d+)\\))?(?:\\[(\\d+)-(\\d+)\\])?\\{([^}]*)\\}|(\\w)<([^>]*)>");

    private HistoryNotation() {}

    static History read(String text) {
        StringBuilder lines = new StringBuilder("{\"isolde\":1,\"initial\":0}\n");
        Matcher item = ITEM.matcher(text);
        int id = 1;
        while (item.find()) {
            if (item.group(8) != null) {
                lines.append("{\"versions\":{\"key\":\"").append(item.group(8)).append("\",\"order\":[");
                lines.append(item.group(9).replace(' ', ',')).append("]}}\n");
                continue;
            }
            lines.append("{\"session\":\"")
                    .append(item.group(1))
                    .append("\",\"id\":")
                    .append(id++);
            if (text.contains("+{") || text.contains("+(")) {
                lines.append(",\"seq\":").append(item.group(2).equals("+") ? id + 1 : id);
            }
            if (item.group(2).equals("!")) {
                lines.append(",\"status\":\"aborted\"");
            }
            String separator = ",\"ops\":[";
            for (String operation : item.group(7).split(" ")) {
                lines.append(separator).append(operation(operation));
                separator = ",";
            }
            lines.append(']');
            if (item.group(3) != null) {
                lines.append(",\"start\":")
                        .append(item.group(3))
                        .append(",\"commit\":")
                        .append(item.group(4));
            }
            if (item.group(5) != null) {
                lines.append(",\"begin\":")
                        .append(item.group(5))
                        .append(",\"end\":")
                        .append(item.group(6));
            }
            lines.append("}\n");
        }
        try {
            return Format.ISOLDE.read(
                    Source.of(text, new ByteArrayInputStream(lines.toString().getBytes(StandardCharsets.UTF_8))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String operation(String text) {
        String kind = switch (text.charAt(0)) {
            case 'a' -> "append";
            case 'c' -> "cas";
            case 'f' -> "cas-failed";
            default -> text.substring(0, 1);
        };
        String values = text.substring(2);
        if (kind.equals("cas")) {
            values = values.charAt(0) + "," + values.charAt(1);
        }
        return "[\"" + kind + "\",\"" + text.charAt(1) + "\"," + values + "]";
    }
}
