package org.isolde.cli;

import java.io.IOException;
import java.util.List;
import org.isolde.history.History;
import org.isolde.history.format.Format;

/** {@code isolde convert}: the same history in another format. */
final class ConvertCommand extends Command {
    private String from;
    private String to;
    private final InputParameters input = new InputParameters();
    private String toFormat;
    private boolean lossy;

    @Override
    String[] description() {
        return new String[] {
            "Writes a history in another format.",
            "",
            "The format to write follows from the extension, with or without .gz or .zst behind it:",
            "  .jsonl isolde   .isolde isolde-binary   .txt plume   .edn edn   .test awdit-test",
            "",
            "What a format can't hold (unknown outcomes in plume, say) makes the command refuse, unless --lossy.",
            ""
        };
    }

    @Override
    String[] footer() {
        return new String[] {
            "",
            "Examples:",
            "  isolde convert big.txt big.isolde                  loads several times faster",
            "  isolde convert --lossy isolde-runs/latest run.edn  the history of a run, for Elle",
            "  isolde convert --lossy run.edn run.txt.zst         packed, and without the times, which plume can't hold",
            "",
            "Exit codes: 0 written, 2 bad input or call, or something would be lost; then nothing is written."
        };
    }

    @Override
    void declare(Syntax syntax) {
        syntax.argument(
                "FROM", text -> from = text, "A file, a folder, a run folder of isolde test, or - for standard input.");
        syntax.argument("TO", text -> to = text, "A file, or - for standard output.");
        input.declare(syntax);
        syntax.option("--to", "FORMAT", text -> toFormat = text, "The format to write, if not by the extension.");
        syntax.flag("--lossy", () -> lossy = true, "Leave out what the target format can't hold.");
        syntax.standard();
    }

    @Override
    int call() throws IOException {
        Format target = Outputs.format(toFormat, to, null);
        input.require();
        try (Progress progress = new Progress("reading")) {
            History history = input.history(only(Inputs.histories(from)), progress);
            for (String warning : history.warnings()) {
                Terminal.warning(warning);
            }
            Outputs.refuseLosses(history, target, lossy);
            progress.phase("writing " + to);
            Outputs.write(history, target, to);
        }
        return Main.SATISFIED;
    }

    /** A run of several rounds has several histories, and one is written. */
    private String only(List<String> histories) {
        if (histories.size() > 1) {
            throw new Main.CallException(
                    from + " has " + histories.size() + " histories, one a round; name one, as " + histories.get(0));
        }
        return histories.get(0);
    }
}
