#!/bin/sh
# loaded.sh PROGRAM FOLDER: for each library that the program loads while it runs, makes a library in FOLDER that is
# linked with it and uses the same functions, so that dpkg-shlibdeps finds the packages and versions.
set -eu
export LC_ALL=C
program=$1 folder=$2
rm -rf "$folder"
mkdir -p "$folder"

strings -a "$program" | sort -u >"$folder/strings"
objdump -p "$program" | sed -n 's/^ *NEEDED *//p' | sort >"$folder/linked"
grep -E '^lib[a-z0-9]+\.so\.[0-9.]+$' "$folder/strings" | comm -23 - "$folder/linked" | while read -r library; do
    path=$(cc -print-file-name="$library")
    nm -D --defined-only "$path" | sed -n 's/.* [TDBRVW] //; s/@.*//; /^[A-Za-z_0-9]*$/p' | sort -u | comm -12 - "$folder/strings" |
        awk '{ print "extern int " $0 ";"; used = used "&" $0 ", " } END { print "int *used[] = {" used "};" }' |
        cc -shared -fPIC -w -fno-builtin -x c - -x none "$path" -o "$folder/$library"
done
rm "$folder/strings" "$folder/linked"
