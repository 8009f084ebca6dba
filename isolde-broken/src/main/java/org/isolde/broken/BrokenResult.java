package org.isolde.broken;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.ResultSet;

/** A result without its first row. */
final class BrokenResult extends Wrapper {
    private final Faults faults;
    private boolean started;

    private BrokenResult(ResultSet real, Faults faults) {
        super(real);
        this.faults = faults;
    }

    static ResultSet withoutFirst(ResultSet real, Faults faults) {
        return (ResultSet) Proxy.newProxyInstance(
                BrokenResult.class.getClassLoader(), new Class<?>[] {ResultSet.class}, new BrokenResult(real, faults));
    }

    @Override
    Object call(Object proxy, Method method, Object[] arguments) throws Throwable {
        Object answer = pass(method, arguments);
        if (started || !method.getName().equals("next")) {
            return answer;
        }
        started = true;
        if (!(boolean) answer) {
            return false;
        }
        faults.count();
        return pass(method, arguments);
    }
}
