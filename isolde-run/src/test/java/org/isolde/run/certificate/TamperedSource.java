package org.isolde.run.certificate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.isolde.run.rows.RowVersion;

/** The certificates of another source, with a log in which transactions were exchanged or left out before it is read. */
final class TamperedSource extends ForwardingSource {
    private final UnaryOperator<List<ChangeLog.Entry>> tampering;

    TamperedSource(CertificateSource source, UnaryOperator<List<ChangeLog.Entry>> tampering) {
        super(source);
        this.tampering = tampering;
    }

    /** The transaction in the middle is missing. */
    static List<ChangeLog.Entry> oneMissing(List<ChangeLog.Entry> entries) {
        List<ChangeLog.Entry> fewer = new ArrayList<>(entries);
        fewer.remove(entries.size() / 2);
        return fewer;
    }

    /** One that changed a row which another had changed before stands before that now. */
    static List<ChangeLog.Entry> twoExchanged(List<ChangeLog.Entry> entries) {
        for (int i = 1; i < entries.size(); i++) {
            for (int j = i + 1; j < entries.size(); j++) {
                if (!Collections.disjoint(rows(entries.get(i)), rows(entries.get(j)))) {
                    List<ChangeLog.Entry> exchanged = new ArrayList<>(entries);
                    exchanged.add(i, exchanged.remove(j));
                    return exchanged;
                }
            }
        }
        throw new IllegalStateException("no row was changed twice");
    }

    private static Set<String> rows(ChangeLog.Entry entry) {
        Set<String> rows = new HashSet<>();
        entry.changes().forEach(change -> rows.add(change.after().row()));
        return rows;
    }

    private static ChangeLog copy(ChangeLog original, List<ChangeLog.Entry> entries) {
        ChangeLog log = original.isOfFinalVersions() ? ChangeLog.ofFinalVersions() : new ChangeLog();
        Map<String, RowVersion> last = new HashMap<>();
        for (ChangeLog.Entry entry : entries) {
            log.begin(entry.number());
            for (ChangeLog.Change change : entry.changes()) {
                RowVersion after = change.after();
                RowVersion before = last.put(after.row(), after);
                switch (change.kind()) {
                    case INSERTED -> log.inserted(after);
                    case UPDATED -> log.updated(before == null ? after.id() : before.id(), after);
                    case DELETED -> log.deleted(after.id());
                }
            }
            log.commit();
        }
        return log;
    }

    @Override
    protected Certificate finish(Recovery recovery) throws Exception {
        Certificate right = super.finish(recovery);
        return new Certificate(
                copy(right.log(), tampering.apply(right.log().entries())),
                right.brokenOff(),
                right.order(),
                right.versionSets());
    }
}
