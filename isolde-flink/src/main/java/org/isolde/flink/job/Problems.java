package org.isolde.flink.job;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.util.SerializedThrowable;
import org.isolde.history.BadHistoryException;

/** What went wrong in a job, in words: what Flink has wrapped around it says nothing to whoever wrote a bad line. */
final class Problems {
    private Problems() {}

    static String words(Throwable problem) {
        Throwable root = problem;
        Set<Throwable> seen = new HashSet<>();
        for (Throwable each = problem; each != null && seen.add(each); each = each.getCause()) {
            if (is(each, BadHistoryException.class) || is(each, JobException.class)) {
                return each instanceof SerializedThrowable told ? withoutClass(told) : each.getMessage();
            }
            root = each;
        }
        String message = root.getMessage();
        return "the job failed: "
                + (root instanceof SerializedThrowable told
                        ? withoutClass(told)
                        : root.getClass().getSimpleName() + (message == null ? "" : ": " + message));
    }

    /** For whoever wants to know it all. */
    static List<String> trace(Throwable problem) {
        List<String> lines = new ArrayList<>();
        for (Throwable each = problem; each != null && lines.size() < 50; each = each.getCause()) {
            lines.add(each.toString());
        }
        return lines;
    }

    private static boolean is(Throwable problem, Class<?> type) {
        return type.isInstance(problem)
                || problem instanceof SerializedThrowable told
                        && told.getOriginalErrorClassName().equals(type.getName());
    }

    /** Of an error that came from elsewhere, the message begins with its class. */
    private static String withoutClass(SerializedThrowable told) {
        String message = String.valueOf(told.getMessage());
        String prefix = told.getOriginalErrorClassName() + ": ";
        return message.startsWith(prefix) ? message.substring(prefix.length()) : message;
    }
}
