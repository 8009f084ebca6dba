package org.isolde.cli;

import java.util.LinkedHashMap;
import java.util.Map;

/** {@code isolde help}: the help of a command, or a page on what several of them have in common. */
final class HelpCommand extends Command {
    private static final Map<String, String> TOPICS = new LinkedHashMap<>();

    static {
        TOPICS.put("exit-codes", """
                Exit codes, the first that applies:

                  2  bad input, a bad call, or a database that failed
                  1  some level is violated; fuzz, scenarios: something was found; replay: it happened again
                  3  some level that was asked for is undecided
                  0  all well

                'isolde check' counts undecided levels only where --level names them; 'isolde test' always
                asks. Both take --fail-on, which narrows what counts (docs/ci.md).
                """);
        TOPICS.put("environment", """
                Environment variables:

                  ISOLDE_USER, ISOLDE_PASSWORD   of a database by URL; there is no option for the password
                  ISOLDE_JAVA_OPTS               options for the JVM, as -Xmx16g
                  ISOLDE_CACHE                   where what was fetched is kept; else $XDG_CACHE_HOME/isolde,
                                                 else ~/.cache/isolde
                  ISOLDE_PLUGINS                 jars with databases and workloads of your own
                  ISOLDE_DEBUG                   if set, internal errors show their whole trace
                  NO_COLOR                       if set, nothing is coloured
                  JAVA_HOME                      the Java that is used; else the one on the PATH
                """);
        TOPICS.put("files", """
                Files:

                  isolde-runs/TIME-DATABASE-LEVEL/   the run folder of a test; isolde-runs/latest is the newest
                    history.jsonl                    what the clients saw; history-2.jsonl of a second round
                    report.html                      the report, which needs none of the others
                    finding-1/                       a finding: story, pictures, minimal history, scripts
                    verdict.json                     all that was decided, for programs
                    command.txt, log.txt             the call, and what happened when
                  ~/.cache/isolde                    databases and drivers that were fetched; delete it freely

                In a database by URL there are tables whose names begin with isolde_ while a command runs;
                nothing is dropped that it has not made, and they are removed at the end.
                """);
        TOPICS.put("isolation", """
                --isolation is what the database is asked for, in its own words: read-committed,
                repeatable-read, serializable. --level is what the recorded history is checked against, in
                words that mean the same for all databases: 'isolde levels' has their definitions.

                The same word means different things in different databases: REPEATABLE READ is snapshot
                isolation in PostgreSQL, and less than that in MySQL. 'isolde databases' says what each
                isolation level of a database claims. Without --level, that claim is checked. --level alone
                never changes what the database is asked for.
                """);
    }

    private String name;

    @Override
    String[] description() {
        return new String[] {"Tells about a command, or about: exit-codes, environment, files, isolation."};
    }

    @Override
    void declare(Syntax syntax) {
        syntax.optional("COMMAND", text -> name = text, "A command, or one of these topics.");
        syntax.ignoreRest();
    }

    @Override
    int call() {
        String help = Main.help(name);
        if (help != null) {
            System.out.print(help);
        } else if (TOPICS.containsKey(name)) {
            System.out.print(TOPICS.get(name));
        } else {
            throw new Main.CallException("there is no help on '" + name
                    + "'; 'isolde help' lists the commands, and there are " + String.join(", ", TOPICS.keySet()));
        }
        return Main.SATISFIED;
    }
}
