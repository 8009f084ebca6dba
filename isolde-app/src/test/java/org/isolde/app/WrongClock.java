package org.isolde.app;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.isolde.run.Ability;
import org.isolde.run.Access;
import org.isolde.run.Database;
import org.isolde.run.DatabaseException;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Session;
import org.isolde.run.Session.Timestamps;
import org.isolde.run.SessionOptions;
import org.isolde.run.Target;

/** A database whose transactions are all right, but every so many of them tell other timestamps than they have. */
final class WrongClock implements Database {
    private final Database kind;
    private final int every;
    private final UnaryOperator<Timestamps> mistake;
    private final AtomicLong asked = new AtomicLong();

    WrongClock(Database kind, int every, UnaryOperator<Timestamps> mistake) {
        this.kind = kind;
        this.every = every;
        this.mistake = mistake;
    }

    @Override
    public String name() {
        return kind.name();
    }

    @Override
    public String summary() {
        return kind.summary();
    }

    @Override
    public List<Isolation> isolations(Target target) {
        return kind.isolations(target);
    }

    @Override
    public Set<Ability> abilities() {
        return kind.abilities();
    }

    @Override
    public RunningDatabase open(Target target, Access access) throws DatabaseException {
        RunningDatabase running = kind.open(target, access);
        return new RunningDatabase() {
            @Override
            public String version() {
                return running.version();
            }

            @Override
            public void createTables(Tables tables) throws Exception {
                running.createTables(tables);
            }

            @Override
            public Session session(SessionOptions options) throws Exception {
                return wrong(running.session(options));
            }

            @Override
            public void close() {
                running.close();
            }
        };
    }

    private Session wrong(Session session) {
        return (Session) Proxy.newProxyInstance(
                Session.class.getClassLoader(), new Class<?>[] {Session.class}, (proxy, method, args) -> {
                    try {
                        Object answer = method.invoke(session, args);
                        return answer instanceof Timestamps right && asked.incrementAndGet() % every == 0
                                ? mistake.apply(right)
                                : answer;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
