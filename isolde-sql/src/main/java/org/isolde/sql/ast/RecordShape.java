package org.isolde.sql.ast;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * The components of one kind of node, so that a tree is walked and rebuilt in one place, and a new kind of node needs nothing
 * but its record.
 */
final class RecordShape {
    private static final ClassValue<RecordShape> SHAPES = new ClassValue<>() {
        @Override
        protected RecordShape computeValue(Class<?> type) {
            return new RecordShape(type);
        }
    };

    private final Method[] accessors;
    private final Constructor<?> constructor;

    private RecordShape(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        if (components == null) {
            throw new IllegalArgumentException(type + " is a node, but no record");
        }
        accessors = new Method[components.length];
        Class<?>[] types = new Class<?>[components.length];
        for (int i = 0; i < components.length; i++) {
            accessors[i] = components[i].getAccessor();
            types[i] = components[i].getType();
        }
        try {
            constructor = type.getDeclaredConstructor(types);
        } catch (NoSuchMethodException e) {
            throw new AssertionError("every record has its canonical constructor", e);
        }
    }

    static RecordShape of(Class<?> type) {
        return SHAPES.get(type);
    }

    List<Node> parts(Node node) {
        List<Node> parts = new ArrayList<>();
        for (Method accessor : accessors) {
            Object value = get(accessor, node);
            if (value instanceof Node part) {
                parts.add(part);
            } else if (value instanceof List<?> list) {
                list.forEach(element -> {
                    if (element instanceof Node part) {
                        parts.add(part);
                    }
                });
            }
        }
        return parts;
    }

    Node withParts(Node node, List<Node> parts) {
        Iterator<Node> next = parts.iterator();
        Object[] values = new Object[accessors.length];
        for (int i = 0; i < values.length; i++) {
            Object value = get(accessors[i], node);
            if (value instanceof Node) {
                value = next.next();
            } else if (value instanceof List<?> list) {
                List<Object> replaced = new ArrayList<>();
                list.forEach(element -> replaced.add(element instanceof Node ? next.next() : element));
                value = replaced;
            }
            values[i] = value;
        }
        if (next.hasNext()) {
            throw new IllegalArgumentException("more parts than " + node + " has");
        }
        try {
            return (Node) constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            throw new IllegalArgumentException("parts that do not fit " + node, e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static Object get(Method accessor, Object of) {
        try {
            return accessor.invoke(of);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("accessors of public records can be called", e);
        }
    }
}
