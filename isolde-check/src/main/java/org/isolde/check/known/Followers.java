package org.isolde.check.known;

import org.isolde.check.facts.Facts;
import org.isolde.check.facts.VersionOrder;
import org.isolde.check.facts.VersionSource;
import org.isolde.check.graph.EdgeList;
import org.isolde.check.graph.Offsets;
import org.isolde.history.History;

/**
 * Who comes directly behind each version, where nothing about the order of versions is open but what nobody saw: each key has
 * a chain of versions in order and, behind its last one (the initial one if the chain is empty), a <em>tail</em> of versions
 * that nobody read. So it is with lists, of which the longest has all that was seen. In which order a tail is makes no
 * difference to readers: those of the chain's last version come before all of it.
 */
public final class Followers {
    /** By version ({@link Facts#version}): the transaction behind it, 0, or {@code -1 - tail} if all of a tail come behind it. */
    final int[] of;
    /** Version order as edges between transactions, without those that follow from reads. */
    final EdgeList order;
    /** The transactions of tail {@code i}, of which there are at least two: {@code tailFirst[i] .. tailFirst[i + 1] - 1}. */
    final int[] tailFirst;

    final int[] tail;

    private Followers(int[] of, EdgeList order, int[] tailFirst, int[] tail) {
        this.of = of;
        this.order = order;
        this.tailFirst = tailFirst;
        this.tail = tail;
    }

    /** Those who overwrote what they had read, if these are all that there are; version order then follows from reads. */
    static Followers of(Updates updates) {
        return new Followers(updates.overwriters(), new EdgeList(0), new int[1], new int[0]);
    }

    /** By the version orders that the history gives; null if these leave more open. */
    public static Followers given(Facts facts) {
        return new Chains(facts).followers();
    }

    /** The same with further edges of version order. */
    Followers with(EdgeList more) {
        EdgeList all = new EdgeList(order.size() + more.size());
        all.addAll(order);
        all.addAll(more);
        return new Followers(of, all, tailFirst, tail);
    }

    int tails() {
        return tailFirst.length - 1;
    }

    /** Finds the chain and the tail of every key. */
    private static final class Chains {
        private static final byte IN_CHAIN = 1;
        private static final byte IN_TAIL = 2;

        private final Facts facts;
        private final History history;
        private final VersionOrder given;
        /** The value that stands for a version, of whatever its transaction wrote to the key. */
        private final int[] installed;
        /** The next version of a chain, and where a version stands: behind another one of its chain, in a tail, or neither. */
        private final int[] next;

        private final byte[] state;
        /** By key: the only version that nothing comes before, 0 if there is none, -1 if there are several. */
        private final int[] root;
        /** By key: the version that its tail is behind. */
        private final int[] last;
        /** The tail of a key, or -1. */
        private final int[] tailOf;

        Chains(Facts facts) {
            this.facts = facts;
            this.history = facts.history;
            this.given = facts.given();
            this.installed = VersionSteps.installedValues(history);
            this.next = new int[history.values()];
            this.state = new byte[history.values()];
            this.root = new int[history.keys()];
            this.last = new int[history.keys()];
            this.tailOf = new int[history.keys()];
        }

        Followers followers() {
            return link() && findRoots() ? make() : null;
        }

        /** Takes the given edges; whether no version has two neighbours on one side. */
        private boolean link() {
            boolean[] preceded = new boolean[history.values()];
            for (int e = 0; e < given.size(); e++) {
                int older = installed[given.older(e)];
                int newer = installed[given.newer(e)];
                int key = given.key(e);
                if (given.source(e) == VersionSource.UNREAD) {
                    if (state[newer] == IN_CHAIN || last[key] != 0 && last[key] != older) {
                        return false;
                    }
                    state[newer] = IN_TAIL;
                    last[key] = older;
                } else if (next[older] != newer) {
                    if (next[older] != 0 || preceded[newer] || state[newer] == IN_TAIL) {
                        return false;
                    }
                    next[older] = newer;
                    preceded[newer] = true;
                    state[newer] = IN_CHAIN;
                }
            }
            return true;
        }

