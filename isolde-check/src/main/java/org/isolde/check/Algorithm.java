package org.isolde.check;

/** The ways to decide levels that can be asked for; the same question has the same answer by each that can decide it. */
public enum Algorithm {
    AUTO("auto", "the planner picks: the cheapest way that decides the level for this history"),
    REPLAY("replay", "only try whether the order of the input explains the history; what it doesn't is undecided"),
    ENNE(
            "enne",
            "only replay the expected serial order, if the history has one: it decides ser, sser and what follows from"
                    + " them"),
    SATURATION("saturation", "don't try the order of the input: each level's own algorithm"),
    GRAPH(
            "graph",
            "strong levels only from the order of the input and from dependencies that are known without search"),
    POLYGRAPH("polygraph", "strong levels by saturation and search, also where that is not needed"),
    SEARCH("search", "lin by search, also where that is not needed");

    private final String text;
    private final String meaning;

    Algorithm(String text, String meaning) {
        this.text = text;
        this.meaning = meaning;
    }

    /** The name on the command line. */
    public String text() {
        return text;
    }

    public String meaning() {
        return meaning;
    }
}
