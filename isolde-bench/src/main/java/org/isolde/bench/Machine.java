package org.isolde.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** What the figures were measured on. */
final class Machine {
    private Machine() {}

    /** A line of Markdown. */
    static String facts() {
        int cores = Runtime.getRuntime().availableProcessors();
        return "Measured on " + System.getProperty("os.name") + " " + System.getProperty("os.arch") + ", "
                + field("/proc/cpuinfo", "model name", "unknown CPU") + ", " + cores + (cores == 1 ? " core" : " cores")
                + memory() + "; " + System.getProperty("java.vm.name") + " "
                + System.getProperty("java.runtime.version") + load() + ".\n";
    }

    /** A figure of a busy machine is worth less. */
    private static String load() {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        return load < 0 ? "" : String.format(Locale.ROOT, "; load average of the minute before: %.2f", load);
    }

    private static String memory() {
        String kibibytes = field("/proc/meminfo", "MemTotal", "").replaceAll("\\D", "");
        return kibibytes.isEmpty()
                ? ""
                : String.format(Locale.ROOT, ", %.0f GB of memory", Long.parseLong(kibibytes) * 1024 / 1e9);
    }

    /** The first value of a field in a file with a line {@code name: value} each. */
    private static String field(String file, String name, String unknown) {
        try {
            for (String line : Files.readAllLines(Path.of(file))) {
                int colon = line.indexOf(':');
                if (colon > 0 && line.substring(0, colon).strip().equals(name)) {
                    return line.substring(colon + 1).strip();
                }
            }
        } catch (IOException e) {
            // a system without /proc
        }
        return unknown;
    }
}
