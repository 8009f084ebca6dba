package org.isolde.run.certificate;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isolde.history.format.Json;
import org.isolde.run.record.JsonTree;
import org.isolde.run.rows.RowMark;

/**
 * Puts a certificate and a recording together: first the {@link SelfCheck}, then the history is written anew, beside the old
 * one, which it replaces when it is complete.
 *
 * <p>The new one has the order of the versions of each row; commits of unknown outcome are committed or aborted; version sets
 * and places in an expected order are complete. If the certificate is refused, or broke off, numbers, snapshots and places
 * are left out: nothing of it may decide anything. Orders of versions are kept as far as one that broke off goes.
 */
public final class Certification {
    private static final String CERTIFICATE = "certificate";

    /**
     * What came of a certificate.
     *
     * @param source where it comes from, in words
     * @param refusal why it is not used, or not wholly; null if it is
     * @param transactions that it has, which all changed something
     * @param versions of rows that it orders
     * @param settled commits of unknown outcome that it has settled
     */
    public record Outcome(String source, String refusal, long transactions, long versions, long settled) {
        /** No certificate, for this reason. */
        public static Outcome none(String reason) {
            return new Outcome(null, reason, 0, 0, 0);
        }

        public boolean holds() {
            return refusal == null;
        }

        public Map<String, Object> json() {
            Map<String, Object> json = new LinkedHashMap<>();
            if (source != null) {
                json.put("from", source);
            }
            if (refusal != null) {
                json.put("refused", refusal);
            }
            json.put("transactions", transactions);
            json.put("versions", versions);
            json.put("settled", settled);
            return json;
        }
    }

    private final Path history;
    private final String source;
    private final Certificate certificate;
    private final long end;

    private Certification(Path history, String source, Certificate certificate, long end) {
        this.history = history;
        this.source = source;
        this.certificate = certificate;
        this.end = end;
    }

    /**
     * Writes a recorded history anew, with its certificate if that passes.
     *
     * @param end a time on the recording's clock at which all that was committed had been
     */
    public static Outcome apply(Path history, String source, Certificate certificate, long end) throws IOException {
        return new Certification(history, source, certificate, end).apply();
    }

    /** Writes it anew without anything of a certificate, of which there is none for a reason. */
    public static Outcome refuse(Path history, String source, String reason) throws IOException {
        Certificate nothing = new Certificate(new ChangeLog(), reason, null, statement -> List.of());
        return new Certification(history, source, nothing, 0).apply();
    }

    private Outcome apply() throws IOException {
        ChangeLog log = certificate.log();
        boolean whole = certificate.brokenOff() == null;
        SelfCheck check = new SelfCheck(log, whole);
        try (BufferedReader lines = Files.newBufferedReader(history)) {
            for (String line = lines.readLine(); line != null && check.problem() == null; line = lines.readLine()) {
                Map<String, Object> fields = fields(line);
                if (fields.containsKey("ops")) {
                    check.transaction(new RecordedTransaction(fields));
                }
            }
        }
        check.end();
        String refusal = check.problem() != null
                ? "it does not pass its own check: " + check.problem()
                : whole ? null : certificate.brokenOff();
        boolean ordered = check.problem() == null;
        long versions =
                ordered ? log.rows().values().stream().mapToLong(List::size).sum() : 0;
        Outcome outcome = new Outcome(
                source, refusal, ordered ? log.entries().size() : 0, versions, refusal == null ? check.settled() : 0);
        write(outcome, ordered, check);
        return outcome;
    }

    private static Map<String, Object> fields(String line) throws IOException {
        return JsonTree.object(line.getBytes(StandardCharsets.UTF_8));
    }

    private void write(Outcome outcome, boolean ordered, SelfCheck check) throws IOException {
        Path beside = history.resolveSibling(history.getFileName() + ".certified");
        try (BufferedReader lines = Files.newBufferedReader(history);
                Writer out = Files.newBufferedWriter(beside)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Map<String, Object> fields = fields(line);
                if (fields.containsKey("isolde")) {
                    fields.put(CERTIFICATE, outcome.json());
                } else if (fields.containsKey("ops")) {
                    amend(new RecordedTransaction(fields), outcome.holds(), check);
                } else if (fields.containsKey("closed") && ordered) {
                    writeVersions(out);
                }
                out.write(Json.of(fields) + "\n");
            }
        }
        Files.move(beside, history, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private void amend(RecordedTransaction transaction, boolean holds, SelfCheck check) {
        if (!holds) {
            transaction.forgetEvidence();
            return;
        }
        ChangeLog.Entry entry = check.entry(transaction);
        // the log has only what changed something; of others it does not matter whether they were committed
        if (transaction.isUnknown() && !transaction.writes().isEmpty()) {
            transaction.settle(entry != null, end);
        }
        if (entry != null && transaction.number() == RowMark.NONE) {
            transaction.number(entry.number());
        }
        if (entry != null && certificate.order() != null) {
            transaction.order(certificate.order().applyAsDouble(entry.number()));
        }
        transaction.completeVersionSets(certificate.versionSets());
    }

    private void writeVersions(Writer out) throws IOException {
        for (Map.Entry<String, List<ChangeLog.Change>> row :
                certificate.log().rows().entrySet()) {
            Map<String, Object> order = new LinkedHashMap<>();
            order.put("key", RecordedTransaction.key(row.getKey()));
            order.put(
                    "order",
                    row.getValue().stream().map(ChangeLog.Change::version).toList());
            out.write(Json.of(Map.of("versions", order)) + "\n");
        }
    }
}
