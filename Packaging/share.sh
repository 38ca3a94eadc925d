#!/bin/sh
# share.sh PROGRAM FOLDER: installs everything except the programs, such as PREFIX/share: definitions, completions and
# the manual, which the program writes.
set -eu
program=$1 folder=$2
here=$(dirname "$0")

install -d "$folder/forage/definitions" "$folder/bash-completion/completions" "$folder/zsh/site-functions" \
    "$folder/fish/vendor_completions.d" "$folder/man/man1" "$folder/man/man5"
install -m 644 "$here"/../Providers/Definitions/*.json "$folder/forage/definitions"
"$program" completions bash >"$folder/bash-completion/completions/forage"
"$program" completions zsh >"$folder/zsh/site-functions/_forage"
"$program" completions fish >"$folder/fish/vendor_completions.d/forage.fish"

# A person's own definitions and settings do not belong into the manual.
manual() { XDG_CONFIG_HOME=/nonexistent "$program" help --man "$@"; }
manual >"$folder/man/man1/forage.1"
manual config.5 >"$folder/man/man5/forage-config.5"
for name in $("$program" completions candidates -- '' | cut -f 1); do
    manual "$name" >"$folder/man/man1/forage-$name.1"
done
