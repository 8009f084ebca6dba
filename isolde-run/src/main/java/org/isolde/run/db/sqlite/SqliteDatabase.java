package org.isolde.run.db.sqlite;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.isolde.history.Level;
import org.isolde.run.Access;
import org.isolde.run.DatabaseException;
import org.isolde.run.Handling;
import org.isolde.run.Harmless;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Target;
import org.isolde.run.artifact.NativeLibraries;
import org.isolde.run.jdbc.EmbeddedDatabase;
import org.isolde.run.jdbc.SqlDialect;

/** SQLite in this JVM, in a temporary folder; or any file by its URL. */
public final class SqliteDatabase extends EmbeddedDatabase {
    private static final String LIBRARY_FOLDER = "org.sqlite.lib.path";
    /** What this property was set to here; null if it was not. */
    private static String folder;

    private static final String JOURNAL = "journal";

    @Override
    public String name() {
        return "sqlite";
    }

    @Override
    public List<String> aliases() {
        return List.of("sqlite3");
    }

    @Override
    public String summary() {
        return "SQLite in this JVM, in a temporary file; fetched on first use";
    }

    @Override
    public Handling handling() {
        return new Handling("BEGIN IMMEDIATE, which keeps other writers out from the start", "SQLITE_BUSY");
    }

    @Override
    public List<Isolation> isolations(Target target) {
        return List.of(new Isolation(Isolation.SERIALIZABLE, Level.SER));
    }

    @Override
    public List<String> options() {
        return List.of("journal=wal|delete|truncate|persist  write-ahead log, or a rollback journal (default: wal)");
    }

    @Override
    public String versions() {
        return "any of sqlite-jdbc on Maven Central, such as sqlite:3.46.0.0";
    }

    @Override
    protected Library library() {
        return new Library(null, List.of("org.xerial:sqlite-jdbc"), SqliteDatabase::natives);
    }

    /** It looks into a folder that a property names before it looks into its jar; a folder of the user's stays. */
    private static Map<String, String> natives(List<Path> jars) throws DatabaseException {
        String system = spelled("os.name", Map.of("linux", "Linux", "mac", "Mac", "windows", "Windows"));
        String machine = spelled("os.arch", Map.of("amd64", "x86_64", "arm64", "aarch64"));
        String file = System.mapLibraryName("sqlitejdbc");
        Path library = NativeLibraries.unpacked(
                jars, "org/sqlite/native/" + system + "/" + machine + "/" + file, "driver", file);
        synchronized (SqliteDatabase.class) {
            if (Objects.equals(System.getProperty(LIBRARY_FOLDER), folder)) {
                // each version has its own
                folder = library == null ? "" : library.getParent().toString();
                System.setProperty(LIBRARY_FOLDER, folder);
            }
        }
        return Map.of();
    }

    @Override
    public SqlDialect dialect() {
        return new SqliteDialect();
    }

    @Override
    public Harmless harmless() {
        return Harmless.settings("journal");
    }

    @Override
    protected RunningDatabase openNew(Target target, Access access) throws DatabaseException {
        String journal = target.option(JOURNAL, "wal");
        if (!List.of("wal", "delete", "truncate", "persist").contains(journal)) {
            throw new DatabaseException(
                    "'" + journal + "' is no journal of SQLite; it has wal, delete, truncate, persist");
        }
        // synchronous=off: nothing here outlives the process, so nothing needs the disk
        return openInFolder(
                target,
                access,
                folder -> "jdbc:sqlite:" + folder.resolve("isolde.db") + "?journal_mode=" + journal
                        + "&synchronous=off&busy_timeout=100",
                dialect());
    }
}
