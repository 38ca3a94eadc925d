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
        if [[ $candidate == :files ]]; then
            compopt -o filenames 2> /dev/null
            while IFS= read -r candidate; do COMPREPLY+=("$candidate"); done \
                < <(compgen -f -- "${word##*=}")
        else
            COMPREPLY+=("${candidate#"$stem"}")
        fi
    done < <(forage completions candidates -- "${words[@]:1}" 2> /dev/null)
}
complete -F _forage forage
