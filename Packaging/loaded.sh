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
# Of libraries that have another name with each version, the programs know several names.
grep -E '^lib[a-z0-9]+\.so\.[0-9.]+$' "$folder/strings" | comm -23 - "$folder/linked" | while read -r library; do
    path=$(cc -print-file-name="$library")
    echo "${library%%.so*}" >>"$folder/known"
    [ -e "$path" ] || continue
    echo "${library%%.so*}" >>"$folder/found"
    nm -D --defined-only "$path" | sed -n 's/.* [TDBRVW] //; s/@.*//; /^[A-Za-z_0-9]*$/p' | sort -u | comm -12 - "$folder/strings" |
        awk '{ print "extern int " $0 ";"; used = used "&" $0 ", " } END { print "int *used[] = {" used "};" }' |
        cc -shared -fPIC -w -fno-builtin -x c - -x none "$path" -o "$folder/$library"
done
for library in $(sort -u "$folder/known"); do
    grep -qx "$library" "$folder/found" || {
        echo "loaded.sh: $library is not installed here." >&2
        exit 1
    }
done
rm "$folder/strings" "$folder/linked" "$folder/known" "$folder/found"
