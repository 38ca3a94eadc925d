# Completes forage in fish: forage completions fish > ~/.config/fish/completions/forage.fish
function __forage_candidates
    set -l words (commandline -opc)
    # A quote that is not closed yet is not part of what is meant.
    set -l current (commandline -ct | string replace -r '^[\'"]' '' | string unescape)
    set -l lines (forage completions candidates -- $words[2..-1] "$current" 2> /dev/null)
    if test "$lines[1]" = :files
        set -l option (string match -r '^--[a-z-]*=' -- "$current")
        set -l files (__fish_complete_path (string replace -- "$option" '' "$current"))
        printf "$option%s\\n" $files
    else
        printf '%s\n' $lines
    end
end
complete -c forage -k -f -a '(__forage_candidates)'
