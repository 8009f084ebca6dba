package org.isolde.cli;

import java.util.List;

/** {@code isolde completion}: what a shell needs to complete commands and options. */
final class CompletionCommand extends Command {
    /** The shells; one script is for both. */
    enum Shell {
        BASH,
        ZSH
    }

    private Shell shell;

    @Override
    String[] description() {
        return new String[] {
            "Prints a script by which bash or zsh complete commands, options and some of their values.", ""
        };
    }

    @Override
    String[] footer() {
        return new String[] {
            "",
            "Examples:",
            "  isolde completion bash > ~/.local/share/bash-completion/completions/isolde",
            "  isolde completion zsh > ~/.isolde-completion     and in ~/.zshrc: source ~/.isolde-completion",
            "",
            "Exit codes: 0 printed, 2 bad call."
        };
    }

    @Override
    void declare(Syntax syntax) {
        syntax.argument("bash|zsh", text -> shell = Syntax.constant(text, Shell.values()), "The shell.");
        syntax.standard();
    }

    @Override
    int call() {
        System.out.print(script());
        return Main.SATISFIED;
    }

    /** A function that completes the last word of a call: values behind an option, else options and commands, else files. */
    private static String script() {
        StringBuilder options = new StringBuilder();
        StringBuilder values = new StringBuilder();
        for (String name : Main.names()) {
            Syntax syntax = Main.command(name).syntax();
            options.append("    ").append(name).append(") options='");
            options.append(String.join(" ", names(syntax))).append("' ;;\n");
            for (Syntax.Option option : syntax.options()) {
                if (option.takes() != Syntax.Takes.NOTHING) {
                    for (String each : option.names()) {
                        values.append("    '")
                                .append(name)
                                .append(' ')
                                .append(each)
                                .append("') ");
                        values.append(completed(option)).append(" ;;\n");
                    }
                }
            }
        }
        return SCRIPT.replace("@COMMANDS@", String.join(" ", Main.names()))
                .replace("@PATTERN@", String.join(" | ", Main.names()))
                .replace("@WHOLE@", String.join(" ", names(new Main.Whole().syntax())))
                .replace("@SHELLS@", "bash zsh")
                .replace("@OPTIONS@\n", options)
                .replace("@VALUES@\n", values);
    }

    private static List<String> names(Syntax syntax) {
        return syntax.options().stream()
                .flatMap(option -> option.names().stream())
                .toList();
    }

    private static String completed(Syntax.Option option) {
        if (option.isFile()) {
            return "return";
        }
        return option.candidates().isEmpty()
                ? "_isolde_words ''; return"
                : "_isolde_words '" + String.join(" ", option.candidates()) + "'; return";
    }

    private static final String SCRIPT = """
            # Completes commands, options and some of their values; made by 'isolde completion', for bash and zsh.
            if [ -n "${ZSH_VERSION:-}" ]; then
              type compdef >/dev/null 2>&1 || { autoload -U +X compinit && compinit; }
              autoload -U +X bashcompinit && bashcompinit
            fi

            # Offers these words, and no files.
            _isolde_words() {
              type compopt >/dev/null 2>&1 && compopt +o default
              COMPREPLY=($(compgen -W "$1" -- "${COMP_WORDS[COMP_CWORD]}"))
            }

            # What it leaves open is completed to the names of files.
            _complete_isolde() {
              local command= before="${COMP_WORDS[COMP_CWORD-1]}" options= i
              COMPREPLY=()
              for ((i = 1; i < COMP_CWORD; i++)); do
                case "${COMP_WORDS[i]}" in
                  @PATTERN@) command="${COMP_WORDS[i]}"; break ;;
                esac
              done
              case "$command $before" in
            @VALUES@
              esac
              case "$command" in
                '') options='@WHOLE@' ;;
            @OPTIONS@
              esac
              case "$command ${COMP_WORDS[COMP_CWORD]}" in
                *' -'*) _isolde_words "$options" ;;
                ' '*) _isolde_words '@COMMANDS@' ;;
                'completion '*) _isolde_words '@SHELLS@' ;;
                'help '*) _isolde_words '@COMMANDS@' ;;
                'databases '*) _isolde_words '' ;;
              esac
            }
            complete -F _complete_isolde -o default isolde
            """;
}
