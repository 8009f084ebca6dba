package org.isolde.check.predicates;

import java.util.Arrays;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.Lazy;
import org.isolde.check.facts.RowMatcher;
import org.isolde.check.facts.RowVersions;
import org.isolde.check.facts.VersionChains;
import org.isolde.check.graph.IntList;
import org.isolde.check.graph.TimeSort;
import org.isolde.check.refute.Contradiction;
import org.isolde.check.refute.Contradiction.ImpossibleVersion.Why;
import org.isolde.history.History;
import org.isolde.history.Rows;

/**
 * The predicate reads of one table by one condition: held to what it gives on their version sets, and to those who change it. Reads
 * by snapshots are placed along the {@link TimeLine} of the condition.
 */
final class ConditionReads {
    private final Facts facts;
    private final History history;
    private final Rows rows;
    private final VersionChains chains;
    private final RowVersions versions;
    private final Visibility visibility;
    private final Findings findings;
    private final boolean exact;
    private final Changers.Finder finder;
    private final VersionSet set;
    private final Answer answer;
    private final TimeLine line;
    /** Transactions that write something. */
    private final boolean[] isWriter;

    private final TimeSort sort = new TimeSort();

    // one condition
    private RowMatcher matcher;
    /** Row by row: only asked for where reads name versions, and by rows on no time line. */
    private Lazy<Changers> changers;

    // one read
    /** Rows whose match is looked at one by one, by key the number of the read, plus one. */
    private final int[] looked;

    private final IntList lookedAt = new IntList();
    private final IntList lookedValue = new IntList();
    private int matches;
    private MatchingRows matchingRows;

    /**
     * @param exact whether version order may not stand for dependencies
     */
    ConditionReads(
            Facts facts,
            RowVersions versions,
            Visibility visibility,
            Changers.Finder finder,
            Findings findings,
            boolean exact) {
        this.facts = facts;
        this.history = facts.history;
        this.rows = history.rows();
        this.chains = facts.chains();
        this.versions = versions;
        this.visibility = visibility;
        this.findings = findings;
        this.exact = exact;
        this.finder = finder;
        this.set = new VersionSet(facts, versions, visibility);
        this.answer = new Answer(history, versions, set);
        this.looked = new int[history.keys()];
        this.line = visibility == null ? null : new TimeLine(facts, visibility);
        this.isWriter = new boolean[history.transactions() + 1];
        for (int v = 0; v < chains.size(); v++) {
            isWriter[chains.writer(v)] = true;
        }
    }

    void examine(int table, int condition, int[] reads) {
        matcher = versions.matcher(condition);
        changers = new Lazy<>(() -> finder.of(table, condition, matcher));
        int bySnapshot = 0;
        for (int p : reads) {
            if (rows.snapshot(p) < 0) {
                examineNamed(p);
            } else {
                reads[bySnapshot++] = p;
            }
        }
        if (bySnapshot > 0) {
            line.make(table, condition, matcher, finder);
            examineSnapshots(Arrays.copyOf(reads, bySnapshot));
        }
    }

    // ---- version sets that are given row by row

    private void examineNamed(int p) {
        set.open(p);
        int t = set.transaction();
        int before = findings.flaws.size();
        answer.begin(p, matcher);
        addImpossible(p, t);
        for (int i = rows.seesFirst(p); i < rows.seesFirst(p + 1); i++) {
            if (versions.matches(matcher, rows.seesValue(i))) {
                answer.add(rows.seesKey(i), rows.seesValue(i));
            }
        }
        for (int i = 0; i < set.writtenBefore.size(); i++) {
            int key = set.writtenBefore.get(i);
            if (set.named(key) == 0) {
                findings.flaws.add(new Contradiction.ImpossibleVersion(p, key, 0, Why.INTERNAL));
            }
        }
        if (!answer.agrees()) {
            findings.flaws.add(new Contradiction.ResultMismatch(p));
        }
        addFuture(p);
        if (findings.flaws.size() == before) {
            addItems(t);
            addNearest(t, true);
            if (rows.snapshotOf(t) >= 0) {
                addOutside(t, rows.snapshotOf(t));
            }
        }
    }

    /** Versions that are named and can't be seen. */
    private void addImpossible(int p, int t) {
        for (int i = rows.seesFirst(p); i < rows.seesFirst(p + 1); i++) {
            Why wrong = wrong(rows.seesKey(i), rows.seesValue(i), t);
            if (wrong != null) {
                findings.flaws.add(new Contradiction.ImpossibleVersion(p, rows.seesKey(i), rows.seesValue(i), wrong));
            }
        }
    }

    private Why wrong(int key, int value, int t) {
        if (set.isOwn(key)) {
            return set.value(key) == value ? null : Why.INTERNAL;
        }
        int writer = history.writer(value);
        if (writer == History.NOBODY) {
            return Why.GARBAGE;
        }
        if (!facts.counts(writer)) {
            return Why.ABORTED;
        }
        if (writer == t) {
            return Why.FUTURE;
        }
        return chains.version(value) < 0 ? Why.INTERMEDIATE : null;
    }

