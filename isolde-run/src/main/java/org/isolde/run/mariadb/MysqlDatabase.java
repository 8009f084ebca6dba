package org.isolde.run.mariadb;

import java.util.List;
import org.isolde.run.DatabaseException;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Surroundings;
import org.isolde.run.Target;
import org.isolde.run.jdbc.Drivers;
import org.isolde.run.jdbc.JdbcDatabase;
import org.isolde.run.jdbc.SqlDialect;

/**
 * MySQL: 8.0.33 from Maven Central, started by Isolde; or any by its URL.
 *
 * <p>The server that Isolde starts is used through MariaDB's driver, which ships with Isolde; a URL of MySQL's is used
 * through MySQL's own, whose licence is another: it is fetched on first use, or the user gives it.
 */
public final class MysqlDatabase extends JdbcDatabase {
    @Override
    public String name() {
        return "mysql";
    }

    @Override
    public String summary() {
        return "MySQL 8.0.33, fetched from Maven Central (553 MB) and started in a temporary folder";
    }

    @Override
    public List<Isolation> isolations(Target target) {
        return InnodbLevels.single(target);
    }

    @Override
    public List<String> options() {
        return List.of(
                "NAME=VALUE  an option of the server, such as innodb_lock_wait_timeout=5; also as set.NAME=VALUE");
    }

    @Override
    public String versions() {
        return "mysql:8.0.33 only";
    }

    @Override
    public boolean acceptsUrl(String url) {
        return url.startsWith("jdbc:mysql:");
    }

    @Override
    public SqlDialect dialect() {
        return new MysqlDialect(false);
    }

    @Override
    public RunningDatabase open(Target target, Surroundings surroundings) throws DatabaseException {
        if (target.url() == null) {
            MariadbInstallation installation = MariadbInstallation.mysql(target.version(), surroundings.progress());
            return MariadbDatabase.started(
                    target, MariadbServer.single(installation, target.options()), surroundings, false);
        }
        return openUrl(
                target, surroundings, () -> Drivers.fetched("mysql-driver", target.url(), surroundings), dialect());
    }
}
