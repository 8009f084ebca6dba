package org.isolde.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isolde.run.Access;
import org.isolde.run.Database;
import org.isolde.run.DatabaseException;
import org.isolde.run.Databases;
import org.isolde.run.Redaction;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Target;

/** Which database, and how to get at it: the options that every command on a database has. */
final class DatabaseOptions {
    String name = "h2";
    Map<String, String> options = new LinkedHashMap<>();
    String dialect;
    String user;
    Path passwordFile;
    Path driver;
    private boolean named;

    void declare(Syntax syntax) {
        syntax.option(
                        "--db",
                        "DATABASE",
                        this::name,
                        "The database: a name, as h2 or sqlite, with a version, as postgres:18.6, or a URL of one that is"
                                + " running, as jdbc:postgresql://host/db or mongodb://host. 'isolde databases' lists them."
                                + " There Isolde makes tables whose names begin with isolde_, drops nothing that it has not made, and"
                                + " removes them at the end. Default: h2; for replay that of the run.")
                .completed(() -> Databases.all().stream().map(Database::name).toList());
        syntax.pairs(
                "--db-option",
                "NAME=VALUE",
                options::put,
                "A setting of the database; may be given several times. 'isolde databases' says which there are.");
        syntax.option(
                "--dialect",
                "NAME",
                text -> dialect = text,
                "The kind of database behind a URL, where the URL doesn't tell: cockroachdb, yugabytedb, tidb, or"
                        + " standard.");
        syntax.option("--user", "USER", text -> user = text, "The user, for a URL; or set ISOLDE_USER.");
        syntax.option(
                        "--password-file",
                        "FILE",
                        text -> passwordFile = Path.of(text),
                        "A file with the password on its first line; or set ISOLDE_PASSWORD. It is never shown or stored.")
                .file();
        syntax.option(
                        "--driver",
                        "JAR",
                        text -> driver = Path.of(text),
                        "The JDBC driver of a database that Isolde has none for, as a jar.")
                .file();
    }

    private void name(String text) {
        name = text;
        named = true;
    }

    /** Whether the call says which. */
    boolean isNamed() {
        return named;
    }

    Target target() {
        Target target = Target.parse(name, options);
        if (dialect == null) {
            return target;
        }
        if (target.url() == null) {
            throw new Main.CallException("--dialect is for JDBC URLs; " + target.shown() + " is known by its name");
        }
        return target.withDialect(dialect);
    }

    Database database() {
        try {
            Database database = Databases.of(target());
            Databases.checkOptions(database, target());
            return database;
        } catch (DatabaseException e) {
            throw new Main.CallException(e.getMessage());
        }
    }

    /** Opens or starts it, with progress on the terminal. */
    RunningDatabase open() throws IOException {
        try (Progress progress = new Progress("opening " + target().shown())) {
            return database().open(target(), access(progress));
        } catch (DatabaseException e) {
            throw new Main.CallException(e.getMessage());
        }
    }

    /** Tells what may do more on this machine than a test does: calls get copied from places, too. */
    private void warn() {
        for (String setting : database().harmless().others(target())) {
            Terminal.warning(
                    "'" + setting + "' is none of the settings that are known to be harmless: it may run code or"
                            + " touch files as you");
        }
        if (driver != null) {
            Terminal.warning("the code in " + driver + " runs as you");
        }
    }

    /** What the database may use; slow steps are told to the progress. */
    Access access(Progress progress) throws IOException {
        String password = System.getenv("ISOLDE_PASSWORD");
        if (passwordFile != null) {
            password = Files.readString(passwordFile).lines().findFirst().orElse("");
        }
        if (driver != null && !Files.isReadable(driver)) {
            throw new Main.CallException(driver + ": no such file; --driver takes the jar of a JDBC driver");
        }
        warn();
        Access access =
                new Access(user != null ? user : System.getenv("ISOLDE_USER"), password, driver, new Access.Progress() {
                    @Override
                    public void at(String what, double share) {
                        progress.phase(what, () -> share);
                    }

                    @Override
                    public void warn(String what) {
                        Terminal.clearProgress();
                        Terminal.warning(what);
                    }
                });
        Terminal.hide(
                Redaction.of(target(), access),
                List.of(target().shown(), database().name(), String.valueOf(access.user())));
        return access;
    }
}
