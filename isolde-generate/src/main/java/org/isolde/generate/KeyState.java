package org.isolde.generate;

import java.util.Arrays;

/**
 * The value of every key of a store with one copy, and what was there before.
 *
 * <p>Invariant: {@code current[key]} is the value installed last, 0 being the initial one. If keys are lists, that is
 * their last element, and {@link #before} leads from each element to the one before it; this never changes once the
 * element is installed, so that a list can be read later as it was.
 */
final class KeyState {
    final int[] current;
    private int[] before;

    KeyState(int keys, boolean lists) {
        current = new int[keys];
        before = lists ? new int[1024] : null;
    }

    void install(int key, int value) {
        if (before != null) {
            if (value >= before.length) {
                before = Arrays.copyOf(
                        before, (int) Math.min(Integer.MAX_VALUE - 64, Math.max(value + 1L, before.length * 2L)));
            }
            before[value] = current[key];
        }
        current[key] = value;
    }

    /** The element before an element of a list, or 0. */
    int before(int element) {
        return before[element];
    }
}
