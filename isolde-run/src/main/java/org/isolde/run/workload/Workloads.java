package org.isolde.run.workload;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.isolde.run.Plugins;

/** The workloads that are there: those of Isolde, and those that users have put on the class path. */
public final class Workloads {
    /** A name further off than this is no misspelling. */
    private static final int NEAR = 3;

    private Workloads() {}

    /** All of them, by name. */
    public static List<Workload> all() {
        List<Workload> workloads = Plugins.of(Workload.class);
        workloads.sort(Comparator.comparing(Workload::name));
        return workloads;
    }

    /**
     * The workload of a name.
     *
     * @throws IllegalArgumentException if there is none; it names the workloads, and the one that may be meant
     */
    public static Workload byName(String name) {
        List<Workload> workloads = all();
        for (Workload workload : workloads) {
            if (workload.name().equals(name)) {
                return workload;
            }
        }
        String known = workloads.stream().map(Workload::name).collect(Collectors.joining(", "));
        String meant = workloads.stream()
                .map(Workload::name)
                .filter(one -> distance(one, name) <= NEAR && distance(one, name) < one.length())
                .min(Comparator.comparingInt(one -> distance(one, name)))
                .map(one -> " Did you mean " + one + "?")
                .orElse("");
        throw new IllegalArgumentException(
                "there is no workload \"" + name + "\"." + meant + " The workloads are: " + known);
    }

    /** How many letters must be put in, left out or replaced to make one of the other. */
    private static int distance(String one, String other) {
        int[] above = new int[other.length() + 1];
        for (int column = 0; column < above.length; column++) {
            above[column] = column;
        }
        for (int row = 1; row <= one.length(); row++) {
            int[] here = new int[above.length];
            here[0] = row;
            for (int column = 1; column < here.length; column++) {
                int replaced = above[column - 1] + (one.charAt(row - 1) == other.charAt(column - 1) ? 0 : 1);
                here[column] = Math.min(replaced, 1 + Math.min(above[column], here[column - 1]));
            }
            above = here;
        }
        return above[other.length()];
    }
}
