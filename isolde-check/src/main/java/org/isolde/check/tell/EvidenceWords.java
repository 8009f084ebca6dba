package org.isolde.check.tell;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.isolde.check.Anomaly;
import org.isolde.check.AnomalyKind;
import org.isolde.check.Names;
import org.isolde.check.facts.Counted;
import org.isolde.check.refute.Contradiction;
import org.isolde.history.History;
import org.isolde.history.Level;

/** The words of versions that can't be put in order: for each pair the evidence that the one comes before the other. */
final class EvidenceWords {
    private final History history;
    private final Counted counted;
    private final Names names;
    private final Set<Integer> involved = new LinkedHashSet<>();
    private int operation = -1;

    EvidenceWords(History history, Counted counted) {
        this.history = history;
        this.counted = counted;
        this.names = new Names(history);
    }

    Anomaly anomaly(Contradiction.VersionCycle cycle, Level level) {
        StringBuilder story = new StringBuilder();
        List<Integer> versions = cycle.versions();
        for (int i = 0; i < versions.size(); i++) {
            int before = versions.get(i);
            int after = versions.get((i + 1) % versions.size());
            story.append(i == 0 ? "" : "; but ").append(why(cycle.key(), before, after));
        }
        versions.stream().map(history::writer).filter(t -> t > 0).forEach(involved::add);
        return new Anomaly(
                AnomalyKind.CONTRADICTORY_VERSIONS,
                AnomalyKind.CONTRADICTORY_VERSIONS.alias(),
                level == Level.LIN ? Level.LIN : AnomalyKind.CONTRADICTORY_VERSIONS.breaks(),
                List.copyOf(involved),
                cycle.key(),
                versions.get(0),
                operation,
                List.of(),
                List.of(),
                null,
                story.toString());
    }

    /** Why a version of a key comes before another one (or before itself). */
    private String why(int key, int before, int after) {
        String keyName = names.key(key);
        String first = history.valueName(before);
        String second = history.valueName(after);
        for (int line = 0; counted.versions() && line < history.versionChains(); line++) {
            if (history.versionChainKey(line) == key && standsBefore(history.versionChain(line), before, after)) {
                return "the version order of key " + keyName + " has " + first + " before " + second
                        + (after == 0 ? ", the initial value" : "");
            }
        }
        if (before == 0) {
            return first + " is the initial value of " + keyName + ", which comes before all others";
        }
        int writer = history.writer(before);
        if (before != after && writer == history.writer(after) && history.writeOp(before) < history.writeOp(after)) {
            return names.transaction(writer) + " itself wrote " + first + " to " + keyName + " before " + second;
        }
        for (int list = 0; list < history.lists(); list++) {
            int op = history.listOp(list);
            int reader = history.transactionOf(op);
            if (history.key(op) == key && counted.counts(reader)) {
                String shown = shown(list, before, after);
                if (shown != null) {
                    operation = operation < 0 ? op : operation;
                    involved.add(reader);
                    return names.transaction(reader) + " read " + names.keyValue(op) + shown;
                }
            }
        }
        throw new IllegalStateException("no evidence that value " + before + " comes before value " + after);
    }

    private static boolean standsBefore(int[] line, int before, int after) {
        boolean found = false;
        for (int value : line) {
            if (found && value == after) {
                return true;
            }
            found |= value == before;
        }
        return false;
    }

    /** What a list shows of the order of two versions; null if nothing. */
    private String shown(int list, int before, int after) {
        int[] prefix = new int[counted.externalPrefix(list)];
        boolean hasBefore = false;
        boolean hasAfter = false;
        for (int i = 0; i < prefix.length; i++) {
            prefix[i] = history.listElement(history.listFirst(list) + i);
            hasBefore |= prefix[i] == before;
            hasAfter |= prefix[i] == after;
        }
        if (standsBefore(prefix, before, after)) {
            return before == after
                    ? ", in which " + history.valueName(before) + " stands twice"
                    : ", in which " + history.valueName(before) + " stands before " + history.valueName(after);
        }
        return hasBefore && !hasAfter
                ? ", with " + history.valueName(before) + " and without " + history.valueName(after)
                : null;
    }
}
