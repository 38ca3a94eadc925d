#!/bin/sh
# Updates the C file that embeds the files of the gallery's page in the program.
set -eu
cd "$(dirname "$0")/.."
folder=Sources/ForageGallery/Page
list=Sources/System/CPage/page.c

variable() { printf '%s' "$1" | tr -c 'a-zA-Z0-9' '_'; }
names() { ls "$folder"; }

{
    printf '// Written by `make page`: one block and one row for each file in the folder.\n\n'
    printf '#include "page.h"\n\n'
    printf '// Every compiler that this is built with knows it from C23.\n'
    printf '#pragma clang diagnostic ignored "-Wc23-extensions"\n\n'
    for name in $(names); do
        printf 'static const unsigned char %s[] = {\n#embed "../../ForageGallery/Page/%s"\n};\n' "$(variable "$name")" "$name"
    done
    printf '\n#define ROW(name, bytes) { name, bytes, sizeof bytes }\n\n'
    printf 'static const struct page_file files[] = {\n'
    for name in $(names); do
        printf '    ROW("%s", %s),\n' "$name" "$(variable "$name")"
    done
    printf '};\n\n'
    printf 'const struct page_file *page_file(size_t number) {\n'
    printf '    return number < sizeof files / sizeof *files ? &files[number] : NULL;\n}\n'
} >"$list.new"
mv "$list.new" "$list"
