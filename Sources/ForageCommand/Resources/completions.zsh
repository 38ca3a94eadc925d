#compdef forage
# Completes forage in zsh: source <(forage completions zsh), or keep it as _forage in a folder of $fpath.
_forage() {
    local line
    local -a lines candidates
    # The last word may begin with a quote that is not closed yet; PREFIX is without.
    lines=("${(@f)$(forage completions candidates -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2> /dev/null)}")
    if [[ $lines[1] == :files ]]; then
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
