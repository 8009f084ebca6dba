package org.isolde.cli;

/** The isolde command. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.out.println("isolde");
    }
}
