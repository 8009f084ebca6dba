package org.isolde.check.predicates;

import java.util.Arrays;
import java.util.List;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.RowMatcher;
import org.isolde.check.facts.RowVersions;
import org.isolde.check.facts.VersionChains;
import org.isolde.check.graph.IntList;
import org.isolde.check.graph.TimeSort;
import org.isolde.check.refute.Contradiction;
import org.isolde.check.refute.Contradiction.ImpossibleVersion.Why;
import org.isolde.history.History;
import org.isolde.history.Rows;
import org.isolde.history.Segment;

/**
 * The predicate reads of one table by one condition. The changers of the condition, in the order of {@link Visibility}, are a
 * time line along which reads by snapshots are placed: what a read saw is a beginning of it, and a few changes behind that.
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
    /** Rows that a transaction without a number wrote: these are on no time line. */
    private final boolean[] isTimeless;

    private boolean coarse;

    // one condition
    private RowMatcher matcher;
    private Changers changers;
    /** The changers in the order of their writers, by number in {@link #changers}; their places; how many rows match before each. */
    private int[] line;

    private int[] place;
    private int[] matching;
    /** Rows with changers that are on no time line. */
    private final IntList timeless = new IntList();

    // one read
    /** Rows whose match is looked at one by one, by key the number of the read, plus one; and whether they match. */
    private final int[] looked;

    private final IntList lookedAt = new IntList();
    private int matches;
    private final MatchingRows matchingRows = new MatchingRows();

    /**
     * @param aggregated by threes: a predicate read that read rows without giving them back, a row, the value that it read
     */
    record Findings(PredicateEdges edges, List<Contradiction> flaws, List<Contradiction> outside, IntList aggregated) {}

    ConditionReads(Facts facts, RowVersions versions, Visibility visibility, Findings findings, boolean exact) {
        this.facts = facts;
        this.history = facts.history;
        this.rows = history.rows();
        this.chains = facts.chains();
        this.versions = versions;
        this.visibility = visibility;
        this.findings = findings;
        this.exact = exact;
        this.finder = new Changers.Finder(history, chains, versions);
        this.set = new VersionSet(facts, versions, visibility);
        this.answer = new Answer(history, versions, set);
        this.looked = new int[history.keys()];
        this.isTimeless = timelessRows();
    }

    private boolean[] timelessRows() {
        boolean[] found = new boolean[history.keys()];
        for (int v = 0; v < chains.size(); v++) {
            if (rows.number(chains.writer(v)) == Segment.NO_ID) {
                found[finder.key(v)] = true;
            }
        }
        return found;
    }

    /** Whether some edges stand for version order: see {@link Emme#isCoarse}. */
    boolean isCoarse() {
        return coarse;
    }

    void examine(int table, int condition, int[] reads) {
        matcher = versions.matcher(condition);
        changers = finder.of(table, condition, matcher);
        int bySnapshot = 0;
        for (int p : reads) {
            if (rows.snapshot(p) < 0) {
                examineNamed(p);
            } else {
                reads[bySnapshot++] = p;
            }
        }
        if (bySnapshot > 0) {
            makeLine();
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
            int key = finder.key(own);
            if (!chains.isOrdered(key) || set.isOwn(key)) {
                continue;
            }
            int seen = set.version(key);
            if (seen > own) {
                findings.flaws.add(new Contradiction.ImpossibleVersion(p, key, chains.value(seen), Why.FUTURE));
                return;
            }
        }
    }

    // ---- dependencies, row by row

    /** Of each row the last changer up to what was seen, and the first behind it: of all rows, or of those on no time line. */
    private void addNearest(int t, boolean all) {
        for (int i = 0, next; i < changers.size(); i = next) {
            int key = finder.key(changers.version[i]);
            next = changers.from(chains.first(key + 1));
            if (set.isOwn(key) || !chains.isOrdered(key) || !(all || isTimeless[key])) {
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
            findings.edges.add(writer, t, PredicateEdges.Kind.SEEN, -1);
        }
    }

    private void addMissed(int t, int writer) {
        if (writer != t) {
            findings.edges.add(t, writer, PredicateEdges.Kind.MISSED, -1);
        }
    }

    /** Of a read of a transaction that has a snapshot: all changers that it saw are in that. */
    private void addOutside(int t, int snapshot) {
        for (int i = 0; i < changers.size(); i++) {
            int version = changers.version[i];
            int key = finder.key(version);
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
            findings.aggregated.add(set.value(key));
            if (set.isOwn(key) || !chains.isOrdered(key)) {
                continue;
            }
            int version = set.version(key);
            if (chains.writer(version) != t) {
                findings.edges.add(chains.writer(version), t, PredicateEdges.Kind.ITEM_SEEN, key);
            }
            if (version + 1 < chains.first(key + 1) && chains.writer(version + 1) != t) {
                findings.edges.add(t, chains.writer(version + 1), PredicateEdges.Kind.ITEM_OVERWRITTEN, key);
            }
        }
    }

    // ---- snapshots

    private void makeLine() {
        int size = 0;
        long[] places = new long[changers.size()];
        line = new int[changers.size()];
        timeless.clear();
        for (int i = 0; i < line.length; i++) {
            int key = finder.key(changers.version[i]);
            if (!isTimeless[key]) {
                places[size] = visibility.place(chains.writer(changers.version[i]));
                line[size++] = i;
            } else if (timeless.size() == 0 || timeless.get(timeless.size() - 1) != key) {
                timeless.add(key);
            }
        }
        new TimeSort().sort(places, line, size);
        line = Arrays.copyOf(line, size);
        place = new int[size];
        matching = new int[size + 1];
        for (int i = 0; i < size; i++) {
            place[i] = (int) places[i];
            matching[i + 1] = matching[i] + (changers.matches[line[i]] ? 1 : -1);
        }
    }

    /** The first changer on the line whose writer stands at a place or behind it. */
    private int lineFrom(int wanted) {
        int below = 0;
        int above = place.length;
        while (below < above) {
            int middle = (below + above) >>> 1;
            if (place[middle] < wanted) {
                below = middle + 1;
            } else {
                above = middle;
            }
        }
        return below;
    }

    private void examineSnapshots(int[] reads) {
        long[] from = new long[reads.length];
        boolean byRow = false;
        boolean itemsAreRead = true;
        for (int i = 0; i < reads.length; i++) {
            set.open(reads[i]);
            from[i] = lineFrom(low());
            byRow |= rows.readsRows(reads[i]);
            itemsAreRead &= rows.aggregate(reads[i]) != Rows.Aggregate.COUNT;
        }
        new TimeSort().sort(from, reads, reads.length);
        MatchingRows current = byRow ? matchingRows : null;
        if (current != null) {
            current.clear();
        }
        IntList chained = new IntList(3 * reads.length);
        for (int i = 0; i < reads.length; i++) {
            if (current != null) {
                current.advance((int) from[i]);
            }
            examineSnapshot(reads[i], (int) from[i], current, chained);
        }
        int[] writers = new int[line.length];
        boolean[] begins = new boolean[line.length];
        for (int i = 0; i < line.length; i++) {
            writers[i] = chains.writer(changers.version[line[i]]);
            begins[i] = changers.matches[line[i]];
        }
        findings.edges.addChain(writers, begins, chained, itemsAreRead);
    }

    /**
     * Whoever writes to the table itself stands among those that are looked at one by one, and is left out; so do the writers of
     * versions that were seen in place of the snapshot's.
     */
    private int low() {
        int low = visibility.low(set.snapshot());
        low = writes() ? Math.min(low, visibility.place(set.transaction())) : low;
        for (int i = rows.seesFirst(set.predicate()); i < rows.seesFirst(set.predicate() + 1); i++) {
            int version = chains.version(rows.seesValue(i));
            low = version < 0 ? low : Math.min(low, visibility.place(chains.writer(version)));
        }
        return low;
    }

    private int high() {
        int high = visibility.high(set.snapshot());
        high = writes() ? Math.max(high, visibility.place(set.transaction())) : high;
        for (int i = rows.seesFirst(set.predicate()); i < rows.seesFirst(set.predicate() + 1); i++) {
            int version = chains.version(rows.seesValue(i));
            high = version < 0 ? high : Math.max(high, visibility.place(chains.writer(version)));
        }
        return high;
    }

    private boolean writes() {
        return set.writtenBefore.size() + set.writtenLater.size() > 0;
    }

    private void examineSnapshot(int p, int from, MatchingRows current, IntList chained) {
        set.open(p);
        int t = set.transaction();
        int to = lineFrom(high() + 1);
        int before = findings.flaws.size();
        answer.begin(p, matcher);
        addImpossible(p, t);
        lookAtSome(p, from, to);
        if (answer.readsItems()) {
            current.addTo(answer);
            for (int i = 0; i < lookedAt.size(); i++) {
                int value = set.value(lookedAt.get(i));
                if (versions.matches(matcher, value)) {
                    answer.add(lookedAt.get(i), value);
                }
            }
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
                addChange(changers.version[line[i]], t);
            }
            if (timeless.size() > 0) {
                addNearest(t, false);
            }
            coarse |= from > 0 && set.writtenBefore.size() > 0;
            chained.add(t);
            chained.add(from);
            chained.add(to);
        }
        int whole = rows.snapshotOf(t);
        if (whole == set.snapshot() && timeless.size() == 0) {
            addOutside(t, from, to);
        } else if (whole >= 0) {
            addOutside(t, whole);
        }
    }

    /** A change that stands where it has to be looked at whether the read saw it. */
    private void addChange(int version, int t) {
        int writer = chains.writer(version);
        int key = finder.key(version);
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
            int version = changers.version[line[i]];
            int key = finder.key(version);
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
        matches = matching[from];
        lookedAt.clear();
        int low = low();
        for (int i = from; i < to; i++) {
            look(finder.key(changers.version[line[i]]), p, low);
        }
        for (int i = 0; i < set.writtenBefore.size(); i++) {
            look(set.writtenBefore.get(i), p, low);
        }
        for (int i = 0; i < timeless.size(); i++) {
            look(timeless.get(i), p, low);
        }
        for (int i = rows.seesFirst(p); i < rows.seesFirst(p + 1); i++) {
            look(rows.seesKey(i), p, low);
        }
    }

    private void look(int key, int p, int low) {
        if (looked[key] == p + 1) {
            return;
        }
        looked[key] = p + 1;
        lookedAt.add(key);
        if (versions.matches(matcher, set.value(key))) {
            matches++;
        }
        if (!isTimeless[key]) {
            int version = set.lastBefore(key, low);
            if (version >= chains.first(key) && versions.matches(matcher, chains.value(version))) {
                matches--;
            }
        }
    }

    /** The rows that match before a place of the line, one by one. */
    private final class MatchingRows {
        private final IntList keys = new IntList();
        /** The place of a key in the list, plus one. */
        private int[] at = {};

        private int done;

        void advance(int to) {
            at = at.length == 0 ? new int[history.keys()] : at;
            for (; done < to; done++) {
                int key = finder.key(changers.version[line[done]]);
                if (changers.matches[line[done]]) {
                    keys.add(key);
                    at[key] = keys.size();
                } else {
                    int last = keys.removeLast();
                    if (last != key) {
                        keys.set(at[key] - 1, last);
                        at[last] = at[key];
                    }
                    at[key] = 0;
                }
            }
        }

        void addTo(Answer answer) {
            int stamp = set.predicate() + 1;
            for (int i = 0; i < keys.size(); i++) {
                if (looked[keys.get(i)] != stamp) {
                    answer.add(keys.get(i), set.value(keys.get(i)));
                }
            }
        }

        void clear() {
            keys.clear();
            done = 0;
        }
    }
}
