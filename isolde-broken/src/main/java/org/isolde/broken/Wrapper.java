package org.isolde.broken;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Stands in front of an object of the driver; what it doesn't treat goes through, also to what is unwrapped. */
abstract class Wrapper implements InvocationHandler {
    private final Object real;

    Wrapper(Object real) {
        this.real = real;
    }

    @Override
    public final Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return switch (method.getName()) {
                case "equals" -> proxy == arguments[0];
                case "hashCode" -> System.identityHashCode(proxy);
                default -> "broken " + real;
            };
        }
        return call(proxy, method, arguments == null ? new Object[0] : arguments);
    }

    abstract Object call(Object proxy, Method method, Object[] arguments) throws Throwable;

    /** What the driver does. */
    final Object pass(Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
