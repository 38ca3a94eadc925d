extension Licence {
    /// Finds the one licence of Creative Commons that a sentence names, by its address or in words.
    ///
    /// ```swift
    /// Licence(creativeCommonsIn: "(c) Ines Dahl, some rights reserved (CC BY-NC 4.0)")   // cc-by-nc-4.0
    /// ```
    ///
    /// The result is nil if the sentence names none, or several, or reserves all rights: then it names the licence of
    /// something else.
    package init?(creativeCommonsIn sentence: String) {
        let start = sentence.prefix(Self.greatestSentenceLength)
        guard !start.lowercased().contains("all rights reserved") else { return nil }
        let found = Set(Self.addresses(in: start).compactMap { Licence(creativeCommons: $0)?.id })
        if found.count == 1, let url = Self.addresses(in: start).first,
            let known = Licence(creativeCommons: url)
        {
            self = known
            return
        }
        let names = Set(LicenceWords(start).names)
        guard found.isEmpty, names.count == 1, let name = names.first else { return nil }
        self = name.licence
    }

    private static let greatestSentenceLength = 2_000

    private static func addresses(in text: Substring) -> [WebURL] {
        text.split { $0.isWhitespace || "\"'<>()[],;".contains($0) }
            .filter { $0.contains("creativecommons.org/") }
            .compactMap { WebURL($0.hasPrefix("http") ? String($0) : "https://\($0)") }
    }
}

/// The names of Creative Commons licences in a sentence.
private struct LicenceWords {
    private(set) var names: [Name] = []

    struct Name: Hashable {
        let elements: [String]
        let version: String?
        /// The jurisdiction that it is ported to.
        let port: String?

        var licence: Licence {
            if let version {
                let terms = ["cc0": "zero", "pdm": "mark"][elements[0]] ?? elements.joined(separator: "-")
                if let port,
                    let url = WebURL("https://creativecommons.org/licenses/\(terms)/\(version)/\(port)/")
                {
                    return Licence(name: terms, url: url)
                }
                return .creativeCommons(terms, version)
            }
            let name = elements.joined(separator: "-")
            let isLicence = elements[0] == "by"
            return Licence(
                id: isLicence ? "cc-\(name)" : name,
                name: isLicence
                    ? "CC \(name.uppercased())" : name == "pdm" ? "Public Domain Mark" : name.uppercased())
        }
    }

    init(_ sentence: Substring) {
        let written = sentence.split { !$0.isLetter && !$0.isNumber && $0 != "." }
        // In small letters it is more likely a word: "CC BY 3.0 by Ada", "CC BY-SA 3.0 at".
        let ports = written.map { $0 != "BY" && $0.count == 2 && $0.allSatisfy { ("A"..."Z").contains($0) } }
        var words = written.map { Substring($0.lowercased()) }[...]
        while !words.isEmpty {
            if let name = Self.take(&words, ports: ports) { names.append(name) } else { words.removeFirst() }
        }
    }

    private static func take(_ words: inout ArraySlice<Substring>, ports: [Bool]) -> Name? {
        var rest = words
        guard let elements = elements(&rest) else { return nil }
        let word = rest.first.map { $0.hasSuffix(".") ? $0.dropLast() : $0 }
        let version = word.flatMap { Self.versions.contains($0) ? String($0) : nil }
        words = version == nil ? rest : rest.dropFirst()
        guard let version, elements[0] == "by", version != "4.0",
            words.indices.first.map({ ports[$0] }) == true
        else { return Name(elements: elements, version: version, port: nil) }
        return Name(elements: elements, version: version, port: words.popFirst().map(String.init))
    }

    /// Takes the elements of a name, which begins with `cc`, `creative commons` or, for one element, its own words.
    private static func elements(_ words: inout ArraySlice<Substring>) -> [String]? {
        if words.starts(with: ["public", "domain", "mark"]) {
            words.removeFirst(3)
            return ["pdm"]
        }
        if words.first == "cc0" {
            words.removeFirst()
            return ["cc0"]
        }
        if words.starts(with: ["creative", "commons"]) {
            words.removeFirst(2)
        } else if words.first == "cc" {
            words.removeFirst()
        } else {
            return nil
        }
        if words.first == "zero" {
            words.removeFirst()
            return ["cc0"]
        }
        var found: Set<String> = []
        while let (element, count) = Self.element(words), found.insert(element).inserted {
            words.removeFirst(count)
        }
        return found.contains("by") ? ["by", "nc", "nd", "sa"].filter(found.contains) : nil
    }

    private static func element(_ words: ArraySlice<Substring>) -> (name: String, count: Int)? {
        for (spelling, name) in spellings where words.starts(with: spelling) { return (name, spelling.count) }
        return nil
    }

    private static let spellings: [(spelling: [Substring], name: String)] = [
        (["by"], "by"), (["attribution"], "by"), (["nc"], "nc"), (["noncommercial"], "nc"),
        (["non", "commercial"], "nc"), (["nd"], "nd"), (["noderivatives"], "nd"), (["noderivs"], "nd"),
        (["no", "derivatives"], "nd"), (["no", "derivs"], "nd"), (["sa"], "sa"), (["sharealike"], "sa"),
        (["share", "alike"], "sa"),
    ]

    private static let versions: Set<Substring> = ["1.0", "2.0", "2.1", "2.5", "3.0", "4.0"]
}
