package org.isolde.run.jdbc;

import java.sql.Driver;
import org.isolde.run.Access;
import org.isolde.run.DatabaseException;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Target;

/** A database that Isolde never starts: it is running somewhere, and has a URL. */
public abstract class UrlDatabase extends JdbcDatabase {
    /** What a URL of this kind looks like, for errors and the list. */
    protected abstract String example();

    /** The driver that is used unless the user gives one. */
    protected abstract Driver driver(String url, Access access) throws DatabaseException;

    @Override
    public RunningDatabase open(Target target, Access access) throws DatabaseException {
        if (target.url() == null) {
            throw new DatabaseException(
                    name() + " is not started by Isolde; name one that is running, as in --db " + example());
        }
        refuseOptions(target);
        return openUrl(target, access, () -> driver(target.url(), access), dialect());
    }

    /** None of them can be started where this project is tested. */
    @Override
    public boolean verified() {
        return false;
    }
}
