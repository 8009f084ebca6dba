package org.isolde.run.family.mysql.binlog;

/** Certificates of MariaDB and MySQL below SERIALIZABLE: the order of versions alone, for InnoDB does not tell its read views. */
public final class BinlogVersionOrders extends BinlogCertificates {
    public BinlogVersionOrders() {
        super(false);
    }

    @Override
    public String summary() {
        return "by the binary log; what predicate reads looked at InnoDB does not tell at this level";
    }
}
