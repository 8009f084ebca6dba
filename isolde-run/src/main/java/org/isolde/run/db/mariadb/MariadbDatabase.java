package org.isolde.run.db.mariadb;

import java.util.List;
import org.isolde.run.Access;
import org.isolde.run.Access.Progress;
import org.isolde.run.DatabaseException;
import org.isolde.run.Handling;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Target;
import org.isolde.run.family.mysql.Cluster;
import org.isolde.run.family.mysql.InnodbDatabase;
import org.isolde.run.family.mysql.InnodbLevels;
import org.isolde.run.family.mysql.MariadbInstallation;
import org.isolde.run.family.mysql.MysqlDialect;
import org.isolde.run.family.mysql.MysqlInstallation;
import org.isolde.run.jdbc.Drivers;
import org.isolde.run.jdbc.SqlDialect;

/** MariaDB: the one that the system has installed, or one from Maven Central, started by Isolde; or any by its URL. */
public final class MariadbDatabase extends InnodbDatabase {
    @Override
    public String name() {
        return "mariadb";
    }

    @Override
    public List<String> aliases() {
        return List.of("maria");
    }

    @Override
    public String summary() {
        return "MariaDB, as installed here or fetched from Maven Central, started in a temporary folder";
    }

    @Override
    public Handling handling() {
        return new Handling(
                "SELECT ... FOR UPDATE", "error 1213 or 1020, SQLSTATE 40001", List.of("innodb_snapshot_isolation=ON"));
    }

    @Override
    public List<Isolation> isolations(Target target) {
        return InnodbLevels.single(target);
    }

    @Override
    public List<String> options() {
        return List.of(
                "NAME=VALUE  an option of the server, such as innodb_snapshot_isolation=ON; also as set.NAME=VALUE");
    }

    @Override
    public String versions() {
        return "the one that is installed; or mariadb:11.4.5, which is fetched (149 MB)";
    }

    @Override
    public boolean acceptsUrl(String url) {
        return url.startsWith("jdbc:mariadb:");
    }

    @Override
    public SqlDialect dialect() {
        return new MysqlDialect();
    }

    @Override
    protected MysqlInstallation installation(String version, Progress progress) throws DatabaseException {
        return MariadbInstallation.of(version, progress);
    }

    @Override
    public RunningDatabase open(Target target, Access access) throws DatabaseException {
        if (target.url() == null) {
            return start(target, access, Cluster.NONE);
        }
        return openUrl(target, access, () -> Drivers.shipped(DRIVER), dialect());
    }
}
