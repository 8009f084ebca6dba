package org.isolde.proof;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isolde.history.History;

/**
 * The orderings of versions that a history gives: version orders, where they are evidence, and what list reads show.
 *
 * <p>Of the versions that a version order names, the writers of earlier ones come before the writers of later ones. The
 * longest external list that was read of a key is such an order, and whoever appended what is not in it comes after those
 * in it; if the lists of a key disagree, they say nothing.
 *
 * <p>Evidence may contradict itself: lists that are not beginnings of one list, an order that has a transaction's own writes
 * in another turn than the transaction, a version twice, or the initial one not first. Then no order of versions is possible
 * at all; whether that is so within one transaction is found here, and between several the chains show it.
 *
 * <p>Invariant: chains hold counted transactions only; one may stand at several places of a chain.
 */
final class GivenVersions {
    /** The place in a chain of those who come behind all of it. */
    private static final long BEHIND = Integer.MAX_VALUE;

    /**
     * @param rest who comes behind all others in the chain, ascending
     * @param places for {@link #isGiven}: writers with their places, sorted; null until it is asked for
     */
    private static final class Chain {
        final int key;
        final int[] writers;
        int[] rest = {};
        long[] places;

        Chain(int key, int[] writers) {
            this.key = key;
            this.writers = writers;
        }

        int last() {
            return writers[writers.length - 1];
        }

        /** The first place of a writer among the named ones, or {@link #BEHIND}. */
        long firstPlace(int writer) {
            int found = find((long) writer << 32);
            return found < places.length && places[found] >>> 32 == writer ? (int) places[found] : BEHIND;
        }

        /** The last place of a writer, or -1 if it has none. */
        long lastPlace(int writer) {
            if (Arrays.binarySearch(rest, writer) >= 0) {
                return BEHIND;
            }
            int found = find((writer + 1L) << 32) - 1;
            return found >= 0 && places[found] >>> 32 == writer ? (int) places[found] : -1;
        }

        private int find(long wanted) {
            if (places == null) {
                places = new long[writers.length];
                for (int i = 0; i < places.length; i++) {
                    places[i] = (long) writers[i] << 32 | i;
                }
                Arrays.sort(places);
            }
            int found = Arrays.binarySearch(places, wanted);
            return found < 0 ? -found - 1 : found;
        }
    }

    private final Readings readings;
    private final History history;
    private final List<Chain> chains = new ArrayList<>();
    private final Map<Integer, List<Chain>> chainsOfKey = new HashMap<>();
    /** A value in a given version order that no counted transaction wrote, and its key; -1 if there is none. */
    private int unknownValue = -1;

    private int unknownKey = -1;
    /** A key whose evidence contradicts itself, or -1. */
    private int contradictoryKey = -1;

    /** The last write of each transaction that the chain at hand has named, and which chain that was. */
    private final int[] lastNamed;

    private final int[] lastNamedIn;
    private int chainAtHand;

    GivenVersions(Readings readings, boolean versions) {
        this.readings = readings;
        this.history = readings.history;
        this.lastNamed = new int[history.transactions() + 1];
        this.lastNamedIn = new int[history.transactions() + 1];
        for (int chain = 0; versions && chain < history.versionChains(); chain++) {
            versionOrder(history.versionChainKey(chain), history.versionChain(chain));
        }
        if (history.hasLists()) {
            lists();
        }
        for (Chain chain : chains) {
            chainsOfKey.computeIfAbsent(chain.key, key -> new ArrayList<>()).add(chain);
        }
    }

    boolean namesUnknownVersion() {
        return unknownValue >= 0;
    }

    int unknownKey() {
        return unknownKey;
    }

    int unknownValue() {
        return unknownValue;
    }

    /** Whether any ordering of the key's versions is given. */
    boolean areGiven(int key) {
        return chainsOfKey.containsKey(key);
    }

    /** Whether the history itself says that one transaction's version of the key is before another's. */
    boolean isGiven(int key, int before, int after) {
        if (before == after) {
            return false;
        }
        if (before == History.INITIAL) {
            return readings.writes(after, key);
        }
        for (Chain chain : chainsOfKey.getOrDefault(key, List.of())) {
            if (chain.firstPlace(before) < chain.lastPlace(after)) {
                return true;
            }
        }
        return false;
    }

    /** A key whose evidence contradicts itself within a transaction or by its lists, or -1. */
    int contradictoryKey() {
        return contradictoryKey;
    }

