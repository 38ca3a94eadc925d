internal import ForageCore

/// The statements of a project about many files at once: `REUSE.toml`, or the older `.reuse/dep5`.
struct REUSEStatements: Sendable {
    private var annotations: [Annotation] = []

    private struct Annotation: Sendable {
        var patterns: [REUSEPattern] = []
        var holders: [String] = []
        var licences: [String] = []
        /// True if it replaces what the files and the folders below state.
        var overrides = false
    }

    /// Reads `REUSE.toml`, up to the first fault.
    init(toml text: String) {
        var reader = TOMLReader(text)
        var isInside = false
        while let part = reader.next() {
            switch part {
            case .table(let name):
                isInside = name == "annotations"
                if isInside { annotations.append(Annotation()) }
            case .values(let name, let values):
                guard isInside, let last = annotations.indices.last else { continue }
                switch name {
                case "path": annotations[last].patterns = values.map { REUSEPattern($0) }
                case "SPDX-FileCopyrightText": annotations[last].holders = values.flatMap(\.lines)
                case "SPDX-License-Identifier": annotations[last].licences = values
                case "precedence": annotations[last].overrides = values == ["override"]
                default: break
                }
            }
        }
    }

    /// Reads `.reuse/dep5`, whose paragraphs have the form of Debian's copyright files.
    init(dep5 text: String) {
        var (annotation, field) = (Annotation(), "")
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for line in lines + [""] {
            if line.allSatisfy(\.isWhitespace) {
                if !annotation.patterns.isEmpty { annotations.append(annotation) }
                (annotation, field) = (Annotation(), "")
                continue
            }
            guard !line.hasPrefix("#") else { continue }
            var value = line
            if line.first?.isWhitespace != true, let colon = line.firstIndex(of: ":") {
                (field, value) = (line[..<colon].lowercased(), line[line.index(after: colon)...])
            } else if field == "license" {
                continue  // The text of the licence.
            }
            let words = String(value.trimmingWhitespace())
            guard !words.isEmpty else { continue }
            switch field {
            case "files":
                annotation.patterns += words.split(whereSeparator: \.isWhitespace)
                    .map { REUSEPattern(String($0), crossesFolders: true) }
            case "copyright": annotation.holders.append(words)
            case "license": annotation.licences.append(words)
            default: break
            }
        }
    }

    /// The statement about a file with this path from their folder, which is the last one whose patterns match.
    /// If `overriding`, only one that replaces all others.
    func credit(for path: String, overriding: Bool = false) -> StatedCredit? {
        let last = annotations.last { $0.patterns.contains { $0.matches(path) } }
        guard let last, last.overrides || !overriding else { return nil }
        return StatedCredit(holders: last.holders, expressions: last.licences)
    }
}

/// A reader of the part of TOML that `REUSE.toml` uses: tables, and values that are texts or lists of texts.
private struct TOMLReader {
    enum Part {
        case table(String)
        case values(String, [String])
    }

    private var rest: Substring

    init(_ text: String) { rest = text[...] }

    /// The next part; nil at the end and at a fault.
    mutating func next() -> Part? {
        skipSpace()
        if rest.hasPrefix("[") {
            let line = takeLine()
            return .table(line.filter { !"[] \t".contains($0) })
        }
        guard let equals = rest.firstIndex(of: "=") else { return nil }
        let name = rest[..<equals].filter { !"\"' \t".contains($0) }
        rest = rest[rest.index(after: equals)...].drop { $0 == " " || $0 == "\t" }
        guard rest.hasPrefix("[") else {
            if let text = takeText() { return .values(name, [text]) }
            // Another kind of value, such as a number.
            _ = takeLine()
            return .values(name, [])
        }
        rest = rest.dropFirst()
        var values: [String] = []
        while true {
            skipSpace()
            if rest.hasPrefix("]") { break }
            if rest.hasPrefix(",") {
                rest = rest.dropFirst()
            } else if let text = takeText() {
                values.append(text)
            } else {
                return nil
            }
        }
        rest = rest.dropFirst()
        return .values(name, values)
    }

    private mutating func takeLine() -> Substring {
        let line = rest.prefix { !$0.isNewline && $0 != "#" }
        rest = rest.drop { !$0.isNewline }
        return line
    }

    private mutating func skipSpace() {
        while let sign = rest.first, sign.isWhitespace || sign == "#" {
            rest = sign == "#" ? rest.drop { !$0.isNewline } : rest.dropFirst()
        }
    }

    /// Takes a text in single, double or triple quotes; nil if there is none.
    private mutating func takeText() -> String? {
        guard let sign = rest.first, sign == "\"" || sign == "'" else { return nil }
        let triple = String(repeating: sign, count: 3)
        let quote = rest.hasPrefix(triple) ? triple : String(sign)
        var (copy, text) = (rest.dropFirst(quote.count), "")
        if quote == triple, copy.first?.isNewline == true { copy.removeFirst() }
        while !copy.hasPrefix(quote) {
            guard let next = copy.popFirst() else { return nil }
            guard next == "\\", sign == "\"" else {
                text.append(next)
                continue
            }
            // An escaped backslash precedes a sign in a pattern that means itself.
            guard let escaped = copy.popFirst() else { return nil }
            switch escaped {
            case "n": text.append("\n")
            case "t": text.append("\t")
            case "u", "U":
                let digits = copy.prefix(escaped == "u" ? 4 : 8)
                guard let number = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(number) else {
                    return nil
                }
                text.unicodeScalars.append(scalar)
                copy = copy.dropFirst(digits.count)
            default: text.append(escaped)
            }
        }
        rest = copy.dropFirst(quote.count)
        return text
    }
}

extension String {
    /// The lines that are not empty.
    fileprivate var lines: [String] {
        split(whereSeparator: \.isNewline).map { String($0.trimmingWhitespace()) }.filter { !$0.isEmpty }
    }
}
