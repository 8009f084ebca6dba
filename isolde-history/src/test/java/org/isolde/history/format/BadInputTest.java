package org.isolde.history.format;

import static org.junit.jupiter.api.Assertions.fail;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.junit.jupiter.api.Test;

/** Whatever is done to an input, reading it gives a history or a complaint, and nothing else. */
class BadInputTest {
    private static final Map<Format, String> EXAMPLES =
            Map.of(Format.ISOLDE, """
            {"isolde":1,"initial":0,"a":[{"b":"\\ud83d\\ude00"}]}
            {"session":0,"seq":0,"status":"unknown","id":"t\u00e4","ops":[["w","x",1],["r",2,[1,-2,"\u20ac"]]],"begin":100,"end":120}
            {"session":0,"seq":1,"ops":[["cas",1,null,2],["cas-failed",1,5],["append",3,4]],"start":[1,2],"commit":7,"order":1.5e3}
            {"versions":{"key":"x","order":[1,4,2]}}
            """, Format.TIMEKILLER, """
            [{"tid":67,"sid":"\u00e4","sts":{"p":"10","l":1},"cts":{"p":12,"l":8},"ops":[{"t":"w","k":7,"v":2}]},
            {"tid":68,"sid":19,"sts":{"p":20,"l":1},"cts":{"p":22,"l":8},"ops":[{"t":"r","k":7,"v":[1,null,"\\n"]}],"x":false}]
            """, Format.EDN, """
            ; c
            [{:index 0, :type :invoke, :process 0, :f :txn, :value [[:append :x 1] [:r "\u00e4\\n" nil]]}
             #op {:index 1, :type :ok, :process 0, :f :txn, :value ([:append :x 1] [:r "\u00e4\\n" [1 2/3 \\a #{1}]])}
            {:index 2, :type :invoke, :process 1, :f :cas, :value [1 2] :e {:a #_ b ##NaN}} {:index 3, :type :info, :process 1, :f :cas :value nil}
            ]
            """);

    @Test
    void neverCrashes() {
        Random random = new Random(Histories.seed());
        EXAMPLES.forEach((format, example) -> {
            byte[] whole = example.getBytes(StandardCharsets.UTF_8);
            for (int length = 0; length <= whole.length; length++) {
                attempt(format, Arrays.copyOf(whole, length));
            }
            for (int i = 0; i < 5000; i++) {
                byte[] garbled = whole.clone();
                for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                    int at = random.nextInt(garbled.length);
                    garbled[at] =
                            random.nextBoolean() ? (byte) random.nextInt(256) : whole[random.nextInt(whole.length)];
                }
                attempt(format, garbled);
            }
            for (Format other : EXAMPLES.keySet()) {
                attempt(other, whole);
            }
        });
    }

    private static void attempt(Format format, byte[] input) {
        try {
            History history = Histories.read(format, input);
            if (format == Format.ISOLDE || format == Format.EDN) {
                Histories.write(format, history);
            }
            try (Source source = Source.of("input", new java.io.ByteArrayInputStream(input))) {
                Format.recognise(source);
            }
        } catch (BadHistoryException e) {
            // as it should be
            return;
        } catch (Throwable e) {
            fail(
                    "seed " + Histories.seed() + ", " + format.text() + ": "
                            + new String(input, StandardCharsets.UTF_8),
                    e);
        }
    }
}
