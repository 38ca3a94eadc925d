#!/bin/sh
# scaffold.sh PROGRAM: creates a provider in a copy of the sources, as the guide describes, and runs its tests and those
# of the files that list all providers: the catalogue, the manifest and the schema.
set -eu
forage=$(realpath "$1")
cd "$(dirname "$0")/.."

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
git ls-files -z Package.swift config.json Sources Providers Plugins Templates Tests docs .swift-format | xargs -0 cp --parents --no-dereference -t "$copy"
cd "$copy"
"$forage" providers new Gutenberg
swift format lint --strict --recursive Package.swift Sources/Catalog Providers/Gutenberg
FORAGE_PROVIDER=Gutenberg FORAGE_CATALOG=1 swift test --disable-xctest
