package org.isolde.sql.job;

import java.nio.file.Path;
import org.isolde.sql.finding.Finding;

/** Is told what happens while it does; from several threads, but one at a time. */
public interface FuzzListener {
    /** Something was found, reduced and written. */
    void found(Finding finding, Path folder);

    /** Something was seen for the first time that is known of the database already, and is no finding. */
    default void known(Finding finding, Path folder) {}

    /** A mismatch did not come again when the case was executed again. */
    default void unconfirmed(long number, String what) {}
}
