package org.isolde.app;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.isolde.app.monitor.MonitorPlan;
import org.isolde.history.Level;
import org.isolde.run.Ability;
import org.isolde.run.Access;
import org.isolde.run.Database;
import org.isolde.run.Isolation;
import org.isolde.run.Redaction;
import org.isolde.run.RunningDatabase.Tables;
import org.isolde.run.Target;
import org.isolde.run.certificate.CertificateSource;
import org.isolde.run.option.Options;
import org.isolde.run.runner.RunPlan;
import org.isolde.run.workload.Workload;

/**
 * What {@code isolde test} is to do.
 *
 * @param levels what is checked
 * @param options of the test, its runs and their workload; what the user left open is filled in
 * @param certificates where the certificates of rounds come from; null if there are none
 * @param monitor how the rounds are monitored while they run; null if they are not
 * @param folder the folder of run folders
 * @param command the call, as it may be shown, to repeat it
 */
public record TestPlan(
        Tested tested,
        Set<Level> levels,
        Workload workload,
        Options options,
        CertificateSource certificates,
        MonitorPlan monitor,
        Path folder,
        List<String> command) {
    /**
     * The database.
     *
     * @param isolation what it is asked for
     */
    public record Tested(Target target, Database database, Access access, Isolation isolation) {
        /** For what the database says, before any of it is kept or told. */
        public Redaction redaction() {
            return Redaction.of(target, access);
        }
    }

    /** What the database is asked for. */
    public Isolation isolation() {
        return tested.isolation();
    }

    /** Whether the workload is about rows, so that a certificate has a say. */
    public boolean isAboutRows() {
        return workload.needs().contains(Ability.ROWS);
    }

    Tables tables() {
        return RunPlan.tables(workload, options);
    }
}
