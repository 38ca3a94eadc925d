internal import Platform

extension Command {
    static let completions = Command(
        "completions", "Print the script that completes commands in a shell",
        operands: "bash | zsh | fish",
        takes: .oneOf(ShellScript.self),
        discussion: """
            Completes commands, options and their values, providers, settings and the IDs of the last search.

            bash  add to ~/.bashrc: source <(forage completions bash)
            zsh   add to ~/.zshrc, behind compinit: source <(forage completions zsh)
            fish  forage completions fish > ~/.config/fish/completions/forage.fish
            """,
        examples: ["source <(forage completions bash)"]
    ) { invocation in
        let words = invocation.arguments.words
        if words.first == "candidates" {
            offer(Array(words.dropFirst()), invocation)
            return .success
        }
        let shells = ShellScript.allCases.map(\.rawValue)
        guard let name = words.first, words.count == 1 else {
            throw CommandError.usage(
                "Say for which shell: forage completions \(shells.joined(separator: ", ")).")
        }
        guard let script = ShellScript(rawValue: name) else {
            throw CommandError.unknown("shell that can be completed in", name, among: shells)
        }
        invocation.pipes.write(line: script.text)
        return .success
    }

    /// What the scripts ask: a candidate a line, a tab, and what it is.
    private static func offer(_ words: [String], _ invocation: Invocation) {
        let candidates = Candidates(commands: CommandLineProgram.all, environment: invocation.environment)
        switch candidates.offer(for: words) {
        case .files: invocation.pipes.write(line: ShellScript.files)
        case .words(let words):
            for candidate in words {
                invocation.pipes.write(line: candidate.word + "\t" + candidate.description.printable())
            }
        }
    }
}

/// The scripts that make shells ask `forage` what to offer. They hold no names of their own, so they are never out
/// of date.
enum ShellScript: String, CaseIterable {
    case bash, zsh, fish

    var text: String {
        switch self {
        case .bash: Self.bashScript
        case .zsh: Self.zshScript
        case .fish: Self.fishScript
        }
    }

    /// What the program writes where the shell is to offer files.
    static let files = ":files"

    /// Bash takes a word apart at colons and equals signs, and puts a candidate in the last part's place. It hands over the
    /// line as it was typed, quotes and all.
    private static let bashScript = #"""
        # Completes forage in bash: source <(forage completions bash)
        _forage() {
            local line=${COMP_LINE:0:COMP_POINT} word= quote= start= letter candidate sign part stem= i
            local -a words=()
            for ((i = 0; i < ${#line}; i++)); do
                letter=${line:i:1}
                if [[ $letter == \\ && $quote != \' ]]; then
                    ((i += 1)) && word+=${line:i:1}
                elif [[ -n $quote ]]; then
                    if [[ $letter == "$quote" ]]; then quote=; else word+=$letter; fi
                elif [[ $letter == [\'\"] ]]; then
                    quote=$letter start=$word
                elif [[ $letter == [[:space:]] ]]; then
                    [[ -n $word ]] && words+=("$word")
                    word=
                else
                    word+=$letter
                fi
            done
            words+=("$word")
            # Behind a quote bash takes nothing apart, and what is before it stays.
            [[ -n $quote ]] && stem=$start || for sign in : =; do
                part=${word%"${word##*"$sign"}"}
                [[ $COMP_WORDBREAKS == *"$sign"* && ${#part} -gt ${#stem} ]] && stem=$part
            done
            COMPREPLY=()
            while IFS=$'\t' read -r candidate _; do
                if [[ $candidate == \#(files) ]]; then
                    compopt -o filenames 2> /dev/null
                    while IFS= read -r candidate; do COMPREPLY+=("$candidate"); done \
                        < <(compgen -f -- "${word##*=}")
                else
                    COMPREPLY+=("${candidate#"$stem"}")
                fi
            done < <(forage completions candidates -- "${words[@]:1}" 2> /dev/null)
        }
        complete -F _forage forage
        """#

    private static let zshScript = #"""
        #compdef forage
        # Completes forage in zsh: source <(forage completions zsh), or keep it as _forage in a folder of $fpath.
        _forage() {
            local line
            local -a lines candidates
            # The last word may begin with a quote that is not closed yet; PREFIX is without.
            lines=("${(@f)$(forage completions candidates -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2> /dev/null)}")
            if [[ $lines[1] == \#(files) ]]; then
                compset -P '*='
                _files
                return
            fi
            for line in $lines; do
                candidates+=("${${line%%$'\t'*}//:/\\:}${${line#*$'\t'}:+:${line#*$'\t'}}")
            done
            (( $#candidates )) && _describe -V forage candidates
        }
        if [[ $funcstack[1] == _forage ]]; then _forage "$@"; else compdef _forage forage; fi
        """#

    private static let fishScript = #"""
        # Completes forage in fish: forage completions fish > ~/.config/fish/completions/forage.fish
        function __forage_candidates
            set -l words (commandline -opc)
            # A quote that is not closed yet is not part of what is meant.
            set -l current (commandline -ct | string replace -r '^[\'"]' '' | string unescape)
            set -l lines (forage completions candidates -- $words[2..-1] "$current" 2> /dev/null)
            if test "$lines[1]" = \#(files)
                set -l option (string match -r '^--[a-z-]*=' -- "$current")
                set -l files (__fish_complete_path (string replace -- "$option" '' "$current"))
                printf "$option%s\\n" $files
            else
                printf '%s\n' $lines
            end
        end
        complete -c forage -k -f -a '(__forage_candidates)'
        """#
}
