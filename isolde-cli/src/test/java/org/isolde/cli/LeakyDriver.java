package org.isolde.cli;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;

/** H2's driver, which after some commits fails for good and says all that it was told. */
public final class LeakyDriver implements Driver {
    private static final int COMMITS = 50;

    private static final AtomicInteger COMMITTED = new AtomicInteger();

    @Override
    public Connection connect(String url, Properties info) throws SQLException {
        Connection inner = new org.h2.Driver().connect("jdbc:h2:mem:leaky;DB_CLOSE_DELAY=-1", new Properties());
        return (Connection) Proxy.newProxyInstance(
                LeakyDriver.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, args) -> {
                    if (method.getName().equals("commit") && COMMITTED.incrementAndGet() > COMMITS) {
                        String all = "no answer from " + url + " for " + info;
                        System.err.println("driver: " + all);
                        throw new SQLException(all, "HY000");
                    }
                    try {
                        return method.invoke(inner, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Override
    public boolean acceptsURL(String url) {
        return url.startsWith("jdbc:leaky:");
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
        return 1;
    }

    @Override
    public int getMinorVersion() {
        return 0;
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getGlobal();
    }
}
