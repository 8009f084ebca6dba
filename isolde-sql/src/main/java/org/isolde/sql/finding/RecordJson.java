package org.isolde.sql.finding;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.isolde.sql.testcase.TestCase;

/**
 * Test cases as JSON, which is read back as the same case. A record is an object with its components, and {@code "is"} with its name
 * where the component could be another one.
 */
final class RecordJson {
    private static final JsonFactory JSON = new JsonFactory();
    private static final String NAME = "is";
    /** No other class is ever made of a text that was read. */
    private static final String HOME = "org.isolde.sql.";

    private RecordJson() {}

    static String write(TestCase testCase) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.useDefaultPrettyPrinter();
            write(json, testCase, TestCase.class);
        }
        return text.append('\n').toString();
    }

    private static void write(JsonGenerator json, Object value, Class<?> expected) throws IOException {
        if (value == null) {
            json.writeNull();
        } else if (value instanceof List<?> list) {
            json.writeStartArray();
            for (Object element : list) {
                write(json, element, Object.class);
            }
            json.writeEndArray();
        } else if (value instanceof Record) {
            json.writeStartObject();
            if (value.getClass() != expected) {
                json.writeStringField(NAME, value.getClass().getName().substring(HOME.length()));
            }
            for (RecordComponent component : value.getClass().getRecordComponents()) {
                json.writeFieldName(component.getName());
                write(json, get(value, component), component.getType());
            }
            json.writeEndObject();
        } else if (value instanceof Long || value instanceof Integer) {
            json.writeNumber(((Number) value).longValue());
        } else if (value instanceof Double number) {
            json.writeNumber(number);
        } else if (value instanceof Boolean truth) {
            json.writeBoolean(truth);
        } else {
            json.writeString(value instanceof Enum<?> constant ? constant.name() : value.toString());
        }
    }

    private static Object get(Object value, RecordComponent component) {
        try {
            return component.getAccessor().invoke(value);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static TestCase read(String text) throws IOException {
        try (JsonParser json = JSON.createParser(text)) {
            json.nextToken();
            return (TestCase) value(tree(json), TestCase.class);
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new IOException("this is no test case: " + e.getMessage(), e);
        }
    }

    private static Object tree(JsonParser json) throws IOException {
        return switch (json.currentToken()) {
            case START_OBJECT -> {
                Map<String, Object> fields = new TreeMap<>();
                while (json.nextToken() != JsonToken.END_OBJECT) {
                    String name = json.currentName();
                    json.nextToken();
                    fields.put(name, tree(json));
                }
                yield fields;
            }
            case START_ARRAY -> {
                List<Object> elements = new ArrayList<>();
                while (json.nextToken() != JsonToken.END_ARRAY) {
                    elements.add(tree(json));
                }
                yield elements;
            }
            case VALUE_NUMBER_INT -> json.getLongValue();
            case VALUE_NUMBER_FLOAT -> json.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> json.getText();
        };
    }

    /** What a tree stands for, where this type is expected. */
    private static Object value(Object tree, Type type) throws ReflectiveOperationException {
        if (tree instanceof List<?> list) {
            Type element = ((ParameterizedType) type).getActualTypeArguments()[0];
            List<Object> values = new ArrayList<>();
            for (Object each : list) {
                values.add(value(each, element));
            }
            return values;
        }
        Class<?> expected = (Class<?>) type;
        if (tree instanceof Map<?, ?> fields) {
            return record(fields, expected);
        }
        if (expected.isEnum()) {
            return constant(expected, (String) tree);
        }
        if (tree instanceof Number number) {
            if (expected == double.class) {
                return number.doubleValue();
            }
            if (expected == int.class || expected == Integer.class) {
                return Math.toIntExact(number.longValue());
            }
        }
        return tree;
    }

    private static Object record(Map<?, ?> fields, Class<?> expected) throws ReflectiveOperationException {
        Class<?> kind = expected;
        if (fields.get(NAME) instanceof String name) {
            kind = Class.forName(HOME + name);
        }
        if (!kind.isRecord()) {
            throw new IllegalArgumentException("no record: " + kind.getName());
        }
        RecordComponent[] components = kind.getRecordComponents();
        Object[] values = new Object[components.length];
        Class<?>[] types = new Class<?>[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            values[i] = value(fields.get(components[i].getName()), components[i].getGenericType());
        }
        Constructor<?> constructor = kind.getDeclaredConstructor(types);
        return constructor.newInstance(values);
    }

    private static Object constant(Class<?> kind, String name) {
        for (Object constant : kind.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(name)) {
                return constant;
            }
        }
        throw new IllegalArgumentException("'" + name + "' is no " + kind.getSimpleName());
    }
}
