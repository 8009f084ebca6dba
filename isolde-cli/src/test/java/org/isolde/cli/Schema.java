package org.isolde.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.history.format.Json;

/** Holds JSON to a JSON Schema, as far as Isolde's own use its keywords; an unknown keyword is an error. */
final class Schema {
    private static final Set<String> REMARKS = Set.of("$schema", "$id", "$defs", "title", "description");

    private final JsonNode root;

    private Schema(JsonNode root) {
        this.root = root;
    }

    /** The schema of what {@code check --json} prints. */
    static Schema ofCheck() {
        try {
            return new Schema(Cli.parse(Files.readString(Path.of("..", "docs", "check-output.schema.json"))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is wrong with a value, each with its place; empty if it is valid. */
    List<String> problems(JsonNode value) {
        List<String> problems = new ArrayList<>();
        check(root, value, "", problems);
        return problems;
    }

    private void check(JsonNode schema, JsonNode value, String place, List<String> problems) {
        for (Map.Entry<String, JsonNode> keyword : schema.properties()) {
            JsonNode rule = keyword.getValue();
            boolean holds = true;
            switch (keyword.getKey()) {
                case "$ref" -> check(root.at(rule.asText().substring(1)), value, place, problems);
                case "oneOf" -> holds = matching(rule, value) == 1;
                case "type" -> holds = isOfType(rule, value);
                case "enum" -> holds = contains(rule, value);
                case "minimum" -> holds = !value.isNumber() || value.doubleValue() >= rule.doubleValue();
                case "minItems" -> holds = !value.isArray() || value.size() >= rule.intValue();
                case "uniqueItems" -> holds = !value.isArray() || distinct(value) == value.size();
                case "required" -> holds = hasAll(rule, value);
                case "items" -> {
                    for (int i = 0; value.isArray() && i < value.size(); i++) {
                        check(rule, value.get(i), place + "/" + i, problems);
                    }
                }
                case "properties" ->
                    value.properties().forEach(member -> {
                        if (rule.has(member.getKey())) {
                            check(
                                    rule.get(member.getKey()),
                                    member.getValue(),
                                    place + "/" + member.getKey(),
                                    problems);
                        }
                    });
                case "propertyNames" ->
                    value.properties()
                            .forEach(member -> check(
                                    rule,
                                    Cli.parse(Json.of(member.getKey())),
                                    place + "/" + member.getKey(),
                                    problems));
                case "additionalProperties" ->
                    value.properties().forEach(member -> {
                        if (!schema.path("properties").has(member.getKey())) {
                            further(rule, member, place + "/" + member.getKey(), problems);
                        }
                    });
                default -> holds = REMARKS.contains(keyword.getKey());
            }
            if (!holds) {
                problems.add(place + ": " + value + " is not as " + keyword + " says");
            }
        }
    }

    private void further(JsonNode rule, Map.Entry<String, JsonNode> member, String place, List<String> problems) {
        if (rule.isObject()) {
            check(rule, member.getValue(), place, problems);
        } else if (!rule.booleanValue()) {
            problems.add(place + ": not foreseen");
        }
    }

    private int matching(JsonNode choices, JsonNode value) {
        int matching = 0;
        for (JsonNode choice : choices) {
            List<String> problems = new ArrayList<>();
            check(choice, value, "", problems);
            matching += problems.isEmpty() ? 1 : 0;
        }
        return matching;
    }

    private static boolean isOfType(JsonNode types, JsonNode value) {
        for (JsonNode type : types.isArray() ? types : Cli.parse("[" + types + "]")) {
            boolean is = switch (type.asText()) {
                case "object" -> value.isObject();
                case "array" -> value.isArray();
                case "string" -> value.isTextual();
                case "integer" -> value.isIntegralNumber();
                case "number" -> value.isNumber();
                case "boolean" -> value.isBoolean();
                case "null" -> value.isNull();
                default -> throw new IllegalArgumentException(type.asText());
            };
            if (is) {
                return true;
            }
        }
        return false;
    }

    private static boolean contains(JsonNode array, JsonNode value) {
        for (JsonNode item : array) {
            if (item.equals(value)) {
                return true;
            }
        }
        return false;
    }

    private static int distinct(JsonNode array) {
        Set<JsonNode> items = new HashSet<>();
        array.forEach(items::add);
        return items.size();
    }

    private static boolean hasAll(JsonNode names, JsonNode value) {
        for (JsonNode name : names) {
            if (!value.has(name.asText())) {
                return false;
            }
        }
        return true;
    }
}
