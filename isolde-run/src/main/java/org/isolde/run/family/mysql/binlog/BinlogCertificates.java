package org.isolde.run.family.mysql.binlog;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.isolde.run.Database;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Target;
import org.isolde.run.certificate.CertificateSource;
import org.isolde.run.certificate.NoCertificateException;
import org.isolde.run.certificate.Recovery;
import org.isolde.run.jdbc.JdbcRunning;

/** Certificates of a single server of MariaDB or MySQL. */
abstract class BinlogCertificates implements CertificateSource {
    private static final Set<String> KINDS = Set.of("mariadb", "mysql");

    /** The log is not forced to the disk: what a killed process has written, the system keeps. */
    private static final Map<String, String> SETTINGS = settings();

    private final boolean serial;

    /** @param serial whether it is for the level at which the order of the log is a serial one */
    BinlogCertificates(boolean serial) {
        this.serial = serial;
    }

    private static Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("server_id", "1");
        settings.put("log_bin", "binlog");
        settings.put("binlog_format", "ROW");
        settings.put("binlog_row_image", "FULL");
        settings.put("sync_binlog", "0");
        return settings;
    }

    @Override
    public boolean covers(Database database, Target target, Isolation isolation) {
        return KINDS.contains(database.name()) && isolation.name().equals(Isolation.SERIALIZABLE) == serial;
    }

    @Override
    public Map<String, String> settings(Target target) {
        return SETTINGS;
    }

    @Override
    public Recovery open(RunningDatabase database, Isolation isolation, RecoveryOptions options)
            throws NoCertificateException, SQLException {
        if (!(database instanceof JdbcRunning running)) {
            throw new NoCertificateException("it is not reached through JDBC");
        }
        if (options.shadow()) {
            throw new NoCertificateException("InnoDB lets no other transaction have the same snapshot, so there are no"
                    + " shadow reads; leave out --certificate shadow");
        }
        try (Connection connection = running.connect(new Properties());
                Statement statement = connection.createStatement()) {
            require(statement, "log_bin", "1");
            require(statement, "binlog_format", "ROW");
            require(statement, "binlog_row_image", "FULL");
            if (isOn(statement, "binlog_transaction_compression") || isOn(statement, "log_bin_compress")) {
                throw new NoCertificateException("the server's binary log is compressed; switch that off");
            }
        }
        return new BinlogRecovery(running, serial);
    }

    private static void require(Statement statement, String variable, String value)
            throws SQLException, NoCertificateException {
        String is = ask(statement, "select @@global." + variable);
        if (!value.equals(is)) {
            throw new NoCertificateException("the server's " + variable + " is " + is + "; start it with --log-bin"
                    + " --binlog-format=ROW --binlog-row-image=FULL");
        }
    }

    private static boolean isOn(Statement statement, String variable) throws SQLException {
        try (ResultSet rows = statement.executeQuery("show global variables like '" + variable + "'")) {
            return rows.next() && rows.getString(2).equals("ON");
        }
    }

    private static String ask(Statement statement, String query) throws SQLException {
        try (ResultSet rows = statement.executeQuery(query)) {
            return rows.next() ? rows.getString(1) : null;
        }
    }
}