    /** Whoever writes a row later did not see a version behind that. */
    private void addFuture(int p) {
        for (int i = 0; i < set.writtenLater.size(); i++) {
            int own = set.writtenLater.get(i);
            int key = chains.key(own);
            if (!chains.isOrdered(key) || set.isOwn(key)) {
                continue;
            }
            if (set.isPutBehind(key, own)) {
                int seen = chains.value(set.version(key));
                findings.flaws.add(new Contradiction.ImpossibleVersion(p, key, seen, Why.FUTURE));
                return;
            }
        }
    }

    // ---- dependencies, row by row

    /** Of each row the last changer up to what was seen, and the first behind it: of all rows, or of those on no time line. */
    private void addNearest(int t, boolean all) {
        Changers changers = this.changers.get();
        for (int i = 0, next; i < changers.size(); i = next) {
            int key = chains.key(changers.version[i]);
            next = changers.from(chains.first(key + 1));
            if (set.isOwn(key) || !chains.isOrdered(key) || !(all || line.isTimeless(key))) {
                continue;
            }
            int behind = changers.from(set.version(key) + 1);
            if (behind > i) {
                addSeen(chains.writer(changers.version[behind - 1]), t);
            }
            if (behind < next) {
                addMissed(t, chains.writer(changers.version[behind]));
            }
        }
    }

    private void addSeen(int writer, int t) {
        if (writer != t) {
            findings.add(writer, t, PredicateEdges.Kind.SEEN, -1);
        }
    }

    private void addMissed(int t, int writer) {
        if (writer != t) {
            findings.add(t, writer, PredicateEdges.Kind.MISSED, -1);
        }
    }

    /** Of a read of a transaction that has a snapshot: all changers that it saw are in that. */
    private void addOutside(int t, int snapshot) {
        Changers changers = this.changers.get();
        for (int i = 0; i < changers.size(); i++) {
            int version = changers.version[i];
            int key = chains.key(version);
            int writer = chains.writer(version);
            if (writer != t
                    && chains.isOrdered(key)
                    && !set.isOwn(key)
                    && version <= set.version(key)
                    && !rows.sees(snapshot, writer)) {
                findings.outside.add(new Contradiction.OutsideSnapshot(t, writer, key));
            }
        }
    }

    /** The rows that an aggregate of values is made of were read. */
    private void addItems(int t) {
        if (!answer.readsItems()) {
            return;
        }
        for (int i = 0; i < answer.size(); i++) {
            int key = answer.key(i);
            findings.aggregated.add(set.predicate());
            findings.aggregated.add(key);
            findings.aggregated.add(answer.value(i));
            if (set.isOwn(key) || !chains.isOrdered(key)) {
                continue;
            }
            int version = chains.version(answer.value(i));
            if (chains.writer(version) != t) {
                findings.add(chains.writer(version), t, PredicateEdges.Kind.ITEM_SEEN, key);
            }
            if (version + 1 < chains.first(key + 1) && chains.writer(version + 1) != t) {
                findings.add(t, chains.writer(version + 1), PredicateEdges.Kind.ITEM_OVERWRITTEN, key);
            }
        }
    }

    // ---- snapshots

    private void examineSnapshots(int[] reads) {
        boolean itemsAreRead = true;
        for (int p : reads) {
            itemsAreRead &= rows.aggregate(p) != Rows.Aggregate.COUNT;
        }
        long[] from = sortByLine(reads);
        IntList chained = new IntList(findings.edges == null ? 0 : 3 * reads.length);
        for (int i = 0; i < reads.length; i++) {
            examineSnapshot(reads[i], (int) from[i], chained);
        }
        if (findings.edges != null) {
            int[] writers = new int[line.size()];
            boolean[] begins = new boolean[line.size()];
            for (int i = 0; i < writers.length; i++) {
                writers[i] = chains.writer(line.version(i));
                begins[i] = line.begins(i);
            }
            findings.edges.addChain(writers, begins, chained, itemsAreRead);
        }
    }

    /**
     * Puts reads in the order of what they saw of the line, so that matching rows are gone through once: where the part begins that
     * is looked at one by one, which is returned.
     */
    private long[] sortByLine(int[] reads) {
        long[] from = new long[reads.length];
        for (int i = 0; i < reads.length; i++) {
            from[i] = line.from(low(reads[i]));
        }
        sort.sort(from, reads, reads.length);
        matchingRows = matchingRows == null ? new MatchingRows(chains, line, history.keys()) : matchingRows;
        matchingRows.restart();
        return from;
    }

