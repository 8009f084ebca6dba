package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the words of a call are given to options and arguments, and what is said where they can't be. */
class CallReaderTest {
    private final Map<String, Object> values = new TreeMap<>();
    private final Syntax syntax = new Syntax();

    {
        syntax.flag("-v, --verbose", () -> values.put("verbose", true), "");
        syntax.flag("-q", () -> values.put("q", true), "");
        syntax.option("-l, --level", "LEVEL", text -> values.put("level", text), "");
        syntax.option("--number", "N", text -> values.put("number", Syntax.integer(text)), "");
        syntax.option("--share", "X", text -> values.put("share", Syntax.decimal(text)), "");
        syntax.list("--some", "S", texts -> values.put("some", List.copyOf(texts)), "");
        syntax.pairs("--set", "A=B", (name, value) -> values.put("set " + name, value), "");
        syntax.argument("FROM", text -> values.put("from", text), "");
        syntax.arguments("TO", 0, texts -> values.put("to", List.copyOf(texts)), "");
        syntax.standard();
    }

    private void read(String call) {
        List<String> words = new ArrayList<>(List.of(call.split(" ", -1)));
        CallReader reader = new CallReader(syntax, words, 0);
        reader.read(Set.of());
        reader.finish();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "a; {from=a}",
                "-; {from=-}",
                "a b c; {from=a, to=[b, c]}",
                "-v a; {from=a, verbose=true}",
                "a -vq; {from=a, q=true, verbose=true}",
                "-vl ser a; {from=a, level=ser, verbose=true}",
                "-vlser a; {from=a, level=ser, verbose=true}",
                "-l=ser a; {from=a, level=ser}",
                "--level=ser a; {from=a, level=ser}",
                "--level=a=b a; {from=a, level=a=b}",
                "--level= a; {from=a, level=}",
                "--level --other a; {from=a, level=--other}",
                "--verbose=false a; {from=a}",
                "--number -7 a; {from=a, number=-7}",
                "--some a,b --some c x; {from=x, some=[a, b, c]}",
                "--set a=b --set c=d=e x; {from=x, set a=b, set c=d=e}",
                "-- -v --level; {from=-v, to=[--level]}",
            })
    void wordsGoWhereTheyBelong(String call, String expected) {
        read(call);
        assertEquals(expected, values.toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "-v; Missing required parameter: 'FROM'",
                "--bad; Missing required parameter: 'FROM'",
                "a --bad; Unknown option: '--bad'",
                "a --bad --worse; Unknown options: '--bad', '--worse'",
                "-vx a; Unknown option: '-x' (while processing option: '-vx')",
                "-xv a; Unknown option: '-xv'",
                "a --level; Missing required parameter for option '--level' (LEVEL)",
                "a --level -v; Expected parameter for option '--level' but found '-v'",
                "a --level --number=3; Expected parameter for option '--level' but found '--number=3'",
                "a -vv; option '--verbose' should be specified only once",
                "a -lx --level y; option '--level' (LEVEL) should be specified only once",
                "a --number x; Invalid value for option '--number': 'x' is not an int",
                "a --share x; Invalid value for option '--share': 'x' is not a double",
                "a --verbose=x; Invalid value for option '--verbose': 'x' is not a boolean",
                "a --set x; Value for option '--set' (A=B) should be in KEY=VALUE format but was x",
            })
    void whatCantBePlacedIsTold(String call, String message) {
        assertEquals(
                message,
                assertThrows(CallReader.Problem.class, () -> read(call)).getMessage());
    }

    @Test
    void anArgumentTooManyIsTold() {
        Cli.Result result = Cli.run("convert", "a", "b", "c", "d").expect(2);
        assertEquals(
                "isolde: Unmatched arguments from index 3: 'c', 'd'\nTry 'isolde convert --help'.\n", result.err());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "chek; Did you mean 'isolde check'?",
                "zzzz; Did you mean: isolde fuzz?",
                "hel; Did you mean: isolde help or isolde check or isolde levels?",
                "check --levl x; Possible solutions: --level",
                "levels -j; Possible solutions: --json",
                "levels --bad; Try 'isolde levels --help'.",
                "--bad; Try 'isolde --help'.",
            })
    void mistypedWordsAreAskedAbout(String call, String hint) {
        String err = Cli.run(call.split(" ", -1)).expect(2).err();
        assertEquals(hint, err.lines().toList().get(1));
    }
}
