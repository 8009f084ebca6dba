package org.isolde.history.format;

import org.isolde.history.History;

/** The numbers that transactions have in their sessions when written: from 0, and one left out where some are missing. */
final class SessionNumbers {
    private final int[] number;

    SessionNumbers(History history) {
        number = new int[history.transactions() + 1];
        for (int session = 0; session < history.sessions(); session++) {
            int next = 0;
            for (int t = history.firstTransaction(session); t < history.firstTransaction(session + 1); t++) {
                next += history.isAfterGap(t) ? 1 : 0;
                number[t] = next++;
            }
        }
    }

    int of(int transaction) {
        return number[transaction];
    }
}
