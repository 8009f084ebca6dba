package org.isolde.online.aion;

import org.isolde.history.Scalars;
import org.isolde.online.axiom.JsonText;

/** The engine's own codes of keys and values, and how they are written. */
final class Values {
    /** The table of the codes; another one takes its place when too much of it is out of use. */
    Scalars scalars = new Scalars();

    /** The code of the value that every key has before anybody writes it. */
    long initial = Scalars.NULL;

    /** All codes are of another table from now on. */
    void renew(Scalars renewed) {
        initial = renewed.adopt(initial, scalars);
        scalars = renewed;
    }

    /** A code of another table as one of this. */
    long adopt(long code, Scalars from) {
        return scalars.adopt(code, from);
    }

    /** As JSON. */
    String json(long code) {
        return JsonText.of(code, scalars);
    }

    /** As JSON; null for no code. */
    String id(long code) {
        return code == KeyChain.NONE ? null : json(code);
    }

    /** A list as JSON. */
    String json(long[] list) {
        return JsonText.of(list, scalars);
    }
}
