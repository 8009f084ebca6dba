package org.isolde.history;

import java.util.List;
import java.util.Map;

/** The arrays behind a {@link History}, filled by the builder or by the binary format; nobody else sees them. */
final class HistoryColumns {
    // operations
    byte[] kind;
    int[] key;
    int[] value;

    // transactions, 0 being the initial one
    int[] firstOp;
    byte[] status;
    int[] session;
    boolean allCommitted;
    /** Transactions in the order of the input; null if that is 1, 2, 3 ... */
    int[] arrival;
    /** Codes of the input's names; null if it has none. */
    long[] id;

    // sessions
    int[] sessionFirst;
    long[] sessionCode;

    // keys and values
    long[] keyCode;
    long[] valueCode;
    int[] writer;
    int[] writeOp;
    int[] repeatedWrites;
    boolean initialVersions;
    long initialCode;

    // lists; null if there are none
    int[] listOp;
    int[] listFirst;
    int[] listElement;

    // evidence; null if absent
    long[] begin;
    long[] end;
    long[] clockBegin;
    long[] clockEnd;
    long[] startPhysical;
    long[] startLogical;
    long[] commitPhysical;
    long[] commitLogical;
    double[] order;
    int[] versionChainKey;
    int[][] versionChains;

    Scalars scalars;
    Map<String, String> header;
    List<String> warnings;
}
