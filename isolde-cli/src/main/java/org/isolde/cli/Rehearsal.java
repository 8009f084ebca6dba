package org.isolde.cli;

/**
 * Runs the usual commands, one behind the other, for the sake of the classes that they load: the launcher makes its class
 * archive of these. The argument is the beginning of the names of their files, which are left to whoever calls.
 */
public final class Rehearsal {
    private Rehearsal() {}

    public static void main(String[] args) {
        String text = args[0] + ".txt";
        String lines = args[0] + ".jsonl";
        String binary = args[0] + ".isolde";
        Main.run("levels");
        Main.run("generate", "--transactions", "5000", "--out", text);
        Main.run("check", text);
        Main.run("check", "--json", "--algorithm", "saturation", text);
        Main.run("convert", text, binary);
        Main.run("check", "-v", "--level", "all-weak", binary);
        Main.run("convert", binary, lines);
        Main.run("check", lines);
        String rows = args[0] + ".rows.isolde";
        String rowLines = args[0] + ".rows.jsonl";
        Main.run(
                "generate",
                "--shape",
                "rows",
                "--predicates",
                "0.5",
                "--expected-order",
                "--transactions",
                "500",
                "--out",
                rows);
        Main.run("convert", rows, rowLines);
        Main.run("check", "--level", "ser", "--evidence", "versions", rowLines);
        Main.run("check", "--level", "ser", "--evidence", "order", rows);
        Main.run("test", "--time", "1s", "--out", args[0] + ".runs");
        // ends the JVM
        Main.main(new String[] {"--help"});
    }
}
