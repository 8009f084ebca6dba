package org.isolde.run.db.etcd;

import java.io.IOException;

/** An error that etcd answered with; its code is one of gRPC's. */
final class EtcdRefusedException extends IOException {
    static final int RESOURCE_EXHAUSTED = 8;
    static final int UNKNOWN = 2;
    static final int DEADLINE_EXCEEDED = 4;
    static final int ABORTED = 10;
    static final int INTERNAL = 13;
    static final int UNAVAILABLE = 14;

    private static final long serialVersionUID = 1L;

    private final int code;

    EtcdRefusedException(int code, String message) {
        super(message + " (code " + code + ")");
        this.code = code;
    }

    int code() {
        return code;
    }

    /** Whether a request with this answer may take effect all the same, later. */
    boolean leavesDoubt() {
        return switch (code) {
            case UNKNOWN, DEADLINE_EXCEEDED, ABORTED, INTERNAL, UNAVAILABLE -> true;
            default -> false;
        };
    }
}
