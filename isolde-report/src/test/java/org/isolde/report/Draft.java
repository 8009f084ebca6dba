package org.isolde.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.isolde.history.History;
import org.isolde.history.format.Format;
import org.isolde.history.format.Source;

/**
 * A small history as its JSON Lines, from which things are left out the plain way: with a write go the reads of its value,
 * its place in lists and version orders, and the compare-and-sets of its key that failed.
 */
final class Draft {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final List<JsonNode> lines;

    private Draft(List<JsonNode> lines) {
        this.lines = lines;
    }

    static Draft of(History history) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Format.ISOLDE.write(history, bytes);
        List<JsonNode> lines = new ArrayList<>();
        for (String line : bytes.toString(StandardCharsets.UTF_8).split("\n", -1)) {
            if (!line.isEmpty()) {
                lines.add(JSON.readTree(line));
            }
        }
        return new Draft(lines);
    }

    History history() throws IOException {
        return Format.ISOLDE.read(
                Source.of("draft", new ByteArrayInputStream(toString().getBytes(StandardCharsets.UTF_8))));
    }

    /** The drafts with one transaction less. */
    List<Draft> withoutATransaction() {
        List<Draft> drafts = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).has("ops")) {
                Draft smaller = copy();
                smaller.lines.remove(i);
                drafts.add(smaller.closed(this));
            }
        }
        return drafts;
    }

    /** The drafts with one operation less. */
    List<Draft> withoutAnOperation() {
        List<Draft> drafts = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            for (int op = 0;
                    lines.get(i).has("ops") && op < lines.get(i).get("ops").size();
                    op++) {
                Draft smaller = copy();
                ((ArrayNode) smaller.lines.get(i).get("ops")).remove(op);
                drafts.add(smaller.closed(this));
            }
        }
        return drafts;
    }

    private Draft copy() {
        List<JsonNode> copies = new ArrayList<>();
        lines.forEach(line -> copies.add(line.deepCopy()));
        return new Draft(copies);
    }

    /** Leaves out what can't stay, compared with what there was. */
    private Draft closed(Draft before) {
        for (boolean changed = true; changed; ) {
            List<JsonNode> lost = new ArrayList<>(before.writes());
            for (JsonNode write : writes()) {
                lost.remove(write);
            }
            Set<JsonNode> values = new HashSet<>(lost);
            Set<JsonNode> keys = new HashSet<>();
            lost.forEach(write -> keys.add(write.get(0)));
            changed = false;
            for (JsonNode line : lines) {
                if (line.has("versions")) {
                    filter(
                            (ArrayNode) line.get("versions").get("order"),
                            line.get("versions").get("key"),
                            values);
                }
                for (int i = line.has("ops") ? line.get("ops").size() - 1 : -1; i >= 0; i--) {
                    JsonNode op = line.get("ops").get(i);
                    String kind = op.get(0).asText();
                    boolean goes;
                    if (kind.equals("r") && op.get(2).isArray()) {
                        filter((ArrayNode) op.get(2), op.get(1), values);
                        goes = false;
                    } else if (kind.equals("r") || kind.equals("cas")) {
                        goes = values.contains(pair(op.get(1), op.get(2)));
                    } else {
                        goes = kind.equals("cas-failed") && keys.contains(op.get(1));
                    }
                    if (goes) {
                        ((ArrayNode) line.get("ops")).remove(i);
                        changed = true;
                    }
                }
            }
        }
        lines.removeIf(line -> line.has("ops") && line.get("ops").isEmpty()
                || line.has("versions") && line.get("versions").get("order").isEmpty());
        return this;
    }

    private static void filter(ArrayNode list, JsonNode key, Set<JsonNode> lost) {
        for (int i = list.size() - 1; i >= 0; i--) {
            if (lost.contains(pair(key, list.get(i)))) {
                list.remove(i);
            }
        }
    }

    /** The pairs of key and value that are written. */
    private List<JsonNode> writes() {
        List<JsonNode> writes = new ArrayList<>();
        for (JsonNode line : lines) {
            for (JsonNode op : line.has("ops") ? line.get("ops") : JSON.createArrayNode()) {
                switch (op.get(0).asText()) {
                    case "w", "append" -> writes.add(pair(op.get(1), op.get(2)));
                    case "cas" -> writes.add(pair(op.get(1), op.get(3)));
                    default -> {}
                }
            }
        }
        return writes;
    }

    private static ArrayNode pair(JsonNode key, JsonNode value) {
        return JSON.createArrayNode().add(key).add(value);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (JsonNode line : lines) {
            text.append(line instanceof ObjectNode ? line.toString() : "").append('\n');
        }
        return text.toString();
    }
}
