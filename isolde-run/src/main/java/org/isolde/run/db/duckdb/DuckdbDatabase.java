package org.isolde.run.db.duckdb;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.isolde.history.Level;
import org.isolde.run.Access;
import org.isolde.run.DatabaseException;
import org.isolde.run.Handling;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Target;
import org.isolde.run.artifact.NativeLibraries;
import org.isolde.run.jdbc.EmbeddedDatabase;
import org.isolde.run.jdbc.SqlDialect;

/** DuckDB in this JVM, in a temporary folder; or any file by its URL. */
public final class DuckdbDatabase extends EmbeddedDatabase {
    @Override
    public String name() {
        return "duckdb";
    }

    @Override
    public String summary() {
        return "DuckDB in this JVM, in a temporary file; fetched on first use (79 MB)";
    }

    @Override
    public Handling handling() {
        return new Handling("", "an error that speaks of a conflict");
    }

    @Override
    public List<Isolation> isolations(Target target) {
        return List.of(new Isolation(Isolation.SNAPSHOT, Level.SI, "the only level that it has"));
    }

    @Override
    public String versions() {
        return "any of duckdb_jdbc on Maven Central, such as duckdb:1.1.3";
    }

    @Override
    protected Library library() {
        return new Library(null, List.of("org.duckdb:duckdb_jdbc"), DuckdbDatabase::natives);
    }

    /** One that it does not see in its jar it asks the system for; old versions don't. */
    private static Map<String, String> natives(List<Path> jars) throws DatabaseException {
        if (!NativeLibraries.contains(jars, "org/duckdb/DuckDBNative.class", "loadLibrary")) {
            return Map.of();
        }
        String system = spelled("os.name", Map.of("linux", "linux", "mac", "macos", "windows", "windows"));
        String machine = spelled("os.arch", Map.of("x86_64", "amd64", "aarch64", "arm64"));
        return Map.of("duckdb_java", "libduckdb_java.so_" + system + "_" + machine);
    }

    @Override
    public SqlDialect dialect() {
        return new DuckdbDialect();
    }

    @Override
    protected RunningDatabase openNew(Target target, Access access) throws DatabaseException {
        // a file, because connections to memory don't see one another's tables
        return openInFolder(target, access, folder -> "jdbc:duckdb:" + folder.resolve("isolde.duckdb"), dialect());
    }
}
