package org.isolde.report;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isolde.check.Algorithm;
import org.isolde.check.CheckOptions;
import org.isolde.check.CheckResult;
import org.isolde.check.Isolde;
import org.isolde.generate.Generator;
import org.isolde.generate.GeneratorOptions;
import org.isolde.generate.HistoryShape;
import org.isolde.generate.InjectedAnomaly;
import org.isolde.generate.InjectedRowAnomaly;
import org.isolde.generate.SimulatedStore;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.format.Format;
import org.isolde.history.format.Json;
import org.isolde.history.format.Source;

/** Reports of all kinds, for the tests of whatever shows them. */
public final class Samples {
    /** Names that break whoever does not escape them. */
    public static final List<String> HOSTILE = List.of(
            "<script>alert(1)</script>",
            "\"; DROP TABLE x; --",
            "</script><img src=x onerror=alert(2)>",
            "it's \"quoted\" & \\N \\\\ &amp; ]]> -->",
            "two\nlines\r\tand\u0000\u0007\u001b[31m",
            "\u202eright-to-left \u05e9\u05dc\u05d5\u05dd\u2066",
            "\ud83d\ude00 \u6f22\u5b57 e\u0301 \u200b \ufeff",
            "k".repeat(5000));

    /** What only timestamps show, of each kind; lists, what was rolled back, and points among them. */
    public static final List<String> BY_TIMESTAMPS = List.of(
            "A(1-2){wx1} B(3-4){wx2} C(5-8){rx1}",
            "A(1-2){ax1} B(3-4){ax2} C(5-6){ax3} D(7-7){rx[1,3]}",
            "A!{wx1} B(3-4){wx2} C(5-6){rx1}",
            "A(1-2){wx1} B(3-4){fx1}",
            "C(5-9){rx0 rx1}",
            "A(1-5){wx1} B(3-8){wx2}",
            "A(1-6){wx1} A(4-8){rx0 wy2}",
            "A(1-2){wx1} A+(4-8){wy2}",
            "B(9-4){rx1 wx2}",
            "A(1-4){wx1} B(2-4){wx2}",
            "A(4-4){wx1} B(4-4){wx1}",
            "A(5-8)[1-2]{wx1} B(3-4)[3-6]{rx0 wy1}");

    /** They are made once: each is checked at every level. */
    private static List<Report> all;

    private Samples() {}

    /** A report on every level. */
    public static Report report(String title, History history) {
        return Report.of(
                title,
                check(history, CheckOptions.of(EnumSet.allOf(Level.class))),
                Map.of(),
                Map.of("database", "h2", "options", Map.of("seed", 7)));
    }

