package org.isolde.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code isolde completion}: what a shell needs to complete commands and options. */
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        description = {"Prints a script by which bash or zsh complete commands, options and some of their values.", ""},
        footer = {
            "",
            "Examples:",
            "  isolde completion bash > ~/.local/share/bash-completion/completions/isolde",
            "  isolde completion zsh > ~/.isolde-completion     and in ~/.zshrc: source ~/.isolde-completion",
            "",
            "Exit codes: 0 printed, 2 bad call."
        })
final class CompletionCommand implements Callable<Integer> {
    /** The shells; one script is for both. */
    enum Shell {
        BASH,
        ZSH
    }

    @Parameters(paramLabel = "bash|zsh", description = "The shell.")
    private Shell shell;

    @Override
    public Integer call() {
        System.out.print(AutoComplete.bash("isolde", Main.whole()));
        return Main.SATISFIED;
    }
}