        /** Whether every key has one chain, or several versions that nothing is said of; the latter are a tail as well. */
        private boolean findRoots() {
            for (int t = 1; t <= history.transactions(); t++) {
                for (int op = history.firstOp(t); facts.counts(t) && op < history.firstOp(t + 1); op++) {
                    int value = history.value(op);
                    if (installs(op) && state[value] == 0) {
                        int key = history.key(op);
                        if (root[key] != 0 && (last[key] != 0 || next[value] != 0 || isChained(root[key]))) {
                            return false;
                        }
                        root[key] = root[key] == 0 ? value : -1;
                    }
                }
            }
            for (int key = 0; key < root.length; key++) {
                // nothing is behind a version that has another one next
                if (last[key] != 0 && (next[last[key]] != 0 || root[key] <= 0)) {
                    return false;
                }
                last[key] = last[key] == 0 ? history.values() + key : last[key];
            }
            return true;
        }

        private boolean isChained(int firstRoot) {
            return firstRoot > 0 && next[firstRoot] != 0;
        }

        private boolean installs(int op) {
            return history.isWrite(op) && installed[history.value(op)] == history.value(op);
        }

        private boolean isInTail(int op) {
            return installs(op) && (state[history.value(op)] == IN_TAIL || root[history.key(op)] < 0);
        }

        private Followers make() {
            int[] of = new int[facts.versions()];
            EdgeList order = given.edges();
            for (int value = 1; value < next.length; value++) {
                of[value] = next[value] == 0 ? 0 : history.writer(next[value]);
            }
            int[] size = new int[history.keys()];
            forEachInTail((t, key) -> {
                size[key]++;
                of[last[key]] = t;
            });
            int tails = 0;
            for (int key = 0; key < size.length; key++) {
                if (root[key] > 0) {
                    of[history.values() + key] = history.writer(root[key]);
                }
                tailOf[key] = size[key] > 1 ? tails++ : -1;
            }
            int[] tailFirst = new int[tails + 1];
            for (int key = 0; key < size.length; key++) {
                if (tailOf[key] >= 0) {
                    tailFirst[tailOf[key] + 1] = size[key];
                    of[last[key]] = -1 - tailOf[key];
                }
            }
            int[] tail = new int[Offsets.sum(tailFirst)];
            int[] place = Offsets.next(tailFirst);
            forEachInTail((t, key) -> {
                if (tailOf[key] >= 0) {
                    tail[place[tailOf[key]]++] = t;
                }
            });
            Followers found = new Followers(of, order, tailFirst, tail);
            return tails == 0 || settleReaders(found) ? found : null;
        }

        /** Takes a transaction that wrote a version of a key's tail. */
        private interface Member {
            void of(int transaction, int key);
        }

        private void forEachInTail(Member member) {
            for (int t = 1; t <= history.transactions(); t++) {
                for (int op = history.firstOp(t); facts.counts(t) && op < history.firstOp(t + 1); op++) {
                    if (isInTail(op)) {
                        member.of(t, history.key(op));
                    }
                }
            }
        }

        /**
         * Whether nobody read of a tail. Whoever wrote a version of it and had read the one before it comes first; if two did so, no
         * order has both first, and both are left to lead to themselves.
         */
        private boolean settleReaders(Followers found) {
            int[] first = new int[found.tails()];
            int[] wrote = new int[history.keys()];
            for (int t = 1; t <= history.transactions(); t++) {
                for (int op = history.firstOp(t); facts.counts(t) && op < history.firstOp(t + 1); op++) {
                    if (isInTail(op)) {
                        wrote[history.key(op)] = t;
                    }
                }
                for (int op = history.firstOp(t); facts.counts(t) && op < history.firstOp(t + 1); op++) {
                    int key = history.key(op);
                    if (tailOf[key] < 0 || facts.source(op, t) < 0) {
                        continue;
                    }
                    int version = facts.version(op);
                    if (version < state.length && (state[version] == IN_TAIL || root[key] < 0)) {
                        return false;
                    }
                    if (version == last[key] && wrote[key] == t) {
                        int other = first[tailOf[key]];
                        first[tailOf[key]] = other == 0 || other == t ? t : -1;
                    }
                }
            }
            for (int key = 0; key < tailOf.length; key++) {
                if (tailOf[key] >= 0 && first[tailOf[key]] > 0) {
                    lead(found, tailOf[key], first[tailOf[key]]);
                    found.of[last[key]] = first[tailOf[key]];
                }
            }
            return true;
        }

        private static void lead(Followers found, int tail, int first) {
            for (int i = found.tailFirst[tail]; i < found.tailFirst[tail + 1]; i++) {
                if (found.tail[i] != first) {
                    found.order.add(first, found.tail[i]);
                }
            }
        }
    }
}
