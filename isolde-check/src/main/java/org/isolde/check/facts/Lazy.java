package org.isolde.check.facts;

import java.util.function.Supplier;

/** Something that is made when it is first asked for, and once, whichever thread asks; may be null. */
public final class Lazy<T> {
    private Supplier<T> maker;
    private T made;

    public Lazy(Supplier<T> maker) {
        this.maker = maker;
    }

    public synchronized T get() {
        if (maker != null) {
            made = maker.get();
            maker = null;
        }
        return made;
    }
}