    /** Checks that every given ordering is in an order of the transactions, given by the place of each. */
    void requireIn(int[] place) throws Refusal {
        if (contradictoryKey >= 0) {
            throw new Refusal("the evidence of the version order of key " + history.keyName(contradictoryKey)
                    + " contradicts itself: no order of versions has it all");
        }
        for (Chain chain : chains) {
            int before = chain.writers[0];
            for (int after : chain.writers) {
                require(place, chain.key, before, after);
                before = after;
            }
            for (int after : chain.rest) {
                require(place, chain.key, chain.last(), after);
            }
        }
    }

    private void require(int[] place, int key, int before, int after) throws Refusal {
        if (before != after && place[before] >= place[after]) {
            throw new Refusal("the history gives the version of key " + history.keyName(key) + " by "
                    + history.transactionName(before) + " before that by " + history.transactionName(after)
                    + ", and the order has them the other way round");
        }
    }

    private void versionOrder(int key, int[] values) {
        chainAtHand++;
        // what is no version is no evidence, whatever stands behind it
        boolean anyNamed = false;
        for (int value : values) {
            int writer = readings.writes.countedWriter(value);
            if (value == 0) {
                contradictoryKey = anyNamed ? key : contradictoryKey;
            } else if (writer < 0) {
                unknownKey = key;
                unknownValue = value;
            } else {
                boolean outOfTurn = lastNamed(writer, value) >= readings.writes.writeOp(value);
                contradictoryKey = outOfTurn ? key : contradictoryKey;
                anyNamed = true;
            }
        }
        addChain(key, values, 0, values.length);
    }

    /** A list has what a transaction appended from the first append on, in its turn. */
    private void requireOwnTurn(int key, int[] values) {
        chainAtHand++;
        for (int value : values) {
            int writer = readings.writes.countedWriter(value);
            if (writer >= 0 && lastNamed(writer, value) != readings.lists.writeBefore(readings.writes.writeOp(value))) {
                contradictoryKey = key;
            }
        }
    }

    /** The write of the transaction that the chain at hand named before this version, or -1; and names this one. */
    private int lastNamed(int writer, int value) {
        int before = lastNamedIn[writer] == chainAtHand ? lastNamed[writer] : -1;
        lastNamedIn[writer] = chainAtHand;
        lastNamed[writer] = readings.writes.writeOp(value);
        return before;
    }

    private Chain addChain(int key, int[] values, int from, int to) {
        int[] writers = new int[to - from];
        int length = 0;
        for (int i = from; i < to; i++) {
            int writer = readings.writes.countedWriter(values[i]);
            if (writer >= 0) {
                writers[length++] = writer;
            }
        }
        Chain chain = new Chain(key, Arrays.copyOf(writers, length));
        if (length > 0) {
            chains.add(chain);
        }
        return chain;
    }

    private void lists() {
        Chain[] ofKey = new Chain[history.keys()];
        BitSet named = new BitSet();
        for (int key = 0; key < history.keys(); key++) {
            int list = readings.lists.longest(key);
            if (list >= 0 && !readings.lists.agree(key)) {
                contradictoryKey = key;
            } else if (list >= 0) {
                int from = history.listFirst(list);
                int[] values = new int[readings.lists.externalEnd(list) - from];
                for (int i = 0; i < values.length; i++) {
                    values[i] = history.listElement(from + i);
                    named.set(values[i]);
                }
                requireOwnTurn(key, values);
                Chain chain = addChain(key, values, 0, values.length);
                ofKey[key] = chain.writers.length == 0 ? null : chain;
            }
        }
        int[][] rest = new int[history.keys()][];
        int[] restCount = new int[history.keys()];
        for (int t = 1; t <= history.transactions(); t++) {
            for (int op = history.firstOp(t); readings.isCounted(t) && op < history.firstOp(t + 1); op++) {
                int key = history.key(op);
                if (history.isWrite(op) && ofKey[key] != null && !named.get(history.value(op))) {
                    int count = restCount[key];
                    if (rest[key] == null) {
                        rest[key] = new int[4];
                    } else if (count == rest[key].length) {
                        rest[key] = Arrays.copyOf(rest[key], count * 2);
                    }
                    if (count == 0 || rest[key][count - 1] != t) {
                        rest[key][restCount[key]++] = t;
                    }
                }
            }
        }
        for (int key = 0; key < ofKey.length; key++) {
            if (ofKey[key] != null && rest[key] != null) {
                ofKey[key].rest = Arrays.copyOf(rest[key], restCount[key]);
            }
        }
    }
}
