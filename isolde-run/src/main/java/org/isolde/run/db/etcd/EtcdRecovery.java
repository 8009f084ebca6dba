package org.isolde.run.db.etcd;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.isolde.run.Session;
import org.isolde.run.SessionOptions;
import org.isolde.run.certificate.Certificate;
import org.isolde.run.certificate.KeyedVersions;
import org.isolde.run.certificate.Recovery;
import org.isolde.run.record.JsonTree;
import org.isolde.run.rows.RowVersion;

/**
 * Recovers the certificate of one run. A request that writes has a revision of its own, which is the number of its transaction;
 * all versions since the run began are asked for at its end. A key is written once by a request, so etcd knows of each row only
 * what a transaction left of it.
 */
final class EtcdRecovery implements Recovery {
    /** A key behind all rows; when it arrives, all has. */
    private static final String MARKER = EtcdRows.FIRST + "end";

    private static final long END_SECONDS = 30;

    private final RunningEtcd etcd;
    private final boolean serializable;
    private long begin;

    /** @param serializable whether the order of revisions is a serial one */
    EtcdRecovery(RunningEtcd etcd, boolean serializable) {
        this.etcd = etcd;
        this.serializable = serializable;
    }

    @Override
    public void tablesMade() throws IOException, InterruptedException {
        begin = etcd.client(0).get(MARKER, 0).revision() + 1;
    }

    @Override
    public Session session(SessionOptions options) throws IOException, InterruptedException {
        return etcd.session(options, true);
    }

    @Override
    public Certificate finish() throws InterruptedException {
        KeyedVersions versions = new KeyedVersions();
        String brokenOff = null;
        try (EtcdClient client = etcd.client(0)) {
            client.put(MARKER, "");
            try (Stream<String> lines = client.watch(EtcdRows.FIRST, EtcdRows.BEYOND, begin)) {
                CompletableFuture<Void> reading = CompletableFuture.runAsync(() -> read(lines.iterator(), versions));
                reading.get(END_SECONDS, TimeUnit.SECONDS);
            }
        } catch (IOException | ExecutionException e) {
            brokenOff = "etcd did not tell its versions: " + e.getMessage();
        } catch (TimeoutException e) {
            brokenOff = "etcd did not tell all its versions in time";
        }
        return new Certificate(
                versions.log(), brokenOff, serializable ? revision -> revision : null, statement -> List.of());
    }

    /** Reads events, which come in the order of revisions, until that of the marker. */
    static void read(Iterator<String> lines, KeyedVersions versions) {
        long revision = 0;
        Map<Long, RowVersion> left = new LinkedHashMap<>();
        while (lines.hasNext()) {
            for (Object each : events(lines.next())) {
                Map<String, Object> event = JsonTree.map(each);
                Map<String, Object> kv = JsonTree.map(event.get("kv"));
                String name = EtcdAnswer.text(JsonTree.text(kv.get("key")));
                long at = Long.parseLong(JsonTree.text(kv.get("mod_revision")));
                if (at != revision && !left.isEmpty()) {
                    versions.committed(revision, left);
                    left.clear();
                }
                if (name.equals(MARKER)) {
                    return;
                }
                revision = at;
                boolean deleted = "DELETE".equals(event.get("type"));
                left.put(
                        EtcdRows.id(name),
                        deleted ? null : EtcdRows.decode(name, EtcdAnswer.text(JsonTree.text(kv.get("value")))));
            }
        }
        throw new IllegalStateException("the stream of versions ended too early");
    }

    private static List<Object> events(String line) {
        try {
            Map<String, Object> answer = JsonTree.object(line.getBytes(StandardCharsets.UTF_8));
            Map<String, Object> result = JsonTree.map(answer.get("result"));
            if (answer.containsKey("error") || Boolean.TRUE.equals(result.get("canceled"))) {
                throw new IllegalStateException("etcd refused to: " + line);
            }
            return JsonTree.list(result.get("events"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        // the rows go when the tables are made anew, or with the server
    }
}
