#!/bin/sh
# Prints the version of the sources.
sed -n 's/.*public static let current = "\(.*\)"/\1/p' "$(dirname "$0")/../Sources/Forage/Forage.swift"
