package org.isolde.history.format;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.isolde.history.History;
import org.isolde.history.RandomHistories;

/** Small valid inputs of every format: a single file under the name "", or the files of a folder. */
final class Samples {
    private Samples() {}

    static List<Map<String, byte[]>> of(Format format, long seed) {
        List<Map<String, byte[]>> samples = new ArrayList<>();
        switch (format) {
            case TIMEKILLER ->
                samples.add(file("[{\"tid\":1,\"sid\":0,\"sts\":{\"p\":1,\"l\":0},\"cts\":{\"p\":2,\"l\":1},"
                        + "\"ops\":[{\"t\":\"w\",\"k\":7,\"v\":2},{\"t\":\"r\",\"k\":7,\"v\":2}]},\n"
                        + "{\"tid\":2,\"sid\":1,\"sts\":{\"p\":3,\"l\":0},\"cts\":{\"p\":4,\"l\":1},"
                        + "\"ops\":[{\"t\":\"r\",\"k\":7,\"v\":null}]}]\n"));
            case PORCUPINE_ETCD -> samples.add(file("""
                    INFO  jepsen.util - 0\t:invoke\t:read\tnil
                    INFO  jepsen.util - 1\t:invoke\t:write\t4
                    INFO  jepsen.core - something else
                    INFO  jepsen.util - 0\t:ok\t:read\tnil
                    INFO  jepsen.util - 1\t:ok\t:write\t4
                    INFO  jepsen.util - 0   :invoke :cas    [4 3]
                    INFO  jepsen.util - 1   :invoke :cas    [0 2]
                    INFO  jepsen.util - 0   :ok     :cas    [4 3]
                    INFO  jepsen.util - 1   :fail   :cas    [0 2]
                    INFO  jepsen.util - 1   :invoke :write  7
                    INFO  jepsen.util - 1   :info   :write  :timed-out
                    INFO  jepsen.util - 2   :invoke :read   nil
                    INFO  jepsen.util - 2   :fail   :read   :timed-out
                    INFO  jepsen.util - 0   :invoke :cas    [7 1]
                    """));
            case COBRA -> {
                samples.add(cobra(false));
                samples.add(cobra(true));
            }
            case VIPER -> {
                samples.add(Map.of(
                        "J1.log",
                        bytes(
                                "{\"value\": [[\"w\", 1, 1, true], [\"r\", 1, 1, false]]}\n{\"value\": [[\"i\", \"k\", 5]]}\n"),
                        "J2.log",
                        bytes(
                                "{\"value\": [[\"d\", \"k\", 6, 5], [\"range\", \"nil\", \"nil\", [{\"id\": 1, \"val\": 1}],"
                                        + " [{\"id\": \"k\", \"val\": 6}]]]}\n")));
                samples.add(Map.of(
                        "c0.json",
                        bytes("[{\"value\": [[\"w\", 1, 100], [\"w\", 2, 200]], \"isInitial\": true}]"),
                        "c1.json",
                        bytes("[{\"value\": [[\"r\", 1, 100, false], [\"w\", 2, 201, 200]], \"time\": 3.5}]")));
            }
            case DBCOP -> {
                samples.add(file(bincode()));
                samples.add(Map.of("history.bincode", bincode()));
                samples.add(
                        file(
                                "{\"params\":{\"id\":0},\"info\":\"x\",\"start\":\"a\",\"end\":\"b\",\"data\":[[{\"events\":"
                                        + "[{\"Write\":{\"variable\":0,\"version\":1}},{\"Read\":{\"variable\":1,\"version\":null}}],"
                                        + "\"committed\":true}],[{\"events\":[[\"r\",0,1],[\"w\",\"y\",0]],\"committed\":false}]]}"));
                samples.add(file("// two sessions\n[x:=1 y==0] [x==1 z==?]!\n---\n[y:=2]\n"));
            }
            default -> {
                for (int i = 0; i < 3; i++) {
                    samples.add(file(written(format, seed + i)));
                }
            }
        }
        return samples;
    }

    private static byte[] written(Format format, long seed) {
        try {
            History history = new RandomHistories(new Random(seed)).everything().next();
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            format.write(history, out);
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, byte[]> file(String text) {
        return file(bytes(text));
    }

    private static Map<String, byte[]> file(byte[] bytes) {
        return Map.of("", bytes);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** An initial transaction, a writer, and a reader of both. */
    static Map<String, byte[]> cobra(boolean timed) {
        Map<String, byte[]> files = new TreeMap<>();
        files.put("T-1.log", cobraLog(timed, "S -1 t 1 W 900 1 0 W 901 2 0 C -1 t 2"));
        files.put("T0.log", cobraLog(timed, "S 5 t 3 W 77 1 10 C 5 t 4 S 6 t 5 R 3200183278 3200183278 3 0 C 6 t 6"));
        files.put("T1.log", cobraLog(timed, "S 7 t 3 R 5 77 1 10 R -1 901 2 0 R 0 3735928559 4 0 C 7 t 9"));
        return files;
    }

    /** Words become numbers of eight bytes, letters stay; a time ("t" and a number) is left out unless it is asked for. */
    static byte[] cobraLog(boolean timed, String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            String[] words = text.split(" ");
            for (int i = 0; i < words.length; i++) {
                if (words[i].equals("t")) {
                    i++;
                    if (timed) {
                        out.writeLong(Long.parseLong(words[i]));
                    }
                } else if (Character.isUpperCase(words[i].charAt(0))) {
                    out.writeByte(words[i].charAt(0));
                } else {
                    out.writeLong(Long.parseLong(words[i]));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Two sessions; in the second, an unsuccessful write and an unsuccessful transaction. */
    private static byte[] bincode() {
        ByteBuffer bytes = ByteBuffer.allocate(1024).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(0).putLong(2).putLong(2).putLong(2).putLong(2);
        for (String text : List.of("made by hand", "2020", "2021")) {
            bytes.putLong(text.length()).put(bytes(text));
        }
        bytes.putLong(2);
        bytes.putLong(1).putLong(1);
        event(bytes, 1, 1, 5, 1);
        bytes.put((byte) 1);
        bytes.putLong(2).putLong(3);
        event(bytes, 0, 1, 5, 1);
        event(bytes, 1, 2, 9, 0);
        event(bytes, 0, 2, 0, 1);
        bytes.put((byte) 1).putLong(1);
        event(bytes, 1, 1, 6, 1);
        bytes.put((byte) 0);
        byte[] result = new byte[bytes.position()];
        bytes.flip().get(result);
        return result;
    }

    private static void event(ByteBuffer bytes, int write, long variable, long value, int success) {
        bytes.put((byte) write).putLong(variable).putLong(value).put((byte) success);
    }
}
