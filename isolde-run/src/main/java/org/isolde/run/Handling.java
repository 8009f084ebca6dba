package org.isolde.run;

import java.util.List;

/**
 * What an application that uses a database has to know of its isolation, in that database's words.
 *
 * @param lockingRead how a row is read so that nobody else changes it until the transaction ends; empty if it can't be
 * @param refusal how the database refuses a transaction that has to be tried again; empty if it never does
 * @param settings options of the database, {@code NAME=VALUE}, with which some of its levels promise more
 */
public record Handling(String lockingRead, String refusal, List<String> settings) {
    /** Of a database that nothing is known of. */
    public static final Handling UNKNOWN = new Handling("", "an error");

    /** As most databases with SQL have it. */
    public static final Handling SQL = new Handling("SELECT ... FOR UPDATE", "an error, mostly SQLSTATE 40001");

    public Handling {
        settings = List.copyOf(settings);
    }

    public Handling(String lockingRead, String refusal) {
        this(lockingRead, refusal, List.of());
    }
}