    /** The verdicts on a history that is fit to be checked. */
    public static CheckResult check(History history, CheckOptions options) {
        try {
            return Isolde.check(history, options);
        } catch (BadHistoryException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** A history in which one of the 14 anomalies of the mini-transaction paper is hidden. */
    public static History injected(InjectedAnomaly... anomalies) {
        return Generator.generate(options().inject(anomalies).build());
    }

    public static GeneratorOptions.Builder options() {
        return GeneratorOptions.builder()
                .store(SimulatedStore.STRICT)
                .transactions(60)
                .sessions(6)
                .concurrency(4)
                .abortRate(0.1)
                .unknownRate(0.03)
                .seed(7);
    }

    /** A history of the native text format, line by line. */
    public static History read(String... lines) {
        byte[] bytes = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
        try {
            return Format.ISOLDE.read(Source.of("sample", new ByteArrayInputStream(bytes)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Two lost updates in which every name, key and value is hostile. */
    public static History hostile(String name) {
        List<String> lines = new ArrayList<>();
        lines.add("{\"isolde\":1}");
        for (String suffix : List.of("1", "2")) {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("session", name + suffix);
            line.put("id", name + suffix);
            List<Object> read = new ArrayList<>(List.of("r", name));
            read.add(null);
            line.put("ops", List.of(read, List.of("w", name, name + suffix)));
            lines.add(Json.of(line));
        }
        return read(lines.toArray(String[]::new));
    }

    /** Two overlapping writers and a bad read, by timestamps, in which every name, key and value is hostile. */
    public static History hostileTimestamps(String name) {
        List<String> lines = new ArrayList<>();
        lines.add("{\"isolde\":1}");
        for (int i = 1; i <= 3; i++) {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("session", name + i);
            line.put("id", name + i);
            line.put("ops", List.of(List.of("r", name, name + 1), List.of("w", name, name + i)));
            line.put("start", List.of(7, i));
            line.put("commit", List.of(8, i));
            lines.add(Json.of(line));
        }
        return read(lines.toArray(String[]::new));
    }

    /** A phantom, a write skew and a wrong result, in which every table, row, column and condition is hostile. */
    public static History hostileRows(String name) {
        String table = name.replace('/', '|');
        String column = "c";
        String condition = column + " <> '" + name.replace("'", "''") + "' or " + column + " = 'it''s \"<b>\"'";
        List<String> lines = new ArrayList<>();
        lines.add("{\"isolde\":1}");
        for (int i = 1; i <= 2; i++) {
            lines.add(rowLine(i, List.of(List.of("w", table + "/" + i, 1, Map.of(column, "v" + i, name, name)))));
        }
        List<Object> first = List.of(List.of(table + "/1", 1));
        List<Object> both = List.of(List.of(table + "/1", 1), List.of(table + "/2", 1));
        lines.add(rowLine(
                3,
                List.of(
                        List.of("rp", table, condition, first, Map.of("sees", first)),
                        List.of("rp", table, condition, both, Map.of("sees", both)),
                        List.of("rp", table, condition, first, Map.of("sees", both)))));
        lines.add(rowLine(
                4,
                List.of(
                        List.of("rp", table, condition, Map.of("count", 2), Map.of("sees", both)),
                        List.of("d", table + "/1", 2))));
        lines.add(Json.of(Map.of("versions", Map.of("key", table + "/1", "order", List.of(1, 2)))));
        return read(lines.toArray(String[]::new));
    }

    private static String rowLine(int number, List<Object> operations) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("session", "session " + number);
        line.put("id", "T" + number);
        line.put("ops", operations);
        line.put("begin", number);
        line.put("end", number + 5);
        return Json.of(line);
    }

    /** Rows in which an anomaly of predicate reads is hidden. */
    public static History rows(InjectedRowAnomaly anomaly, boolean expectedOrder) {
        return Generator.generate(options()
                .shape(HistoryShape.ROWS)
                .keys(20)
                .unknownRate(0)
                .expectedOrder(expectedOrder)
                .rowAnomalies(List.of(anomaly))
                .build());
    }

    /** A violation of si that takes several cases to tell. */
    public static Report cases() {
        History history = Generator.generate(GeneratorOptions.builder()
                .store(SimulatedStore.CAUSAL)
                .transactions(14)
                .sessions(5)
                .concurrency(5)
                .operations(3, 4)
                .keys(4)
                .blindWrites()
                .seed(111)
                .build());
        return Report.of("cases", check(history, CheckOptions.of(EnumSet.of(Level.SI))), Map.of(), Map.of());
    }

    /** Two reads of a list that contradict each other. */
    public static History lists() {
        return read(
                "{\"isolde\":1}",
                "{\"session\":1,\"id\":1,\"ops\":[[\"append\",\"x\",1]]}",
                "{\"session\":2,\"id\":2,\"ops\":[[\"append\",\"x\",2]]}",
                "{\"session\":3,\"id\":3,\"ops\":[[\"r\",\"x\",[1,2]]]}",
                "{\"session\":4,\"id\":4,\"ops\":[[\"r\",\"x\",[2]]]}");
    }

    /** Compare-and-sets, and a read that comes too late. */
    public static History compareAndSets() {
        return read(
                "{\"isolde\":1,\"initial\":0,\"clock\":\"nanoseconds\"}",
                "{\"session\":1,\"id\":1,\"ops\":[[\"cas\",\"x\",0,1]],\"begin\":1000,\"end\":2000}",
                "{\"session\":2,\"id\":2,\"ops\":[[\"cas\",\"x\",1,2]],\"begin\":2200,\"end\":3000}",
                "{\"session\":3,\"id\":3,\"ops\":[[\"r\",\"x\",1]],\"begin\":3100,\"end\":4000000000}");
    }

    /** One report of every kind: each anomaly, lists, compare-and-sets, cases, hostile names, nothing found. */
    public static synchronized List<Report> all() {
        if (all == null) {
            all = List.copyOf(make());
        }
        return all;
    }

    private static List<Report> make() {
        List<Report> reports = new ArrayList<>();
        for (InjectedAnomaly anomaly : InjectedAnomaly.values()) {
            reports.add(report(anomaly.text(), injected(anomaly)));
            reports.add(report(
                    anomaly.text() + " without times",
                    Generator.generate(options().realTime(false).inject(anomaly).build())));
            reports.add(report(
                    anomaly.text() + " of lists",
                    Generator.generate(options()
                            .shape(HistoryShape.LIST_APPEND)
                            .inject(anomaly)
                            .build())));
        }
        reports.add(report("all", injected(InjectedAnomaly.values())));
        reports.add(cases());
        reports.add(report("lists", lists()));
        reports.add(report("compare-and-sets", compareAndSets()));
        HOSTILE.forEach(name -> reports.add(report(name, hostile(name))));
        for (String each : BY_TIMESTAMPS) {
            reports.add(report("by timestamps", HistoryNotation.read(each)));
        }
        HOSTILE.forEach(name -> reports.add(report(name, hostileTimestamps(name))));
        for (InjectedRowAnomaly anomaly : InjectedRowAnomaly.values()) {
            reports.add(report(anomaly.text(), rows(anomaly, false)));
            reports.add(report(anomaly.text() + " by order", rows(anomaly, true)));
        }
        HOSTILE.forEach(name -> reports.add(report(name, hostileRows(name))));
        reports.add(report(
                "by timestamps, many",
                Generator.generate(options()
                        .store(SimulatedStore.SI)
                        .timestamps(true)
                        .keys(3)
                        .build())));
        reports.add(report("satisfied", Generator.generate(options().build())));
        reports.add(report("empty", read("{\"isolde\":1}")));
        reports.add(undecided());
        return reports;
    }

    /** A report on a level that could not be decided. */
    public static Report undecided() {
        History history = Generator.generate(GeneratorOptions.builder()
                .store(SimulatedStore.SI)
                .transactions(60)
                .concurrency(6)
                .blindWrites()
                .keys(5)
                .seed(3)
                .build());
        CheckOptions options = CheckOptions.of(EnumSet.of(Level.RU, Level.SER)).withAlgorithm(Algorithm.REPLAY);
        return Report.of("undecided", check(history, options), Map.of(), Map.of());
    }
}