    /**
     * Whoever writes rows itself stands among those that are looked at one by one, and is left out; so do the writers of versions
     * that were seen in place of the snapshot's.
     */
    private int low(int p) {
        int low = visibility.low(rows.snapshot(p));
        int t = rows.transaction(p);
        low = isWriter[t] ? Math.min(low, visibility.place(t)) : low;
        for (int i = rows.seesFirst(p); i < rows.seesFirst(p + 1); i++) {
            int version = chains.version(rows.seesValue(i));
            low = version < 0 ? low : Math.min(low, visibility.placeOfVersion(version));
        }
        return low;
    }

    private int high(int p) {
        int high = visibility.high(rows.snapshot(p));
        int t = rows.transaction(p);
        high = isWriter[t] ? Math.max(high, visibility.place(t)) : high;
        for (int i = rows.seesFirst(p); i < rows.seesFirst(p + 1); i++) {
            int version = chains.version(rows.seesValue(i));
            high = version < 0 ? high : Math.max(high, visibility.placeOfVersion(version));
        }
        return high;
    }

    private void examineSnapshot(int p, int from, IntList chained) {
        set.open(p);
        int t = set.transaction();
        int to = line.from(high(p) + 1);
        int before = findings.flaws.size();
        answer.begin(p, matcher);
        addImpossible(p, t);
        matchingRows.advance(from);
        lookAtSome(p, from, to);
        if (answer.readsItems()) {
            addMatching();
        }
        if (!(answer.readsItems() ? answer.agrees() : answer.agreesWithCount(matches))) {
            findings.flaws.add(new Contradiction.ResultMismatch(p));
        }
        addFuture(p);
        if (findings.flaws.size() > before) {
            return;
        }
        addItems(t);
        if (exact && set.writtenBefore.size() > 0) {
            addNearest(t, true);
        } else {
            for (int i = from; i < to; i++) {
                addChange(line.version(i), t);
            }
            if (line.timeless().size() > 0) {
                addNearest(t, false);
            }
            if (from > 0 && set.writtenBefore.size() > 0) {
                findings.markCoarse();
            }
            if (findings.edges == null) {
                findings.hold(t, line, from, to);
            } else {
                chained.add(t);
                chained.add(from);
                chained.add(to);
            }
        }
        int whole = rows.snapshotOf(t);
        if (whole == set.snapshot() && line.timeless().size() == 0) {
            addOutside(t, from, to);
        } else if (whole >= 0) {
            addOutside(t, whole);
        }
    }

    /** All rows that match: those before the part of the line that is looked at, and those that were looked at. */
    private void addMatching() {
        for (int i = 0; i < matchingRows.size(); i++) {
            int key = matchingRows.key(i);
            if (looked[key] != set.predicate() + 1) {
                answer.add(key, set.value(key, matchingRows.began(key)));
            }
        }
        for (int i = 0; i < lookedAt.size(); i++) {
            int value = lookedValue.get(i);
            if (versions.matches(matcher, value)) {
                answer.add(lookedAt.get(i), value);
            }
        }
    }

    /** A change that stands where it has to be looked at whether the read saw it. */
    private void addChange(int version, int t) {
        int writer = chains.writer(version);
        int key = chains.key(version);
        if (writer == t || set.isOwn(key)) {
            return;
        }
        if (version <= set.version(key)) {
            addSeen(writer, t);
        } else {
            addMissed(t, writer);
        }
    }

    /** Changes that were seen, though not in the snapshot, for it has a later version. */
    private void addOutside(int t, int from, int to) {
        for (int i = from; i < to; i++) {
            int version = line.version(i);
            int key = chains.key(version);
            if (chains.writer(version) != t
                    && !set.isOwn(key)
                    && version <= set.version(key)
                    && !rows.sees(set.snapshot(), chains.writer(version))) {
                findings.outside.add(new Contradiction.OutsideSnapshot(t, chains.writer(version), key));
            }
        }
    }

    /**
     * How many rows match: those before the part of the line that is looked at one by one, and what becomes of the rows that are
     * in it, that the transaction had written itself, or that are on no line.
     */
    private void lookAtSome(int p, int from, int to) {
        matches = line.matchingBefore(from);
        lookedAt.clear();
        lookedValue.clear();
        for (int i = from; i < to; i++) {
            look(chains.key(line.version(i)), p, line.version(i));
        }
        for (int i = 0; i < set.writtenBefore.size(); i++) {
            look(set.writtenBefore.get(i), p, -1);
        }
        for (int i = 0; i < line.timeless().size(); i++) {
            look(line.timeless().get(i), p, -1);
        }
        for (int i = rows.seesFirst(p); i < rows.seesFirst(p + 1); i++) {
            look(rows.seesKey(i), p, -1);
        }
    }

    /**
     * @param near a version of the row in the part of the line that is looked at; -1 if none is known
     */
    private void look(int key, int p, int near) {
        if (looked[key] == p + 1) {
            return;
        }
        looked[key] = p + 1;
        lookedAt.add(key);
        int value = set.value(key, near);
        lookedValue.add(value);
        if (versions.matches(matcher, value)) {
            matches++;
        }
        if (matchingRows.contains(key)) {
            matches--;
        }
    }
}
