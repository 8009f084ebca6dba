package org.isolde.app;

/** Which Isolde this is. */
public final class Versions {
    public static final String ISOLDE = "0.1.0";

    private Versions() {}
}
