package org.isolde.generate;

import java.util.Locale;
import java.util.StringJoiner;

/** What a generated history's header says of its options: enough to make it again. */
final class GeneratorHeader {
    private GeneratorHeader() {}

    /** All options as a JSON object; delays, rows, versions and orders only if there are any. */
    static String json(GeneratorOptions options) {
        StringJoiner injected = new StringJoiner(",");
        options.inject().forEach(anomaly -> injected.add("\"" + anomaly.text() + "\""));
        options.rowAnomalies().forEach(anomaly -> injected.add("\"" + anomaly.text() + "\""));
        options.violations().forEach(violation -> injected.add("\"" + violation.text() + "\""));
        String delays = options.delays() == null
                ? ""
                : "\"shuffle\":\"" + options.delays().text() + "\",";
        RowMix rows = options.rows();
        String mix = options.shape() != HistoryShape.ROWS
                ? ""
                : String.format(
                        Locale.ROOT,
                        "\"predicates\":%s,\"inserts\":%s,\"deletes\":%s,\"matches\":%d,",
                        rows.predicates(),
                        rows.inserts(),
                        rows.deletes(),
                        rows.matches());
        String evidence = mix
                + (options.versions() == 0 ? "" : "\"versions\":" + options.versions() + ",")
                + (options.expectedOrder() ? "\"expectedOrder\":true," : "");
        return String.format(
                Locale.ROOT,
                "{\"store\":\"%s\",\"shape\":\"%s\",\"sessions\":%d,\"transactions\":%d,\"ops\":[%d,%d],\"keys\":%d,"
                        + "\"readRatio\":%s,\"rmw\":%s,\"distribution\":\"%s\",\"theta\":%s,\"abortRate\":%s,"
                        + "\"unknownRate\":%s,\"concurrency\":%d,\"replicas\":%d,\"replicationLag\":%d,"
                        + "\"appendsPerKey\":%d,\"failedCas\":%s,\"values\":%d,\"realTime\":%b,\"timestamps\":%b,"
                        + "%s\"order\":\"%s\",%s\"seed\":%d,"
                        + "\"inject\":[%s]}",
                options.store().text(),
                options.shape().text(),
                options.sessions(),
                options.transactions(),
                options.minimumOperations(),
                options.maximumOperations(),
                options.keys(),
                options.readRatio(),
                options.rmw(),
                options.distribution().text(),
                options.theta(),
                options.abortRate(),
                options.unknownRate(),
                options.concurrency(),
                options.replicas(),
                options.replicationLag(),
                options.appendsPerKey(),
                options.failedCas(),
                options.values(),
                options.realTime(),
                options.timestamps(),
                evidence,
                options.order().text(),
                delays,
                options.seed(),
                injected);
    }
}
