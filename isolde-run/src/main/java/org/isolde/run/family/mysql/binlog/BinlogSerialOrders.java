package org.isolde.run.family.mysql.binlog;

/** Certificates of MariaDB and MySQL at SERIALIZABLE: the order of versions, and one in which transactions can be replayed. */
public final class BinlogSerialOrders extends BinlogCertificates {
    public BinlogSerialOrders() {
        super(true);
    }

    @Override
    public String summary() {
        return "by the binary log, whose order is the expected serial one";
    }
}
